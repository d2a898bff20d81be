"""Actions, families, offers, and the course of a game: what they become and what is wrong with them."""

import pytest

from rulewright.language import core
from rulewright.language.elaborate import actions
from rulewright.language.walking import walk
from tests.language.blocks import findings
from tests.language.test_sentences import codes, elaborated, errors, good

TURN = "play:\n    each player: turn\nphase turn:\n"
GO = "action go: nothing\n"


def offered(action: str, name: str = "act", more: str = "") -> str:
    """A game in which each player chooses this action once."""
    return f"play:\n    each player: choose {name}\n{action}{more}"


def first(text: str) -> core.Action:
    """The first action of a text with nothing wrong."""
    return good(text).actions[0]


# ---- headers


def test_header_lines_keep_their_order() -> None:
    made = first(
        offered(
            "action act:\n    let n be score-line\n    needs n is less than 3\n    pick card from your hand\n"
            '    needs card\'s rank is 2   because "two only"\n'
            "    let twice be card's rank * 2\n    set score-line to twice\n"
        )
    )
    assert [type(line) for line in made.header] == [core.Let, core.Needs, core.Pick, core.Needs]
    assert [line.text for line in made.header if isinstance(line, core.Needs)] == ["n is less than 3", "two only"]
    assert [type(each) for each in made.body] == [core.Let, core.Assign]


def test_header_mistakes() -> None:
    late = "action act:\n    needs card's rank is 2\n    pick card from your hand\n    move card to line\n"
    assert codes(offered(late)) == ["pick-after-use"]
    below = "action act:\n    set score-line to 1\n    pick card from your hand\n    move card to line\n"
    assert codes(offered(below)) == ["header-first"]
    several = "action act:\n    pick 1..2 cs from your hand\n    pick d from your hand\n    move d to line\n"
    assert codes(offered(several)) == ["header-first"]
    broken = "action act:\n    pick card from nonsense\n    move card to line\n"
    assert codes(offered(broken)) == ["unknown-name"]


def test_a_guard_of_options_leaves_the_rest_unreached() -> None:
    made = first(offered('action act:\n    needs short   because "long game"\n    move all hat to waste\n'))
    assert made.header == (core.Needs(core.Const(0, made.header[0].condition.type), "long game"),)
    assert made.body == ()


# ---- candidates


def picked(source: str) -> core.Seq:
    """What a pick offers."""
    (pick,) = first(offered(f"action act:\n    pick x from {source}\n    set score-line to 1\n")).header
    assert isinstance(pick, core.Pick)
    return pick.seq


def test_sources_of_picks() -> None:
    assert isinstance(picked("deck"), core.Listed)
    hand = picked("your hand")
    assert isinstance(hand, core.Pieces)
    assert hand.distinct
    assert isinstance(picked("line where x's rank is 2"), core.Filter)
    assert isinstance(picked("line as c where c's rank is 2"), core.Filter)
    assert isinstance(picked("line where it is red-1"), core.Filter)
    assert isinstance(picked("deck or your hand"), core.Chain)
    assert isinstance(picked("colors' pot or deck"), core.Chain)
    assert isinstance(picked("1..3"), core.Numbers)
    assert picked("colors") == core.Values(3)
    assert isinstance(picked("cells where it is empty"), core.Filter)
    assert codes(offered("action act:\n    pick x from line or colors\n    nothing\n")) == ["type-mismatch"]


def test_words_are_values_of_the_pick_only() -> None:
    text = offered(
        "action act:\n    pick place from line, waste, new-line\n    needs place is not new-line\n"
        "    if place is line: set score-line to 1\n"
    )
    made = good(text)
    (pick, needs) = made.actions[0].header
    assert isinstance(pick, core.Pick)
    assert pick.words == core.Words(("line", "waste", "new-line"))
    assert isinstance(needs, core.Needs)
    assert isinstance(needs.condition, core.Not)
    assert codes(text + "to other:\n    if chief is new-line: nothing\n") == ["unknown-name"]


def test_several_at_once() -> None:
    text = offered(
        "action act:\n    pick 1..3 cs from your hand\n    needs cs' size is not 2\n"
        "    for each c in cs: move c to line\n"
    )
    made = good(text)
    (pick, _) = made.actions[0].header
    assert isinstance(pick, core.PickSeveral)
    assert made.locals[pick.local].capacity == 3
    assert [type(each) for each in made.actions[0].body] == [core.ForEach]
    same = good(offered("action act:\n    pick 2 cs from colors, repeats allowed\n    set score-line to cs' size\n"))
    (pick, *_) = same.actions[0].header
    assert isinstance(pick, core.PickSeveral)
    assert pick.repeats
    assert pick.low == pick.high


def test_musts() -> None:
    made = first(
        offered(
            "action act:\n    must change board\n    must change players' hand\n    must change cells\n"
            "    must leave score-line is 3 if able\n    swap a1 and a2\n"
        )
    )
    change, hands, cells, leave = made.header
    assert isinstance(change, core.MustChange)
    assert isinstance(hands, core.MustChange)
    assert [owner for zone in hands.zones for owner in zone.owners] == [
        core.Const(0, hands.zones[0].owners[0].type),
        core.Const(1, hands.zones[0].owners[0].type),
    ]
    assert isinstance(cells, core.MustChange)
    assert cells.zones[0].zone == change.zones[0].zone
    assert isinstance(leave, core.MustLeave)
    assert leave.if_able


def test_musts_stand_over_bodies_that_do_not_stop() -> None:
    head = "action act:\n    must change board\n"
    assert codes(offered(head + "    shuffle deck\n")) == ["must-decides"]
    assert codes(offered(head + "    move 1 from deck to line\n")) == ["must-decides"]
    assert codes(offered(head + "    later\n", more="to later:\n    roll n from 1..6\n")) == ["must-decides"]
    assert codes(offered(head + "    choose go\n", more=GO)) == ["must-decides"]
    assert codes(offered(head + "    draw c from your hand\n    move c to line\n")) == ["must-decides"]


# ---- families

FAMILY = (
    'action act of color from colors where it is not blue "Act":\n    needs score-line is 0\n    let n be score-line\n'
    '    add 1 to score-line\n    when red "Red":\n        pick k from 1..3\n        add k to score-line\n'
    "    when green, blue: set score-line to n\n    subtract 1 from score-line\n"
)


def test_a_family_has_one_member_for_each_value() -> None:
    made = first(offered(FAMILY))
    assert [type(line) for line in made.header] == [core.Pick, core.Needs, core.Let]
    assert made.body == ()
    assert made.by_member is not None
    members = made.by_member.members
    assert [(member.name, member.title, len(member.header), len(member.body)) for member in members] == [
        ("red", "Red", 1, 3),
        ("green", None, 0, 3),
        ("blue", None, 0, 3),
    ]


def test_the_members_of_a_family_are_told_apart_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    told_apart = actions.member_values
    monkeypatch.setattr(actions, "member_values", lambda *args: asked.append(args) or told_apart(*args))
    values = [f"v{n}" for n in range(50)]
    members = "".join(f"    when {value}: add 1 to score-line\n" for value in values)
    made = first(offered(f"trade is one of {', '.join(values)}\naction act of trade from trades:\n{members}"))
    assert made.by_member is not None
    assert [member.name for member in made.by_member.members] == values
    assert len(asked) == 1


def test_family_mistakes() -> None:
    missing = "action act of color from colors:\n    when red, green: nothing\n"
    assert codes(offered(missing)) == ["family-incomplete"]
    strange = "action act of color from colors:\n    when red, green, blue: nothing\n    when grene: nothing\n"
    assert codes(offered(strange)) == ["unknown-name"]
    other = "action act of color from your hand:\n    when red, green, blue: nothing\n"
    assert codes(offered(other)) == ["type-mismatch"]


# ---- offers


def choices(text: str) -> list[core.Choose]:
    """All choices of a text with nothing wrong."""
    made = good(text)
    return [node for node in walk((made.play, made.procedures, made.actions)) if isinstance(node, core.Choose)]


def test_menus_are_written_out_and_share_their_limits() -> None:
    text = TURN + (
        "    choose menu\n    if you can menu: choose menu or stop\nchoice menu:\n    go or act, once per turn\n"
        "    rest-now\naction rest-now: nothing\naction act: nothing\naction stop: nothing\n"
    )
    one, two = choices(text + GO)
    assert [offer.limit for offer in one.offers] == [0, 0, None]
    assert [offer.limit for offer in two.offers] == [0, 0, None, None]
    (limit,) = good(text + GO).limits
    assert limit.text == "turn"
    assert (limit.members, limit.exactly) == (1, False)


def test_families_count_apart() -> None:
    (limit,) = good(TURN + "    choose act, exactly once per turn\n" + FAMILY).limits
    assert (limit.members, limit.exactly) == (3, True)


def test_choose_until() -> None:
    (made,) = choices(
        TURN
        + "    choose until stop:\n        go, once per turn\n    if you cannot: nothing\naction stop: nothing\n"
        + GO
    )
    assert made.ending is not None
    assert made.otherwise == ()


def test_parameters_come_from_the_offer() -> None:
    text = "play:\n    each player: choose act(2)\naction act(1..3 n):\n    add n to score-line\n"
    made = good(text)
    assert len(made.actions[0].params) == 1
    assert codes(text.replace("act(2)", "act")) == ["arguments"]
    assert codes(text.replace("act(2)", "act(9)")) == ["out-of-range"]


def test_offer_mistakes() -> None:
    assert codes("play:\n    each player: choose go or go\n" + GO) == ["offered-twice"]
    assert codes("play:\n    each player: choose gone\n" + GO) == ["unknown-name"]
    assert codes("play:\n    choose go\n" + GO) == ["you-is-nobody"]
    procedure = elaborated("play:\n    each player: choose round\nto round: nothing\n")
    assert "is a procedure" in errors(procedure)[0].message
    assert codes("play:\n    each player: choose menu\nchoice menu: menu\n") == ["calls-itself"]


def test_at_once() -> None:
    (made,) = good("play:\n    each player at once: choose go\n" + GO).play
    assert isinstance(made, core.ChooseAtOnce)
    two = "play:\n    each player at once:\n        choose go\n        choose go\n"
    assert codes(two + GO) == ["at-once-conflict"]
    assert codes("play:\n    each player at once: choose act\naction act: choose go\n" + GO) == ["at-once-conflict"]
    for order in ("from chief", "by lowest gems", "until score-line is 3"):
        assert codes(f"play:\n    each player {order} at once: choose go\n" + GO) == ["at-once-conflict"], order


def test_some_at_once() -> None:
    choose = (
        "    each player in friends where its gems is 3 at once:\n        choose go\n        if you cannot: choose go\n"
    )
    (made,) = good("play:\n" + choose + GO).play
    assert isinstance(made, core.ChooseAtOnce)
    assert isinstance(made.who, core.Filter)
    assert isinstance(made.otherwise[0], core.Choose)
    others = "play:\n    ask chief:\n        each other player where your gems is 3 at once: choose go\n"
    assert codes(others + GO) == []
    assert codes("play:\n    each other player at once: choose go\n" + GO) == ["you-is-nobody"]
    assert codes("play:\n    each player where your gems is 3 at once: choose go\n" + GO) == ["you-is-nobody"]


def test_you_can_asks_the_offers() -> None:
    made = good(TURN + "    if you can go: choose go\n    if you cannot go: set score-line to 1\n" + GO)
    asked = [node for node in walk(made.procedures) if isinstance(node, core.CanAct)]
    assert [offer.action for each in asked for offer in each.offers] == [0, 0]


# ---- the course of the game


def test_nothing_calls_itself() -> None:
    assert codes("play:\n    one\nto one: two\nto two: one\n") == ["calls-itself"]
    again = "play:\n    each player: choose act\naction act: again\nto again: choose act\n"
    assert codes(again) == ["calls-itself"]
    asks = "play:\n    each player: choose act or go\naction act:\n    needs you can go\n    nothing\n"
    assert codes(asks + "action go:\n    needs you can act\n    nothing\n") == ["asks-itself"]
    body = "play:\n    each player: choose act\naction act:\n    if you can act: set score-line to 1\n"
    assert codes(body) == []


def test_what_is_finished_is_running() -> None:
    inner = "to inner: finish turn\n"
    assert codes(TURN + "    inner\n" + inner) == []
    assert codes("play:\n    inner\n    each player: turn\nphase turn: inner\n" + inner) == ["not-running"]
    by_action = "action act: finish turn\n"
    assert codes(TURN + "    choose act\n" + by_action) == []
    assert codes("play:\n    each player:\n        turn\n        choose act\nphase turn: nothing\n" + by_action) == [
        "not-running"
    ]


def test_limits_are_of_what_is_running() -> None:
    text = "play:\n    each player:\n        turn\n        choose go, once per turn\nphase turn: nothing\n"
    assert codes(text + GO) == ["not-running"]


def test_endless_repeats() -> None:
    assert codes("play:\n    repeat: bare\nto bare: set score-line to 1\n") == ["endless-repeat"]
    assert codes("play:\n    repeat: out\nto out:\n    if score-line is 1: end game\n") == []


def test_somebody_can_win() -> None:
    frame = 'game "G"\n    players 2\n'
    made = elaborated("play:\n    nothing\n", frame=frame)
    assert [each.code for each in errors(made)] == ["nobody-can-win"]
    assert errors(elaborated("play:\n    end game, won by players' first\n", frame=frame)) == []


def test_a_broken_line_may_have_said_who_wins() -> None:
    frame = 'game "G"\n    players 2\nplay:\n    each player: choose act\naction act:\n'
    (found,) = findings(frame + "    let all be players whose seat is 1\n    end game, won by you\n")[1]
    assert found.code == "said-otherwise"
    (found,) = findings(frame + "    end game, wno by you\n")[1]
    assert found.code == "sentence-shape"


def test_musts_name_whole_zones() -> None:
    frame = "action act:\n    must change {}\n    swap a1 and a2\n"
    assert codes(offered(frame.format("deck"))) == []
    assert codes(offered(frame.format("your hand"))) == []
    assert codes(offered(frame.format("(line where its rank is 2)"))) == ["type-mismatch"]
    assert codes(offered(frame.format("score-line"))) == ["type-mismatch"]


def test_all_at_once_take_from_what_is_their_own() -> None:
    choose = "play:\n    each player at once: choose act\n"
    own = "action act:\n    pick card from your hand\n    lend(card)\nto lend(card):\n    move card to line\n"
    assert codes(choose + own) == []
    deep = "action act: grab\nto grab:\n    for each c in your hand where it is red-1: move c to line\n    shift\n"
    assert codes(choose + deep + "to shift:\n    add 1 to your gems\n") == []
    for source in (
        "waste",
        "deck or your hand",
        "(waste where its rank is 2)",
        "players' hand",
        "line's after(line's first)",
    ):
        shared = f"action act:\n    pick card from {source}\n    let it-self be card\n    move it-self to your hand\n"
        assert "at-once-conflict" in codes(choose + shared), source
    board = "action act:\n    pick cell from cells where it is not empty\n    move cell to bag\n"
    assert codes(choose + board) == ["at-once-conflict"]
    unlimited = "action act:\n    move 1 from box where its pips is 2 to your cup\n"
    assert codes(choose + unlimited) == []


ROUND = """\
component coin: one of penny, farthing
each player has
    front: row of card, face up or down, up to 2
    slip: slot of card
    mine: area of coin
    out: yes or no
to take(coin): move coin to your mine
to raise(player who, player other): add 1 to who's gems
to leave-it: finish leave-it
phase round:
    each player at once: choose act or rest
play: round
action rest: nothing
"""


@pytest.mark.parametrize(
    "sentence",
    [
        "move penny to your mine",
        "take(penny)",
        "move line's first to trail",
        "set score-line to 1 + your gems",
        "add 1 to score-line",
        "set chief to you",
        "add 1 to your left's gems",
        "raise(your left, you)",
        "set friends to nothing",
        "add red to chief's purse",
        "set your left's out to your out",
        "flip faced's first face up",
        "flip your left's front's first face up",
        "set line's first's color to red",
        "set your front's first's color to red",
        "swap a1 and a2",
        "rotate row-1 toward right",
        "pack board toward left",
        "move (only c in your hand) to (first c in colors)'s pot",
        "move (only c in your hand) to your left's slip",
        "move all your hand to chief's front",
        "end game, won by you",
        "if your gems is 3: finish round",
    ],
)
def test_all_at_once_do_not_get_in_each_others_way(sentence: str) -> None:
    assert set(codes(f"{ROUND}action act:\n    {sentence}\n")) == {"at-once-conflict"}


@pytest.mark.parametrize(
    "sentence",
    [
        "add 1 to your gems",
        "raise(you, your left)",
        "add you to friends",
        "set your left's out to yes",
        "let me be you\n    add 1 to me's gems",
        "flip your front's first face up",
        "move all your hand to your front",
        "move all your hand to your left's hand",
        "move (only c in your hand) to your slip",
        "leave-it",
    ],
)
def test_all_at_once_may_do_what_comes_to_the_same_in_every_order(sentence: str) -> None:
    assert codes(f"{ROUND}action act:\n    {sentence}\n") == []


def test_what_one_sets_no_other_offer_may_change() -> None:
    rest = "action rest: nothing\n"
    for act, other in (
        ("add you to friends", "remove you from friends"),
        ("set chief's gems to 1", "set chief's gems to 2"),
        ("set chief's gems to 1", "set your gems to 2"),
    ):
        both = ROUND.replace(rest, f"action rest: {other}\n")
        assert set(codes(f"{both}action act: {act}\n")) == {"at-once-conflict"}
        assert codes(f"{both}action act: {other}\n") == []


def test_what_an_offer_hands_over_is_taken_from_where_it_lies() -> None:
    handed = ROUND.replace("act or rest", "act(line's first) or rest")
    assert codes(f"{handed}action act(card): move card to trail\n") == ["at-once-conflict"]
    mine = ROUND.replace("act or rest", "act(your front's first) or rest")
    assert codes(f"{mine}action act(card): move card to trail\n") == []


def test_broken_heads_end_their_paragraph() -> None:
    assert codes("play:\n    each player: choose act(1)\naction act(nonsense n): nothing\n") == ["unknown-name"]
    assert codes("play:\n    act(1)\nto act(nonsense n): nothing\n") == ["unknown-name"]
    assert codes("play:\n    each player: choose act(1)\naction act(1..3 chief): nothing\n") == ["two-meanings"]
    assert codes("play:\n    act(1)\nto act(1..3 chief): nothing\n") == ["two-meanings"]
    header = (
        "action act:\n    let n be nonsense\n    pick 1..n cs from your hand\n    for each c in cs: move c to line\n"
    )
    assert codes(offered(header)) == ["unknown-name"]


def test_menus_take_no_arguments_and_end_nothing() -> None:
    menu = "choice menu: walk\naction walk: nothing\n"
    assert codes("play:\n    each player: choose menu(1)\n" + menu) == ["arguments"]
    until = "play:\n    each player:\n        choose until menu: walk\n"
    assert codes(until + menu) == ["unknown-name"]
    twice = "play:\n    each player:\n        choose until walk: walk\n"
    assert codes(twice + menu) == ["offered-twice"]
    assert codes("play:\n    each player: choose walk, once per nonsense\n" + menu) == ["unknown-name"]
