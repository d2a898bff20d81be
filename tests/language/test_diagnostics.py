"""Complaints: what they ask for, and that they are told with it."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import rulewright
from rulewright.language import messages
from rulewright.language.diagnostics import Complaint, Diagnostic, Edit, applied
from rulewright.language.foreign_idioms import ROWS
from rulewright.language.messages import Words, complaints
from rulewright.language.span import Span
from rulewright.language.syntax import Name
from rulewright.language.wording import gaps, said
from tests.language.blocks import CODES, SPEC, blocks, completed, findings
from tests.language.test_messages import CASES, completed as framed

ROOT = Path(rulewright.__file__).parent
ROOMS = {name: complaints(name) for name, room in vars(messages).items() if isinstance(room, Words)}
COMPLAINTS = [each for room in ROOMS.values() for each in room.values()]


@cache
def trees() -> list[tuple[str, ast.Module]]:
    """The modules that know complaints."""
    texts = ((path.name, path.read_text(encoding="utf-8")) for path in sorted(ROOT.rglob("*.py")))
    return [(name, ast.parse(text)) for name, text in texts if messages.__name__ in text]


def in_source() -> Iterator[tuple[str, dict[str, str], ast.AST]]:
    """Each node of a module that knows complaints, with its place and the subjects that the module knows."""
    for name, tree in trees():
        rooms = rooms_in(tree)
        yield from ((f"{name}:{getattr(node, 'lineno', 0)}", rooms, node) for node in ast.walk(tree))


def asked_for() -> Iterator[tuple[str, str]]:
    """Each complaint that is named in the source: its subject, and its name there."""
    for _, rooms, node in in_source():
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in rooms:
            yield rooms[node.value.id], node.attr


def rooms_in(tree: ast.Module) -> dict[str, str]:
    """The subjects that a module knows, by what it calls them."""
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == messages.__name__)
    return {each.asname or each.name: each.name for node in imports for each in node.names}


def told() -> Iterator[tuple[str, Complaint, ast.Call]]:
    """Each place in the source where a complaint is told."""
    for place, rooms, node in in_source():
        match node:
            case ast.Call(func=ast.Attribute(ast.Name(room), name)) if room in rooms:
                yield place, ROOMS[rooms[room]][name], node


def wrong(complaint: Complaint, call: ast.Call) -> bool:
    """Whether a complaint is told without a fact that it asks for, or with one that it does not know."""
    wanted = gaps(complaint.sentence) | gaps(complaint.edit or "")
    given = {each.arg: each.value for each in call.keywords}
    # A place that is a name brings its text along; what is near is found among the candidates.
    facts = wanted - {"name", "near", "alike"} | ({"candidates"} if "near" in wanted else set())
    line = given.get("line")
    return (
        len(call.args) > 1
        or facts != given.keys() - {"also", "edit", "name"}
        or not (line is None or "also" in given or isinstance(line, ast.Constant))  # a named line is a second place
        or ("also" in given and not complaint.also)
    )


def test_each_complaint_that_is_asked_for_stands_in_its_file_and_each_there_is_asked_for() -> None:
    named = {*asked_for()}
    foreign = {row.said.sentence for rows in ROWS.values() for row in rows}
    named |= {("idioms", name) for name, said in ROOMS["idioms"].items() if said.sentence in foreign}
    assert named == {(subject, name) for subject, room in ROOMS.items() for name in room}


def test_complaints_are_told_with_the_facts_of_their_sentences_and_those_of_two_places_with_both_somewhere() -> None:
    places = list(told())
    assert len(places) > 400
    assert [place for place, complaint, call in places if wrong(complaint, call)] == []
    every = {id(found) for _, found, _ in places}  # the others are handed over, and told elsewhere
    given = {id(found) for _, found, call in places if any(each.arg == "also" for each in call.keywords)}
    assert [each.sentence for each in COMPLAINTS if each.also and id(each) in every - given] == []


# ---- the words


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("{card:a}, {card:A}, {card:up}", "an Ace, An Ace, Ace"),
        ("{many:,}, {many:card}, {one:card}", "1,200, 1200 cards, 1 card"),
        ("{suits}; {suits:2}; {suits: or }; {suits:#}; {suits:#suit}", "a, b, c; a, b …; a or b or c; 3; 3 suits"),
        ("[{nobody} and {card}|{card}|{many}].[ {zero}][ {empty}]", "Ace. 0"),
        ("{braces} {zero} {empty}", "{card} [x|y] 0 "),
    ],
)
def test_facts_fill_the_gaps_of_a_sentence(sentence: str, words: str) -> None:
    facts = {"card": "Ace", "many": 1200, "one": 1, "suits": ("a", "b", "c"), "braces": "{card} [x|y]", "zero": 0}
    assert said(sentence, {**facts, "nobody": None, "empty": ()}) == words


# ---- edits


def test_the_nearest_candidate_is_the_hint_and_the_edit() -> None:
    complaint = next(each for each in COMPLAINTS if each.edit == "{near}")
    name = Name("siut", span=Span(3, 7))
    facts = dict.fromkeys(gaps(complaint.sentence) - {"name", "near", "alike"}, "x")
    found = complaint(name, **facts, candidates=["rank", "suit"])
    assert found.message.endswith('Did you mean "suit"?')
    assert found.edit == Edit(name.span, "suit")
    assert complaint(name, **facts, candidates=["rank"]).edit is None
    assert complaint(Name("siut"), **facts, candidates=["suit"]).edit is None, "it stands nowhere in the text"


def test_edits_are_applied_together() -> None:
    edits = [Edit(Span(4, 7), "b"), Edit(Span(0, 3), "longer"), Edit(Span(7, 7), "!")]
    assert applied("one two", edits) == "longer b!"
    assert applied("one two", []) == "one two"


@pytest.mark.parametrize("other", [Span(2, 3), Span(1, 1), Span(0, 2), Span(2, 9)])
def test_edits_of_one_place_are_refused(other: Span) -> None:
    with pytest.raises(ValueError, match="Two edits of the same place"):
        applied("some text", [Edit(Span(1, 3), "x"), Edit(other, "y")])


def lasting(text: str, found: Diagnostic, edit: Edit) -> list[Diagnostic]:
    """What is still wrong at the place of a finding after its edit: the same, or something new."""
    shift = len(edit.text) - edit.span.end + edit.span.start if edit.span.start < found.span.start else 0
    before = [(one.code, one.message) for one in findings(text)[1] if one is not found]
    after = [one for one in findings(applied(text, [edit]))[1] if one.span.start == found.span.start + shift]
    return [one for one in after if one.severity == "error" and (one.code, one.message) not in before]


PAGES = {str(block): completed(block) for page in (CODES, SPEC) for block in blocks(page)}
PAGES |= {name: framed(text) for name, (text, _) in CASES.items()}


@pytest.mark.sampled(60, 12)
@pytest.mark.parametrize("name", PAGES)
def test_a_finding_is_gone_with_its_edit(name: str) -> None:
    """And nothing else is found in its place; a second place lies in the text."""
    source, found = findings(PAGES[name])
    for one in found:
        assert one.also is None or 0 <= one.also.span.start < one.also.span.end <= len(source.text)
        assert one.also is None or one.also.span != one.span
        assert one.edit is None or lasting(source.text, one, one.edit) == []


# What is wrong, and what its edit makes of it; each is completed by the frame of the messages.
PICK = "action act:\n    pick card from pool\n"
REPAIRED = {
    'component gem, called "a-{colour}-{colour}": color yes or no\n    1 of yes\n': (
        'component gem, called "a-{color}-{color}": color yes or no\n    1 of yes\n'
    ),
    "action act:\n    if max(bid's next, 2) is 3: nothing\n": "action act:\n    if max(bid + 1, 2) is 3: nothing\n",
    "action act:\n    if bid is 2 or 4 or leader is you: nothing\n": (
        "action act:\n    if bid is 2 or bid is 4 or leader is you: nothing\n"
    ),
    "there is\n    late: yes or no\naction act:\n    if bid is 2 or 4 or late: nothing\n": (
        "there is\n    late: yes or no\naction act:\n    if bid is 2 or bid is 4 or late: nothing\n"
    ),
    "action act:\n    if leader is not in teams's first's members or you: nothing\n": (
        "action act:\n    if leader is not in teams's first's members and leader is not you: nothing\n"
    ),
    "action act:\n    let last be leader\n    if last is not you: set leader to last\n": (
        "action act:\n    let closer be leader\n    if closer is not you: set leader to closer\n"
    ),
    "action act:\n    if bid is 2 or 4 or 6: nothing\n": (
        "action act:\n    if bid is 2 or bid is 4 or bid is 6: nothing\n"
    ),
    "action act:\n    set bid to (bid + 1\n": "action act:\n    set bid to (bid + 1)\n",
    'action act:\n    needs (bid is 1 or bid is 2 because "no"\n': (
        'action act:\n    needs (bid is 1 or bid is 2) because "no"\n'
    ),
    "action act:\n    if (count of pool where it is red-1 is 1): nothing\n": (
        "action act:\n    if ((count of pool where it is red-1) is 1): nothing\n"
    ),
    "define few: 1 + count of pool where it is red-1\n": "define few: 1 + (count of pool where it is red-1)\n",
    "define two: 2\naction act:\n    set bid to two(1) + 1\n": "define two: 2\naction act:\n    set bid to two + 1\n",
    "to pay(-1..3 price): nothing\naction act:\n    pay(7)\n": (
        "to pay(-1..7 price): nothing\naction act:\n    pay(7)\n"
    ),
    "there is\n    low: -5..5\naction act:\n    set low to 6\n": (
        "there is\n    low: -5..6\naction act:\n    set low to 6\n"
    ),
}


@pytest.mark.parametrize("text", REPAIRED)
def test_an_edit_makes_what_the_words_say(text: str) -> None:
    source, found = findings(framed(text))
    edited = next(one for one in found if one.edit)
    assert edited.edit is not None
    assert applied(source.text, [edited.edit]) == framed(text).replace(text, REPAIRED[text])
    assert lasting(source.text, edited, edited.edit) == []


# What is wrong, and the line that is shown beside it with why; each is completed by the frame of the messages.
SECOND = {
    "action act:\n    let bigger be bid\n    set leader to bigger\n": ("declared here", "let bigger be bid"),
    "action act:\n    pick card from pool\n    set leader to card\n": ("declared here", "pick card from pool"),
    "to pay: nothing\nplay:\n    each player: choose pay\n": ("declared here", "to pay: nothing"),
    "to pay:\n    each player: add 1 to your coins\n    add 2 to your coins\nplay: pay\n": (
        "asks for you here",
        "add 2 to your coins",
    ),
    "to pay:\n    again\nto again: choose act\nplay:\n    pay\n": ("asks for you here", "again"),
    "action act:\n    set bid to 3\n    shuffle deck\n    needs bid is 3\n": ("the first sentence", "set bid to 3"),
    "there is\n    heap: pile of card, refilled from bag\n": ("declared here", "bag: area of token"),
    "there is\n    heap: pile of card, refilled from coins\n": ("declared here", "coins: 0..99"),
    "there is\n    heap: pile of card, refilled from bid\n": ("declared here", "bid: 0..60"),
    "component ball: rank 1..3, suit\n    1 of 4, red\n": ("declared here", "component ball: rank 1..3, suit"),
    "there is\n    few: area of card, up to 2\nsetup: move 3 from box's cards to few\n": (
        "declared here",
        "few: area of card, up to 2",
    ),
    "there is\n    seen: set of suit\naction act:\n    subtract red from seen\n": (
        "declared here",
        "seen: set of suit",
    ),
}


@pytest.mark.parametrize("text", SECOND)
def test_a_second_place_is_shown_where_it_explains(text: str) -> None:
    source, found = findings(framed(text))
    told = [(one.also.what, source.line_text(source.line(one.also.span.start)).strip()) for one in found if one.also]
    assert told == [SECOND[text]], [one.message for one in found]
