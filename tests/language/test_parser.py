"""One mistake costs one paragraph; each line gets at most one diagnostic; no text breaks the parser."""

import re

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from hypothesis.extra.lark import from_lark

from rulewright.language import syntax as s
from rulewright.language.format import format_text
from rulewright.language.parser import parse
from rulewright.language.recovery import BrokenHead, broken_heads
from rulewright.language.render import render
from rulewright.language.source import Source, normal, read_source
from rulewright.language.span import Span
from rulewright.language.tokens import RESERVED, layout, paragraphs
from tests.language.larks_own import larks_own

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
SMALL = """\
game "Small"
    players 2
there is
    deck: pile of card   -- one
play:
    repeat 3 times:
        choose take or pass
        if you cannot: end game
action take: move 1 from the deck to your hand
example "one":
    given:
        deck holds nothing
"""


def lines_of(text: str) -> list[tuple[str, int]]:
    source = Source("x.rules", text)
    return [(each.code, source.line(each.span.start)) for each in parse(source).diagnostics]


def test_spans_are_places_of_the_whole_text() -> None:
    action = parse(Source("x.rules", SMALL)).ruleset.declarations[3]
    assert isinstance(action, s.Action)
    move = action.body[0]
    assert isinstance(move, s.Move)
    assert SMALL[move.span.start : move.span.end] == "move 1 from the deck to your hand"
    assert SMALL[move.to.span.start : move.to.span.end] == "your hand"
    assert SMALL[action.name.span.start : action.name.span.end] == "take"


def test_chains_are_flat_and_brackets_are_kept_apart() -> None:
    text = 'invariant "x": a and b and (c and d) and some e in f where g and h\n'
    invariant = parse(Source("x.rules", text)).ruleset.declarations[0]
    assert isinstance(invariant, s.Invariant)
    match invariant.condition:
        case s.Junction(
            "and",
            (s.Word(), s.Word(), s.Junction("and", (_, _)), s.Quantified("some", _, _, s.Junction("and", (_, _)))),
        ):
            return
    pytest.fail(str(invariant.condition))


def test_examples_can_be_left_out() -> None:
    whole, playable = (parse(Source("x.rules", SMALL), skip_examples=skip) for skip in (False, True))
    assert whole.ruleset.declarations[:-1] == playable.ruleset.declarations
    broken = SMALL.replace("holds nothing", "holds (")
    assert parse(Source("x.rules", broken), skip_examples=True).diagnostics == ()


def test_reading_goes_on_behind_each_mistake() -> None:
    text = """\
play:
    if a:
        frob x
        move y
        nothing
    otherwise: nothing
    choose
    if you cannot: nothing
    set x too 4
    repeat:
        blunder
phase ok: nothing
phase bad
    frob
"""
    assert lines_of(text) == [
        ("unknown-verb", 3),
        ("sentence-shape", 4),
        ("sentence-shape", 7),
        ("sentence-shape", 9),
        ("missing-colon", 13),
    ]
    assert {each.kind for each in parse(Source("x.rules", text)).broken} == {"line"}


def test_names_of_broken_paragraphs_are_known() -> None:
    text = """\
suit is one of red, blue; green
there is
    deck pile of card
    box-2: area of (
component die: one of d6, d8 d10
action play(card) "Play" nothing
define f of card x: (
score: 3
"""
    broken = [each for start, end in paragraphs(text) for each in broken_heads(layout(text, start, end))]
    assert [(each.kind, each.name) for each in broken] == [
        ("type", "suit"),
        ("value", "red"),
        ("value", "blue"),
        ("value", "green"),
        ("has", ""),
        ("field", "deck"),
        ("field", "box-2"),
        ("component", "die"),
        ("value", "d6"),
        ("value", "d8"),
        ("value", "d10"),
        ("action", "play"),
        ("define", "f"),
        ("score", ""),
        ("score", "score"),
    ]
    assert parse(Source("x.rules", SMALL)).broken == ()
    assert BrokenHead("type", "suit") == BrokenHead("type", "suit", Span(1, 2))


@pytest.mark.thorough
def test_work_is_bounded() -> None:
    """A reader that took the square of the lines would run into the time limit of every test."""
    text = "play:\n" + "    frob x\n" * 10_000 + "there is\n" + "    x y z\n" * 10_000
    assert len(lines_of(text)) == 40


def harmless(text: str) -> None:
    """Read, say what is wrong, lay out: nothing is raised, every line has at most one diagnostic, layout is stable."""
    source = Source("x.rules", normal(text))
    found = parse(source).diagnostics
    lines = [source.line(each.span.start) for each in found]
    assert len(lines) == len(set(lines))
    assert all(render(source, each).strip() for each in found)
    once = format_text(text)
    assert format_text(once) == once
    assert words_of(once) == words_of(normal(text))


def words_of(text: str) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for start, end in paragraphs(text) for token in layout(text, start, end)]


@QUICK
@given(st.text())
def test_any_text_is_harmless(text: str) -> None:
    harmless(text)
    read_source("x.rules", text.encode("utf-8", errors="surrogatepass"))


@QUICK
@given(st.data())
def test_a_mutated_text_is_harmless(data: st.DataObject) -> None:
    text = SMALL
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 8)))
        piece = data.draw(
            st.sampled_from(["", " ", "\n", "    ", "(", ")", ",", " and ", "is", '"', ":", "x", "--", "\n  y"])
        )
        text = text[:start] + piece + text[end:]
    harmless(text)


def near_the_grammar() -> st.SearchStrategy[str]:
    return from_lark(
        larks_own(),
        explicit={"_IN": st.just("    "), "_OUT": st.just("")},
        alphabet=st.characters(codec="ascii", exclude_characters="\r"),
    )


@pytest.mark.slow
@settings(QUICK, max_examples=20)
@given(st.deferred(near_the_grammar))
def test_texts_near_the_grammar_are_harmless(text: str) -> None:
    harmless(text)


NAMING = (
    "there is\n    NAME: row of card, with owner\n",
    "there is\n    NAME: pile of card, refilled from pool\n",
    "there is\n    NAME: 0..99, starts 3\n",
    "each player has\n    NAME: hand of card, seen by owner\n",
    "each card in row has\n    NAME: yes or no\n",
    "NAME is one of a, b\n",
    "NAME is 0..9\n",
    "NAME is grid 3 by 3\n",
    "suit is one of a, NAME, b\n",
    "component NAME: one of a, b\n",
    "component card: suit, NAME 1..9\n    1 of any, any\n",
    "component card: one of a, NAME\n",
    'option NAME "long": 1 or 2, default 1\n',
    "define NAME: 3\n",
    "define NAME of player p: p's coins\n",
    "define rich of player NAME: 3\n",
    "define next-to(0..9 NAME): 3\n",
    'action NAME "x": nothing\n',
    "phase NAME: nothing\n",
    "to NAME: nothing\n",
    "choice NAME: lay\n",
    "action lay:\n    pick NAME from 1..3\n    nothing\n",
    "action lay:\n    pick NAME from your hand where 1 is 1\n    nothing\n",
    "to lay:\n    let NAME be 3\n",
    "to lay:\n    keep NAME: 0..9\n",
    'to lay:\n    draw NAME from players "x"\n',
    "to lay:\n    each player: roll NAME from 1..6\n",
)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("number", "text"), [*enumerate(NAMING)])
def test_a_word_of_the_language_is_told_wherever_it_shall_name_something(number: int, text: str) -> None:
    """Each word at several of the places, and at each place every fourth word."""
    for word in sorted(RESERVED)[number % 4 :: 4]:
        named = text.replace("NAME", word)
        (found, *others) = parse(Source("x.rules", named)).diagnostics
        assert (found.code, named[found.span.start : found.span.end], others) == ("reserved-word", word, []), word


def test_where_a_name_is_used_no_other_name_is_offered_for_a_word_of_the_language() -> None:
    sentences = (
        "set NAME to 3",
        "add NAME to pot",
        "move all deck to NAME",
        "move 1 from NAME to pot",
        "let x be NAME",
    )
    sentences += ("set your NAME to 3", "set deck's NAME to 3", "if not NAME: stop", "needs NAME is 3", "choose NAME")
    told = [
        (word, found)
        for word in sorted(RESERVED)
        for each in sentences
        for found in parse(Source("x.rules", f"action act:\n    {each.replace('NAME', word)}\n")).diagnostics
        if found.code == "reserved-word"
    ]
    assert {word for word, _ in told} >= {"at", "empty", "highest", "in", "less", "more", "none", "total", "yes"}
    for word, found in told:
        assert f'"{word}" is a word of the language. It is written so: ' in found.message
        assert re.search(rf"\b{word}\b", found.message.partition("written so: ")[2])


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "head",
    [
        "action act:\n    ",
        "choice act:\n    ",
        "scoring:\n    ",
        "joined points:\n    ",
        "component card: suit\n    ",
        'example "x":\n    given:\n        ',
        'example "x":\n    at play\n    when:\n        ',
    ],
)
def test_no_name_is_offered_where_a_line_begins_that_names_nothing(head: str) -> None:
    for word in sorted(RESERVED):
        for rest in (":", "", " order: 0..9", " card is 3"):
            found = next(iter(parse(Source("x.rules", f"{head}{word}{rest}\n")).diagnostics), None)
            told = "" if found is None else found.message
            assert "can name nothing" not in told
            if head != "action act:\n    ":
                assert not told.startswith("A sentence cannot start"), told
                assert "inside a longer expression" not in told


def test_what_uses_a_word_of_the_language_as_a_name_is_not_told_again() -> None:
    text = "there is\n    count: row of card\nto lay: move card to count\nscoring:\n    score of player: count's size\n"
    assert lines_of(text) == [("reserved-word", 2)]


def test_behind_a_line_that_is_put_in_its_column_nothing_is_lost() -> None:
    text = "example \"a\":\n    when:\n        A: act -1\n      then:\n        A's tin is 4\n        A's tin is 5\n"
    assert lines_of(text) == [("indentation", 4)]
    assert parse(Source("x.rules", text)).whole
