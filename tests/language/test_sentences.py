"""Sentences through the whole chain: what they become, and what is wrong with those that say nothing."""

from collections.abc import Mapping
from typing import get_args

import pytest

from rulewright.language import core, syntax
from rulewright.language.diagnostics import Diagnostic, applied
from rulewright.language.elaborate import sentences
from rulewright.language.elaborate.elaboration import Elaborated, declare, elaborate
from rulewright.language.elaborate.environment import OptionSetting
from rulewright.language.elaborate.reachable import live
from rulewright.language.parser import parse
from rulewright.language.source import Source

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
    source = Source("test", frame + text)
    parsed = parse(source)
    assert parsed.diagnostics == ()
    return elaborate(parsed, source, players, {"short": False, **(options or {})} if frame is FRAME else {})


def errors(made: Elaborated) -> list[Diagnostic]:
    return [found for found in made.diagnostics if found.severity == "error"]


def good(text: str, players: int = 2, options: Mapping[str, OptionSetting] | None = None) -> core.Core:
    made = elaborated(text, players, options)
    assert [found.message for found in errors(made)] == []
    assert made.core is not None
    return made.core


def indented(lines: str, by: str = "    ") -> str:
    return "".join(f"{by}{line}\n" for line in lines.strip("\n").split("\n"))


def codes(text: str, players: int = 2, **options: OptionSetting) -> list[str]:
    return [found.code for found in errors(elaborated(text, players, options))]


def wrong(sentences: str, more: str = "", **options: OptionSetting) -> list[str]:
    return codes("play:\n" + indented(sentences) + more, **options)


def messages(sentences: str, more: str = "") -> str:
    return "\n".join(found.message for found in errors(elaborated("play:\n" + indented(sentences) + more)))


WRONG = {
    # a mistake costs its sentence only
    "let x be nonsense\nset score-line to x\nset chief to 5\nset score-line to 3": "unknown-name type-mismatch",
    "for each x in nonsense:\n    set x's rank to 2\n    set chief to 5": "type-mismatch unknown-name",
    "ask nonsense: set chief to 5": "unknown-name type-mismatch",
    'draw p from nonsense "x"\nset chief to p': "unknown-name",
    "let x be none\nset score-line to x": "type-mismatch",
    # branches that are never reached
    "if short: set chief to 5": "type-mismatch",
    "move all hat to waste": "absent-field",
    "end game\nset score-line to 1": "unreachable",
    # fields
    "set chief to none": "type-mismatch",
    "add 1 to chief": "type-mismatch",
    "for each c in line: set c's rank to 7": "out-of-range",
    # pieces
    "move all box to box": "type-mismatch",
    "move all box's cards to players' hand": "which-one",
    "move 1 from deck to line face down": "type-mismatch",
    "move all box to bag\nmove 1 from bag to a1": "which-piece",
    "move all box to waste\nmove 1 from waste where its color is red to line": "which-piece",
    "rotate a1": "type-mismatch",
    "pack deck toward left": "type-mismatch",
    "pack nonsense toward left": "unknown-name",
    "flip line's first face up": "type-mismatch",
    "show line to deck": "type-mismatch",
    # chance
    "draw p from players": "needs-label",
    "roll 2 to bag": "type-mismatch",
    "roll c from line": "type-mismatch",
    "shuffle bag": "type-mismatch",
    "shuffle trail": "type-mismatch",
    "shuffle faced": "type-mismatch",
    "shuffle board": "type-mismatch",
    # loops, turns and ends
    "each player in colors: nothing": "type-mismatch",
    "each player in friends by lowest hue: nothing": "unknown-question",
    "each other player in friends: nothing": "you-is-nobody",
    "each other player: nothing": "you-is-nobody",
    "add 1 to your gems": "you-is-nobody",
    "go around from chief among colors: nothing": "type-mismatch",
    "repeat: add 1 to score-line": "endless-repeat",
    "end game, won by deck": "type-mismatch",
    "end game, won by colors": "type-mismatch",
    # what is right
    "if short: end game\nset score-line to 1": "",
    "set guest to none": "",
    "for each c in line: set c's rank to 2\nset b2's color to red": "",
    "move 1 from deck to faced face down": "",
    "move all box to bag\nmove 1 from bag where its color is red to a1": "",
    "move all box to bag\nfor each c in colors: move 1 from bag where its color is c to a1": "",
    "move all box where its color is red to bag\nmove 1 from bag to a1": "",
    "move all box to waste\nlet c be waste's first\nmove 1 from waste where it is c to line": "",
    "let c be line's first\nif score-line is 1: move c to trail\nset guest to c's owner\nmove c to waste\n"
    "if score-line is 2: move c to line": "",
    "pack cells toward top": "",
    "each player: show line to players": "",
    "each player until short or not short: add 1 to your gems": "",
    "repeat until not short: add 1 to score-line": "",
    "repeat 0 times: add 1 to score-line": "",
}


@pytest.mark.parametrize("sentences", WRONG)
def test_what_cannot_be_said_is_told(sentences: str) -> None:
    assert wrong(sentences) == WRONG[sentences].split()


def test_what_is_no_field_is_not_set() -> None:
    assert "Pieces are moved" in messages("set deck to 3")
    assert "Declare score-line: 0..20" in messages("set score-line to 10 + 10")
    assert "Add or subtract the value itself" in messages("set chief's purse(red) to 3")


def test_what_only_folded_branches_call_may_use_what_is_absent() -> None:
    text = "play:\n    if short: empty-hat\nto empty-hat:\n    move all hat to waste\n"
    assert codes(text) == []
    assert codes(text, short=True) == []
    assert codes(text.replace("if short: ", "")) == ["absent-field"]


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


GAIN = "to gain(1..3 n):\n    add n to your gems\nto both:\n    gain(1)\nto plain:\n    set score-line to 1\n"
CALLED = "to gain(1..3 n):\n    add n to score-line\naction walk: nothing\nchoice menu: walk\n"
PERFORM = "to perform of color:\n    "
# Sentences of `play`, what stands below, and what is wrong.
WITH_MORE = [
    # procedures inherit you where they speak of it
    ("each player: both\nplain", GAIN, ""),
    ("both", GAIN, "you-is-nobody"),
    ("gain(7)", CALLED, "out-of-range"),
    ("gain", CALLED, "arguments"),
    # a family of procedures has each member once, and header lines belong to actions
    ("perform(red)", f"{PERFORM}when red: nothing\n", "family-incomplete"),
    ("perform(red)", f"{PERFORM}when red, red: nothing\n    when green, blue: nothing\n", "family-incomplete"),
    (
        "perform(red)",
        f"{PERFORM}when red, green, blue:\n        needs chief is guest\n        nothing\n",
        "header-first",
    ),
    ("perform(red)", f"{PERFORM}when red, green, blue: nothing\n    when grene: nothing\n", "unknown-name"),
]


@pytest.mark.parametrize(("sentences", "more", "told"), WITH_MORE)
def test_what_is_called_is_checked(sentences: str, more: str, told: str) -> None:
    assert wrong(sentences, more) == told.split()


@pytest.mark.parametrize(
    "sentence",
    [
        "move 1 from deck to trail",
        "move deck's first to (goal)",
        "move all b's heap to a's heap",
        "move deck's first to heap-of(b)",
        "move deck's first to a's own-heap",
        "keep spot: pit, starts a\n    sow all spot's heap onto spot's next",
        "keep spot: pit, starts a\n    sow all heap-of(spot) onto spot's next where it is not b",
    ],
)
def test_a_procedure_that_only_fills_a_row_with_owners_inherits_where_it_can(sentence: str) -> None:
    more = (
        f"to fill:\n    {sentence}\npit is one of a, b\neach pit has\n    heap: row of card, with owner\n"
        "define heap-of(pit p): p's heap\ndefine goal: street\ndefine street: trail\n"
        "define own-heap of pit: its heap\n"
    )
    assert good("play:\n    each player: fill\n" + more).procedures[0].you is not None
    assert good("play:\n    each player: fill\n    fill\n" + more).procedures[0].you is None


def test_what_is_called_is_told_by_what_it_is() -> None:
    assert "is an action" in messages("walk", CALLED)
    assert "is a menu" in messages("menu", CALLED)
    assert 'Did you mean "gain"' in messages("gian", CALLED)


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


def test_each_sentence_has_its_row() -> None:
    besides = {syntax.Let, syntax.If, syntax.Repeat, syntax.Nothing, syntax.Do}
    rows = {*sentences.PLAIN, *sentences.OTHERS} - {syntax.Pay}  # a line of a header, of which a part is done
    assert rows | besides == {*get_args(syntax.Statement)}
