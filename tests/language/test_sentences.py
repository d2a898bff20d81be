"""Sentences through the whole chain: what they become, and what is wrong with those that say nothing."""

from collections.abc import Iterator, Mapping

import pytest

from rulewright.language import core, syntax
from rulewright.language.diagnostics import Diagnostic, applied
from rulewright.language.elaborate.declare import declare
from rulewright.language.elaborate.elaboration import Elaborated, elaborate
from rulewright.language.elaborate.implicit_you import heirs
from rulewright.language.elaborate.procedures import procedure
from rulewright.language.elaborate.reachable import live
from rulewright.language.elaborate.world import Ctx, OptionSetting
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.language.walking import walk

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
FRAME = """\
game "G"
    players 2..4
    teams 2 when player-count is 4
option short "Short": yes or no, default no
color is one of red, green, blue
cell is grid 3 by 3
component card: color, rank 1..3
    2 of any, any
component stone: color
    3 of any
component die: pips 1..6
    unlimited of any
there is
    deck: pile of card, refilled from waste
    waste: area of card
    line: row of card
    trail: row of card, with owner
    faced: row of card, face up or down
    board: stone on each cell
    bag: area of stone
    hat: area of card, when short
    score-line: 0..10
    chief: player
    guest: player or none
    friends: set of player
each player has
    hand: hand of card
    cup: area of die
    purse: counts of color
    gems: 0..20
each color has
    pot: slot of card
scoring:
    score of player: its gems
    winners: players with highest score
"""


def elaborated(
    text: str, players: int = 2, options: Mapping[str, OptionSetting] | None = None, frame: str = FRAME
) -> Elaborated:
    """The frame and these paragraphs."""
    source = Source("test", frame + text)
    parsed = parse(source)
    assert parsed.diagnostics == ()
    return elaborate(parsed, source, players, {"short": False, **(options or {})} if frame is FRAME else {})


def errors(made: Elaborated) -> list[Diagnostic]:
    """What is wrong, warnings aside."""
    return [found for found in made.diagnostics if found.severity == "error"]


def good(text: str, players: int = 2, options: Mapping[str, OptionSetting] | None = None) -> core.Core:
    """The core of a text with nothing wrong."""
    made = elaborated(text, players, options)
    assert [found.message for found in errors(made)] == []
    assert made.core is not None
    return made.core


def indented(lines: str, by: str = "    ") -> str:
    """The lines of a block."""
    return "".join(f"{by}{line}\n" for line in lines.strip("\n").split("\n"))


def play(sentences: str, more: str = "", players: int = 2, **options: OptionSetting) -> tuple[core.Statement, ...]:
    """What the sentences of `play` become."""
    return good("play:\n" + indented(sentences) + more, players, options).play


def codes(text: str, players: int = 2, **options: OptionSetting) -> list[str]:
    """The codes of what is wrong."""
    return [found.code for found in errors(elaborated(text, players, options))]


def wrong(sentences: str, more: str = "", **options: OptionSetting) -> list[str]:
    """The codes of what is wrong with sentences of `play`."""
    return codes("play:\n" + indented(sentences) + more, **options)


def messages(sentences: str, more: str = "") -> str:
    """All that is said about sentences of `play`."""
    return "\n".join(found.message for found in errors(elaborated("play:\n" + indented(sentences) + more)))


def found(nodes: object, kind: type) -> Iterator[object]:
    """The nodes of a class."""
    return (node for node in walk(nodes) if isinstance(node, kind))


# ---- blocks


def test_a_mistake_costs_its_sentence_only() -> None:
    assert wrong("let x be nonsense\nset score-line to x\nset chief to 5\nset score-line to 3") == [
        "unknown-name",
        "type-mismatch",
    ]


def test_folded_branches_are_checked_and_dropped() -> None:
    made = play("if short: move all hat to waste\notherwise: set score-line to 1")
    assert [type(each) for each in made] == [core.Assign]
    assert wrong("if short: set chief to 5") == ["type-mismatch"]
    assert wrong("move all hat to waste") == ["absent-field"]


def test_a_doing_of_folded_branches_may_use_what_is_absent() -> None:
    text = (
        "play:\n    if short: empty-hat\n    otherwise: fill\n"
        "to empty-hat:\n    set score-line to 1\n    move all hat to waste\n"
        "to fill:\n    each player: choose act\naction act:\n    needs short\n    empty-hat\n"
    )
    for short, reached in ((False, {"fill", "act"}), (True, {"empty-hat"})):
        source = Source("test", FRAME + text)
        ruleset = parse(source).ruleset
        world = declare(ruleset, (), source, 2, {"short": short})
        roots = [each for each in ruleset.declarations if isinstance(each, syntax.Play)]
        living = live(world, roots)
        assert living == reached
        made = procedure(world, world.procedures["empty-hat"], Ctx(heirs(world, roots), living))
        assert made is not None
        assert [type(each) for each in made.body] == [core.Assign] + [core.MoveAll] * short
        assert world.diagnostics == []


def test_what_only_folded_branches_call_may_use_what_is_absent() -> None:
    text = "play:\n    if short: empty-hat\nto empty-hat:\n    move all hat to waste\n"
    assert codes(text) == []
    assert codes(text, short=True) == []
    assert codes(text.replace("if short: ", "")) == ["absent-field"]


def test_cases_after_a_certain_one_are_gone() -> None:
    (made,) = play(
        "if score-line is 1: nothing\notherwise if not short: set score-line to 2\notherwise: set score-line to 3"
    )
    assert isinstance(made, core.If)
    assert len(made.cases) == 1
    assert len(made.otherwise) == 1


def test_what_follows_an_end_is_told() -> None:
    assert wrong("end game\nset score-line to 1") == ["unreachable"]
    assert wrong("if short: end game\nset score-line to 1") == []


# ---- fields


def test_numbers_are_assigned_within_their_range() -> None:
    set_, add, subtract = play("set score-line to 3\nadd 1 to score-line\nsubtract 2 from score-line")
    assert isinstance(set_, core.Assign)
    assert isinstance(add, core.Assign)
    assert isinstance(add.value, core.Calc)
    assert isinstance(subtract, core.Assign)
    assert wrong("set score-line to 11") == ["out-of-range"]
    assert "Declare score-line: 0..20" in messages("set score-line to 10 + 10")


def test_none_needs_an_optional_field() -> None:
    assert play("set guest to none")
    assert wrong("set chief to none") == ["type-mismatch"]


def test_sets_and_counts() -> None:
    made = play(
        "add chief to friends\nremove chief from friends\nset friends to players\nset friends to nothing\n"
        "add red to chief's purse\nsubtract red + red from chief's purse\nset chief's purse to nothing"
    )
    assert [type(each) for each in made] == [core.AddTo] * 2 + [core.AssignAll] * 2 + [core.AddTo] * 2 + [
        core.AssignAll
    ]
    assert wrong("subtract chief from friends") == ["type-mismatch"]
    assert wrong("remove red from chief's purse") == ["type-mismatch"]
    assert wrong("remove 1 from score-line") == ["type-mismatch"]


def test_what_is_no_field_is_not_set() -> None:
    assert "Pieces are moved" in messages("set deck to 3")
    assert wrong("set player-count to 3") == ["type-mismatch"]


def test_attributes_of_pieces_that_lie_somewhere_change() -> None:
    made = play("for each c in line: set c's rank to 2\nset b2's color to red")
    assert len(list(found(made, core.ChangePiece))) == 2
    assert wrong("for each c in line: set c's rank to 7") == ["out-of-range"]


# ---- pieces


def test_box_means_what_the_other_side_holds() -> None:
    to_deck, back, one = play(
        "move all box where its rank is 1 to deck\nmove all line to box\nmove box's stones' first to a1"
    )
    made = good("play:\n    move all box to deck\n")
    assert isinstance(to_deck, core.MoveAll)
    assert isinstance(back, core.MoveAll)
    assert isinstance(back.to, core.ZoneRef)
    assert made.zones[back.to.zone].box
    assert made.zones[back.to.zone].component == 0
    assert isinstance(one, core.MovePiece)
    assert isinstance(one.to, core.PlaceRef)
    assert wrong("move all box to box") == ["type-mismatch"]


def test_a_refilled_pile_is_known_to_the_move() -> None:
    (made,) = play("move 2 from deck to line")
    assert isinstance(made, core.MoveSome)
    assert made.refills is not None


def test_rows_remember_who_put_a_piece_there() -> None:
    made = play("move 1 from deck to trail\neach player: move 1 from deck to trail")
    by = [each.by for each in found(made, core.MoveSome) if isinstance(each, core.MoveSome)]
    assert by[0] is None
    assert isinstance(by[1], core.Get)


def test_wrong_moves() -> None:
    assert wrong("move 1 from deck to bag") == ["wrong-piece"]
    assert wrong("move all cards to deck") == ["kinds-not-copies"]
    assert wrong("move all box's cards to players' hand") == ["which-one"]
    assert wrong("move 1 from deck to score-line") == ["type-mismatch"]
    assert wrong("move 1 from deck to line face down") == ["type-mismatch"]
    assert play("move 1 from deck to faced face down")


def test_a_move_leaves_no_choice_of_kind() -> None:
    fill = "move all box to bag\n"
    assert wrong(fill + "move 1 from bag to a1") == ["which-piece"]
    assert play(fill + "move 1 from bag where its color is red to a1")
    assert play(fill + "for each c in colors: move 1 from bag where its color is c to a1")
    assert play("move all box where its color is red to bag\nmove 1 from bag to a1")
    assert wrong("move all box to waste\nmove 1 from waste where its color is red to line") == ["which-piece"]
    assert play("move all box to waste\nlet c be waste's first\nmove 1 from waste where it is c to line")


def test_boards() -> None:
    made = play(
        "swap a1 and a2\nrotate cells' squares(2)'s first\npack board toward left\nmove a1 to b1\nmove a2 to bag"
    )
    assert [type(each) for each in made] == [
        core.SwapPlaces,
        core.RotateLine,
        core.PackBoard,
        core.MovePiece,
        core.MovePiece,
    ]
    (line,) = play("rotate cells' rows' first toward right")
    assert isinstance(line, core.RotateLine)
    assert isinstance(line.reverse, core.Lookup)
    assert wrong("swap a1 and deck") == ["type-mismatch"]
    assert wrong("rotate a1") == ["type-mismatch"]
    assert wrong("pack deck toward left") == ["type-mismatch"]


def test_faces_and_shows() -> None:
    made = play("flip faced's first face up\nshow faced to chief\nshow a1 to everyone\nshow line to friends")
    assert [type(each) for each in made] == [core.Flip] + [core.Show] * 3
    assert wrong("flip line's first face up") == ["type-mismatch"]
    assert wrong("show line to deck") == ["type-mismatch"]


# ---- chance


def test_chance_has_labels() -> None:
    made = play(
        'draw lucky from players "start player"\ndraw c from waste\nroll n from 1..6\nroll 2 to chief\'s cup\n'
        'shuffle deck "the cards"\nshuffle line'
    )
    labels = [getattr(each, "label", None) for each in made]
    assert labels == ["start player", "waste", "n", "cup", "the cards", "line"]


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("draw c from deck", "type-mismatch"),
        ("draw p from players", "needs-label"),
        ("roll 2 to bag", "type-mismatch"),
        ("roll c from line", "type-mismatch"),
        ("shuffle bag", "type-mismatch"),
        ("shuffle trail", "type-mismatch"),
        ("shuffle faced", "type-mismatch"),
        ("shuffle board", "type-mismatch"),
    ],
)
def test_chance_that_cannot_be(sentence: str, code: str) -> None:
    assert wrong(sentence) == [code]


# ---- loops and turns


def test_players_take_turns() -> None:
    each, from_, around, ask = play(
        "each player: add 1 to your gems\neach player from chief: add 1 to your gems\n"
        "go around from chief among friends until score-line is 3:\n"
        "    add 1 to your gems\n    remove you from friends\n"
        "ask chief:\n    each other player: add 1 to your gems"
    )
    assert isinstance(each, core.ForEach)
    assert each.seq == core.Values(2)
    assert isinstance(from_, core.ForEach)
    assert isinstance(from_.seq, core.TableList)
    assert isinstance(around, core.Around)
    assert isinstance(around.among, core.Members)
    assert isinstance(ask, core.With)
    assert len(list(found(ask, core.ForEach))) == 1


def test_others_from_somebody_leave_out_the_outer_you() -> None:
    (made,) = play("ask chief:\n    each other player from chief's left: add 1 to your gems")
    assert len(list(found(made, core.Filter))) == 1


def test_some_players_take_turns_in_an_order_until_something_is_so() -> None:
    some, ranked, ended = play(
        "each player in friends from chief where its gems is 3: add 1 to your gems\n"
        "each player by lowest gems, then highest hand-size: add 1 to your gems\n"
        "each player until score-line is 3: add 1 to your gems",
        "define hand-size of player: its hand's size\n",
    )
    assert isinstance(some, core.ForEach)
    assert isinstance(some.seq, core.Filter)
    assert isinstance(some.seq.seq, core.TableList)
    assert isinstance(ranked, core.ForEach)
    assert isinstance(ranked.seq, core.Best)
    assert ranked.seq.rest
    assert isinstance(ended, core.ForEach)
    for each in (some, ended):
        (asked,) = each.body
        assert isinstance(asked, core.If)
        assert len(asked.cases) == 1
        assert asked.otherwise == ()


def test_conditions_of_turns_that_are_settled_at_load_ask_nothing() -> None:
    (always,) = play("each player where short or not short: add 1 to your gems")
    assert isinstance(always, core.ForEach)
    assert not isinstance(always.body[0], core.If)
    assert play("each player until short or not short: add 1 to your gems") == ()


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        ("each player in turn: add 1 to your gems", "each player: add 1 to your gems"),
        ("each color in colors: nothing", "for each color in colors: nothing"),
        ("each player where your gems is 3: nothing", "each player where its gems is 3: nothing"),
        ("each player where you is chief: nothing", "each player where it is chief: nothing"),
    ],
)
def test_turns_that_are_said_otherwise(sentence: str, right: str) -> None:
    text = f"play:\n    {sentence}\n"
    (found,) = errors(elaborated(text))
    assert found.edit is not None
    made = applied(FRAME + text, [found.edit]).removeprefix(FRAME)
    assert made == f"play:\n    {right}\n"
    assert errors(elaborated(made)) == []


def test_wrong_turns() -> None:
    assert wrong("each player in colors: nothing") == ["type-mismatch"]
    assert wrong("each player in friends by lowest hue: nothing") == ["unknown-question"]
    assert wrong("each player until its gems is 3: nothing") == ["nothing-for-it"]
    assert wrong("each other player in friends: nothing") == ["you-is-nobody"]
    assert wrong("each color: nothing") == ["type-mismatch"]
    assert wrong("each other player: nothing") == ["you-is-nobody"]
    assert wrong("add 1 to your gems") == ["you-is-nobody"]
    assert wrong("go around from chief among colors: nothing") == ["type-mismatch"]


def test_repeats() -> None:
    until, times = play("repeat until score-line is 3: add 1 to score-line\nrepeat 2 times: add 1 to score-line")
    assert isinstance(until, core.Repeat)
    assert isinstance(times, core.RepeatTimes)
    assert play("repeat until not short: add 1 to score-line") == ()
    assert play("repeat 0 times: add 1 to score-line") == ()
    assert wrong("repeat: add 1 to score-line") == ["endless-repeat"]


def test_a_broken_head_leaves_the_block_checked() -> None:
    assert wrong("for each x in nonsense:\n    set x's rank to 2\n    set chief to 5") == [
        "type-mismatch",
        "unknown-name",
    ]
    assert wrong("ask nonsense: set chief to 5") == ["unknown-name", "type-mismatch"]


# ---- procedures


def test_procedures_inherit_you_where_they_speak_of_it() -> None:
    more = "to gain(1..3 n):\n    add n to your gems\nto both:\n    gain(1)\nto plain:\n    set score-line to 1\n"
    made = good("play:\n    each player: both\n    plain\n" + more)
    gain, both, plain = made.procedures
    assert gain.you is not None
    assert gain.params[0] == gain.you
    assert both.you is not None
    assert plain.you is None
    assert plain.params == ()
    assert wrong("both", more) == ["you-is-nobody"]


def test_a_procedure_that_only_fills_a_row_with_owners_inherits_where_it_can() -> None:
    more = "to fill:\n    move 1 from deck to trail\n"
    assert good("play:\n    each player: fill\n" + more).procedures[0].you is not None
    assert good("play:\n    each player: fill\n    fill\n" + more).procedures[0].you is None


def test_calls_are_checked() -> None:
    more = "to gain(1..3 n):\n    add n to score-line\naction walk: nothing\nchoice menu: walk\n"
    assert wrong("gain(7)", more) == ["out-of-range"]
    assert wrong("gain", more) == ["arguments"]
    assert "is an action" in messages("walk", more)
    assert "is a menu" in messages("menu", more)
    assert 'Did you mean "gain"' in messages("gian", more)


def test_a_family_of_procedures_asks_which_member_is_meant() -> None:
    more = (
        "to perform of color(1..3 n):\n    add 1 to score-line\n    when red, green: add n to score-line\n"
        "    when blue: finish perform\n    set score-line to 0\n"
    )
    made = good("play:\n    perform(red, 2)\n" + more).procedures[0]
    assert [type(each) for each in made.body] == [core.Assign, core.If, core.Assign]
    assert len(made.params) == 2
    assert codes("play:\n    perform(red)\nto perform of color:\n    when red: nothing\n") == ["family-incomplete"]
    assert codes(
        "play:\n    perform(red)\nto perform of color:\n    when red, red: nothing\n    when green, blue: nothing\n"
    ) == ["family-incomplete"]


def test_ends() -> None:
    ends = play(
        "if score-line is 1: end game\nif score-line is 2: end game, drawn\nif score-line is 3: end game, won by chief"
    )
    winners = [each.winners for each in found(ends, core.EndGame) if isinstance(each, core.EndGame)]
    assert winners[0] is None
    assert winners[1] == core.Listed(())
    assert isinstance(winners[2], core.Listed)
    (teams,) = play("end game, won by teams' first", players=4)
    assert isinstance(teams, core.EndGame)
    assert wrong("end game, won by deck") == ["type-mismatch"]


def test_broken_names_are_told_once() -> None:
    assert wrong('draw p from nonsense "x"\nset chief to p') == ["unknown-name"]
    assert wrong("let x be none\nset score-line to x") == ["type-mismatch"]


def test_more_places() -> None:
    assert wrong("move 1 from deck to nonsense") == ["unknown-name"]
    assert wrong("swap a1 and line") == ["type-mismatch"]
    assert wrong("pack nonsense toward left") == ["unknown-name"]
    assert isinstance(play("pack cells toward top")[0], core.PackBoard)
    assert isinstance(play("each player: show line to players")[0], core.ForEach)


def test_teams_win_together() -> None:
    both = "end game, won by (teams where it is teams' first)"
    (made,) = play(both, players=4)
    assert isinstance(made, core.EndGame)
    assert isinstance(made.winners, core.FlatMap)
    (some,) = play("end game, won by (players where its gems is 3)")
    assert isinstance(some, core.EndGame)
    assert isinstance(some.winners, core.Filter)
    assert wrong("end game, won by colors") == ["type-mismatch"]


def test_header_lines_belong_to_actions() -> None:
    more = (
        "to perform of color:\n    when red, green, blue:\n        needs score-line is 1\n        set score-line to 2\n"
    )
    assert wrong("perform(red)", more) == ["header-first"]
    strange = "to perform of color:\n    when red, green, blue: nothing\n    when grene: nothing\n"
    assert wrong("perform(red)", strange) == ["unknown-name"]


def test_counts_are_added_to_as_a_whole() -> None:
    assert "Add or subtract the value itself" in messages("set chief's purse(red) to 3")
    assert wrong("add 1 to chief") == ["type-mismatch"]


def test_pieces_moved_in_a_branch_may_lie_in_either_place() -> None:
    text = (
        "let c be line's first\nif score-line is 1: move c to trail\nset guest to c's owner\n"
        "move c to waste\nif score-line is 2: move c to line"
    )
    assert play(text)
    assert wrong("let c be line's first\nmove c to faced\nset guest to c's owner") == ["owner-unknown"]


def test_conditions_at_load_decide_what_is_reached() -> None:
    text = (
        "play:\n    if short and score-line is 1: one\n    if short or score-line is 1: two\n"
        "    if not short: three\n    otherwise if player-count is 2: four\n    otherwise: five\n"
        "    if player-count + 1 is in 2..3 or not short: six\n    if score-line is 1 and chief is guest: seven\n"
        "    each player:\n        if not short or not (short): choose menu\n"
        "choice menu: fam\naction fam of color from colors:\n    when red: eight\n    when green, blue:\n"
        "        needs short\n        nine\n" + "".join(f"to {name}: nothing\n" for name in NUMBERS)
    )
    for short, missing in (
        (False, {"one", "four", "five", "nine"}),
        (True, {"three", "five", "menu", "fam", "eight", "nine"}),
    ):
        source = Source("test", FRAME + text)
        ruleset = parse(source).ruleset
        world = declare(ruleset, (), source, 2, {"short": short})
        living = live(world, [each for each in ruleset.declarations if isinstance(each, syntax.Play)])
        assert {*world.procedures, *world.actions, *world.menus} - living == missing
