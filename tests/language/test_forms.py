"""The table "which form takes what" of SPEC.md: each of its cells is written as a ruleset, and taken or refused."""

import re

import pytest
from attrs import frozen

from rulewright.loading import RulesError, read_text, rules_of
from tests.language.blocks import SPEC, findings

FRAME = """\
game "Forms"
    players Ann, Bob
suit is one of clubs, hearts
cell is grid 2 by 2
spot is 0..3
component card: suit, rank 1..3
    2 of any, any
there is
    pool: area of card
    street: row of card
    market: card on each cell
    spare: slot of card
    out: set of player
    held: counts of suit
    kept: set of {kept}
    seen: 0..99
each player has
    hand: hand of card, seen by everyone
    coins: 0..9
define worth of card: its rank
define worth of player: its coins
define worth of suit: its number
define height of cell: its row
define worth of spot: it + 1
play:
    each player: tried
    each player: choose done or rest
scoring:
    score of player: its coins
    winners: {winners}
phase tried:
    {phase}
action done:
    {action}
action rest: nothing
example "of nothing":
    {at}
    then:
        {then}
"""


@frozen
class Source:
    """What may stand for S, one of its values, and the type of them."""

    text: str
    value: str
    type: str


ZONES = [Source(text, "clubs-1", "card") for text in ("pool", "street", "market", "spare", "players' hand")]
COLUMNS = {
    "`1..3`": [Source("1..3", "3", "spot")],
    "`a or b`": [Source("pool or street", "clubs-1", "card"), Source("clubs, hearts", "clubs", "suit")],
    "pieces": [*ZONES, Source("(street where its rank is 1)", "clubs-1", "card")],
    "places": [
        Source("cells", "a1", "cell"),
        Source("row-1", "a1", "cell"),
        Source("(region of a1 where it is empty)", "a1", "cell"),
    ],
    "values": [
        Source("suits", "clubs", "suit"),
        Source("spots", "3", "spot"),
        Source("held", "clubs", "suit"),
        Source("(suits where it is clubs)", "clubs", "suit"),
    ],
    "players": [
        Source("players", "Ann", "player"),
        Source("out", "Ann", "player"),
        Source("(players where its coins is 1)", "Ann", "player"),
    ],
    "kinds": [Source("cards", "clubs-1", "card")],
}
POOL, OUT = COLUMNS["pieces"][0], COLUMNS["players"][1]
QUESTIONS = ("condition", "number", "one", "several")
TAKEN = {"yes": (True, True), "(…)": (False, True), "–": (False, False)}
"""Whether a source is taken as it is, and a range in brackets."""

# How a form is written: a condition, a number, one, several, a sentence, an action, or who wins. `S` is the source, `V`
# one of its values.
WRITTEN = {
    "`some x in S`": ("condition", "some x in S"),
    "`no x in S`": ("condition", "no x in S"),
    "`every x in S satisfies C`": ("condition", "every x in S satisfies x is V"),
    "`exactly n of S where C`": ("condition", "exactly 1 of S where it is V"),
    "`at least n of S where C`": ("condition", "at least 1 of S where it is V"),
    "`at most n of S where C`": ("condition", "at most 1 of S where it is V"),
    "`x is in S`": ("condition", "V is in S"),
    "`S is empty`": ("condition", "S is empty"),
    "`S's size`": ("number", "S's size"),
    "`S's first`": ("one", "S's first"),
    "`first x in S`": ("one", "first x in S"),
    "`last x in S`": ("one", "last x in S"),
    "`only x in S`": ("one", "only x in S"),
    "`let xs be S`": ("several", "S"),
    "`S where C`": ("several", "S where it is V"),
    "`S with highest a`": ("several", "S with highest worth"),
    "`S by lowest a`": ("several", "S by lowest worth"),
    "`count of S where C`": ("number", "count of S where it is V"),
    "`total a of S`": ("number", "total worth of S"),
    "`highest a of S`": ("number", "highest worth of S"),
    "`lowest a of S`": ("number", "lowest worth of S"),
    "`for each x in S: …`": ("sentence", "for each x in S: add 1 to seen"),
    "`pick x from S`": ("action", "pick x from S\n    if x is V: add 1 to seen"),
    "`pick n xs from S`": ("action", "pick 1..2 xs from S\n    for each x in xs: add 1 to seen"),
    "`pick x from S if there is one`": ("action", "pick x from S if there is one\n    if x is V: add 1 to seen"),
    "`pick n xs from S, in order`": ("action", "pick 1..2 xs from S, in order\n    for each x in xs: add 1 to seen"),
    "`draw x from S`": ("sentence", 'draw x from S "it"\n    if x is V: add 1 to seen'),
    "`roll x from S`": ("sentence", 'roll x from S "it"\n    if x is V: add 1 to seen'),
    "`move all S to Z`": ("sentence", "move all S to your hand"),
    "`move n from S to Z`": ("sentence", "move 1 from S to your hand"),
    "`move up to n from S to Z`": ("sentence", "move up to 1 from S to your hand"),
    "`show S to p`": ("sentence", "show S to you"),
    "`set F to S`": ("sentence", "set kept to S"),
    "`add S to F`": ("sentence", "add S to kept"),
    "`remove S from F`": ("sentence", "remove S from kept"),
    "`each player in S: …`": ("sentence", "each player in S: add 1 to seen"),
    "`each player in S at once: …`": ("sentence", "each player in S at once: choose rest"),
    "`go around from p among S: …`": ("sentence", "go around from you among S: add 1 to seen"),
    "`end game, won by S`": ("sentence", "end game, won by S"),
    "`winners: S`": ("winners", "S"),
}
SENTENCES = {
    "condition": "if {0}: add 1 to seen",
    "number": "let n be {0}\n    if n is not none: add 1 to seen",
    "one": "let y be {0}\n    if y is {1}: add 1 to seen",
    "several": "let xs be {0}\n    if some x in xs: add 1 to seen",
    "sentence": "{0}",
}
# What becomes of each form when there is nothing, as a condition of an example: of the question, or after the sentence.
ASKED = {
    "yes": "{0}",
    "no": "not ({0})",
    "no, if n is not 0": "not ({0})",
    "0": "({0}) is 0",
    "none": "({0}) is none",
    "nothing": "({0}) is empty",
}
DONE = {
    "no move": "Ann cannot done",
    "no change": "seen is 0 and Ann's hand is empty",
    "nothing": "kept is empty",
    "nobody": "no p in players where p is in winners",
}


def rows() -> dict[str, dict[str, str]]:
    """The table: what stands below each head, by form."""
    text = SPEC.read_text(encoding="utf-8")
    head, _, *body = re.findall(r"^\|.*", text[text.index("| Form | `1..3` |") :].split("\n\n")[0], re.MULTILINE)
    heads, *cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in (head, *body)]
    return {form: dict(zip(heads, row, strict=True)) for row in cells for form in re.findall("`[^`]*`", row[0])}


TABLE = rows()


def said(form: str, source: Source, text: str) -> str:
    """A form with a source, written so."""
    asked = "odd" if ".." in source.text else "height" if source.type == "cell" else "worth"
    template = WRITTEN[form][1].replace("worth", asked)
    template = template.replace("S where it is V", "S") if " where " in text and text[0] != "(" else template
    return re.sub(r"\b[SV]\b", lambda found: {"S": text, "V": source.value}[found.group()], template)


def ruleset(form: str, source: Source, text: str, at: str = "", then: str = "seen is 0") -> str:
    """The rules in which a form is used."""
    sort, written = WRITTEN[form][0], said(form, source, text)
    return FRAME.format(
        kept=source.type,
        winners=written if sort == "winners" else "players with highest score",
        phase=SENTENCES[sort].format(written, source.value) if sort in SENTENCES else "nothing",
        action=written if sort == "action" else "add 1 to your coins",
        at=at,
        then=then,
    )


def taken(text: str) -> bool:
    """Whether these are rules, whatever their example shows."""
    try:
        rules_of(read_text("forms.rules", text.encode()), "forms")
    except RulesError:
        return False
    return True


def usual(form: str) -> Source:
    """A source that a form takes."""
    return POOL if TABLE[form]["pieces"] == "yes" else OUT


def test_the_table_has_all_forms() -> None:
    assert TABLE.keys() == WRITTEN.keys()


@pytest.mark.sampled(42, 12)
@pytest.mark.parametrize("form", WRITTEN)
def test_a_form_takes_what_the_table_says(form: str) -> None:
    for column, sources in COLUMNS.items():
        for source in sources:
            says = ("," in source.text,) if TABLE[form][column] == "words" else TAKEN[TABLE[form][column]]
            assert taken(ruleset(form, source, source.text)) is says[0], (column, source.text)
            if ".." in source.text:
                assert taken(ruleset(form, source, f"({source.text})")) is says[1], (column, source.text)


@pytest.mark.sampled(9, 3)
@pytest.mark.parametrize("form", WRITTEN)
def test_a_form_can_be_filtered_as_the_table_says(form: str) -> None:
    source = usual(form)
    by = [name for name in ("it", "x") if taken(ruleset(form, source, f"{source.text} where {name} is {source.value}"))]
    assert TABLE[form]["`where`"] == (", ".join(f"`{name}`" for name in by) or "–")
    named = taken(ruleset(form, source, f"{source.text} as c where c is {source.value}"))
    assert TAKEN[TABLE[form]["`as c`"]][0] is named


@pytest.mark.sampled(3)
@pytest.mark.parametrize("form", WRITTEN)
def test_a_form_makes_of_nothing_what_the_table_says(form: str) -> None:
    source, comes = usual(form), TABLE[form]["of nothing"]
    text = ruleset(form, source, source.text, at="at tried as Ann", then=DONE.get(comes, "seen is 0"))
    if comes in ASKED and WRITTEN[form][0] in QUESTIONS:
        text = ruleset(form, source, source.text, then=ASKED[comes].format(said(form, source, source.text)))
    told = [found.message for found in findings(text)[1] if found.severity == "error"]
    assert ["that goes wrong" in message for message in told] == [True] * (comes == "a fault")
