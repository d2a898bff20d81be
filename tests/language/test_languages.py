"""A text is read with the words of its own version of the language, whatever a newer one has made of them.

The version after the newest is invented here: `redeal ZONE` and `CARDS's middle` are new in it, and `scatter` is what
`shuffle` was called before.
"""

from collections.abc import Iterator
from functools import partial

import pytest
from attrs import evolve

from rulewright.analysis.check import check
from rulewright.language import grammar, languages, library
from rulewright.language.building import BUILDERS
from rulewright.language.grammar import NEWEST, Parse, vocabulary
from rulewright.language.languages import OLDEST, in_language, language_of, stated
from rulewright.language.library.answering import Function, Row
from rulewright.language.library.questions import numbered
from rulewright.language.messages import complaints
from rulewright.language.source import Source
from rulewright.language.tokens import CONTINUING, GOING_ON, RESERVED
from rulewright.loading import RulesError, read_text, rules_of
from rulewright.machine.game import Rules

INVENTED = NEWEST + 1
OLD = """\
game "Old" "It was there before the words"
    players 2
component card: rank 1..5
    2 of any
there is
    deck: pile of card
each player has
    hand: hand of card
    scatter: 0..9
to redeal(player p):
    move all p's hand to deck
    shuffle deck "anew"
    move 3 from deck to p's hand
define middle of cards: its item(2)'s rank
setup:
    move all box's cards to deck
    shuffle deck
    each player: redeal(you)
play:
    repeat 3 times:
        each player: choose play-one or pass
action play-one "Play a card, and get new ones":
    pick card from your hand
    needs card's rank is not your hand's middle
    move card to deck
    set your scatter to your hand's middle
    redeal(you)
action pass:
    nothing
scoring:
    score of player: its scatter
"""
NEW = """\
game "New" "It has the words"
    players 2
component card: rank 1..5
    2 of any
there is
    deck: pile of card
each player has
    hand: hand of card
    best: 0..5
setup:
    move all box's cards to deck
    scatter deck
    each player: move 3 from deck to your hand
play:
    repeat 3 times:
        each player: choose look or pass
action look:
    set your best to your hand's middle's rank
    redeal deck
action pass: nothing
scoring:
    score of player: its best
"""


def rules(text: str) -> Rules:
    return rules_of(read_text("a.rules", text.encode()), "a")


def saying(language: int, text: str) -> str:
    """The text with its version below the title."""
    title, rest = text.split("\n", 1)
    return f"{title}\n    language {language}\n{rest}"


@pytest.fixture(scope="module")
def before() -> bytes:
    """What the old text was when its language was the newest."""
    return rules(OLD).program.digest


@pytest.fixture
def _invented(before: bytes) -> Iterator[None]:
    """One more version of the language."""
    del before
    shuffle = '    | "shuffle" path [STRING] _NL -> shuffle'
    old, new = f"{shuffle} // until {NEWEST}", f"{shuffle} // since {INVENTED}"
    marked = grammar.marked()
    assert f"{shuffle} |" in marked
    lines = f"{old}\n{new.replace('shuffle', 'scatter', 1)}\n{new.replace('shuffle', 'redeal', 1)}\n    |"
    middle = Row("sequence", "middle", "The second one.", Function(partial(numbered, 2)), since=INVENTED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grammar, "marked", lambda: marked.replace(f"{shuffle} |", lines))
        patch.setattr(languages, "NEWEST", INVENTED)
        patch.setitem(library.ROWS, ("sequence", "middle"), middle)
        library.rows_in.cache_clear()
        grammar.parser.cache_clear()
        read_text.cache_clear()
        yield
    library.rows_in.cache_clear()
    grammar.parser.cache_clear()
    read_text.cache_clear()


INVENTING = pytest.mark.usefixtures("_invented")


@INVENTING
def test_newer_words_are_names_in_an_older_text(before: bytes) -> None:
    assert rules(saying(NEWEST, OLD)).program.digest == before


@INVENTING
def test_words_that_are_gone_are_told_in_a_newer_text_alone() -> None:
    assert rules(saying(INVENTED, NEW)).program
    with pytest.raises(RulesError, match="shuffle"):
        rules(saying(INVENTED, NEW.replace("scatter", "shuffle")))
    with pytest.raises(RulesError, match="scatter"):
        rules(saying(NEWEST, NEW))


def test_the_version_that_a_text_says_changes_no_program(before: bytes) -> None:
    assert rules(saying(OLDEST, OLD)).program.digest == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('game "A"\n    language 1\n    players 2\n', 1),
        ('option x: yes or no, default no\ngame "A" "a"  -- a game\n\n  -- and\n  language   2 -- two\n', 2),
        ('game "A"\n    players 2\n    language 1\n', None),
        ('game "A"\n    players language, two\n', None),
        ('games "A"\n    language 1\n', None),
        ("language 1\n", None),
        ('game "A"\n    language one\n', None),
    ],
)
def test_a_text_says_its_version_below_its_title(text: str, said: int | None) -> None:
    found = stated(text)
    assert (found and found.language) == said
    assert language_of(text) == (said or NEWEST)
    assert found is None or text[found.span.start : found.span.end].split() == ["language", str(said)]


def test_lines_of_the_grammar_belong_to_the_versions_that_their_marks_say() -> None:
    marked = "x: a // ours\n    | b // since 2\n    | c // until 1\n    | d // since 3"
    texts = [in_language(marked, language).count("|") for language in (1, 2, 3)]
    assert texts == [1, 1, 2]
    assert "b" in in_language(marked, 2)
    assert "c" in in_language(marked, 1)


def test_every_mark_is_of_a_version_that_there_is() -> None:
    marked = grammar.marked()
    assert in_language(marked, NEWEST) == in_language(marked, NEWEST + 9)
    assert in_language(marked, OLDEST) == in_language(marked, OLDEST - 9)
    assert {row.since for row in library.ROWS.values()} <= {*range(OLDEST, NEWEST + 1)}


def test_what_lays_out_lines_and_what_names_nothing_is_the_same_in_all_versions() -> None:
    """These are read before any grammar, so that one more of them would break older texts."""
    reserved = """
        none yes no you your it its count total highest lowest some every first last only exactly not in at more less
        empty and or each game
    """
    assert set(reserved.split()) == RESERVED
    going_on = {"and", "or", "when", "because", "where", "with", "satisfies", "is", "in", "to", "from"}
    assert going_on | {"+", "-", "*", "/", "mod"} == GOING_ON
    assert {",", "and", "or"} == CONTINUING


def test_a_builder_and_a_conflict_free_grammar_are_there_for_every_version() -> None:
    for language in range(OLDEST, NEWEST + 1):
        rules = grammar.parser(language).rules
        passed = {rule.origin.name for rule in rules if rule.options.expand1}
        named = {rule.alias or rule.origin.name for rule in rules}
        assert {name for name in named - passed if not name.startswith("_")} <= set(BUILDERS)
        assert Parse.begun(language).accepts() >= {vocabulary(language).heads["game"]}


def test_what_a_newer_version_checks_more_strictly_is_a_warning_in_an_older_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = complaints("secrecy")
    for name in [name for name, row in rows.items() if row.code == "broken-secret"]:
        monkeypatch.setitem(rows, name, evolve(rows[name], since=NEWEST))
    told = f'{OLD}secret "hands": nobody sees players\' hand\n'
    for language, severity in ((OLDEST, "warning"), (NEWEST, "error")):
        found = check(Source("a.rules", saying(language, told)))
        assert [each.severity for each in found if each.code == "broken-secret"] == [severity]
    assert rules(saying(OLDEST, told)).program
    with pytest.raises(RulesError, match="Only its owner sees hand"):
        rules(saying(NEWEST, told))
