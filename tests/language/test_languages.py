"""A text is read with the words of its own version of the language, whatever a newer one has made of them.

The version after the newest is invented here: `redeal ZONE` and `CARDS's middle` are new in it, and `scatter` is what
`shuffle` was called before.
"""

from collections.abc import Iterator
from functools import partial

import pytest
from attrs import evolve

from rulewright.analysis import upgrading
from rulewright.analysis.check import check
from rulewright.analysis.repairing import repaired
from rulewright.analysis.upgrading import Upgraded, upgraded, upgraded_anyway
from rulewright.language import grammar, languages, library
from rulewright.language.building import BUILDERS
from rulewright.language.grammar import NEWEST, Parse, vocabulary
from rulewright.language.languages import OLDEST, in_language, language_of, stated
from rulewright.language.library.answering import Function, Row
from rulewright.language.library.questions import numbered
from rulewright.language.messages import complaints
from rulewright.language.older_texts import read_in_its_language
from rulewright.language.parser import parse
from rulewright.language.source import Source, read_source
from rulewright.language.syntax import Game
from rulewright.language.tokens import CONTINUING, GOING_ON, RESERVED
from rulewright.loading import RulesError, read_text, rules_of
from rulewright.machine.game import Rules
from tests.analysis.looking import run_examples
from tests.language.test_names_of_the_language import ROLES, text as naming

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
        forget()
        yield
    forget()


def forget() -> None:
    """What was made of the table before."""
    for kept in (library.rows_in, grammar.parser, grammar.words_of, read_text):
        kept.cache_clear()


pytestmark = pytest.mark.thorough  # a parser is made for the invented version
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


@INVENTING
def test_a_text_that_says_no_version_is_read_in_the_latest_that_it_fits(before: bytes) -> None:
    assert rules(OLD).program.digest == before
    assert (rules(OLD).language, rules(NEW).language) == (NEWEST, INVENTED)
    data = OLD.encode()
    source = read_in_its_language("a.rules", data)
    assert isinstance(source, Source)
    (found,) = check(source)
    assert (found.code, found.severity, found.sure) == ("older-language", "warning", True)
    assert found.message.startswith(
        f"This text is read in language {NEWEST}; in language {INVENTED}, the newest, it is "
    )
    assert repaired("a.rules", data).data.decode() == saying(NEWEST, OLD)
    assert check(Source("a.rules", saying(NEWEST, OLD))) == []


@INVENTING
def test_what_fits_no_version_is_told_in_words_of_the_newest() -> None:
    source = read_in_its_language("a.rules", OLD.replace("shuffle deck", "scatter hands").encode())
    assert isinstance(source, Source)
    assert source.language == INVENTED


@INVENTING
@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("    redeal deck\n", "redeal"),
        ("    set your best to your hand's middle's rank\n", "middle"),
        ("    scatter deck\n", "scatter"),
    ],
)
def test_a_word_that_only_newer_versions_have_is_told_as_that(line: str, word: str) -> None:
    text = saying(NEWEST, NEW.replace("scatter", "shuffle").replace("    redeal deck\n", "").replace("'s middle", ""))
    assert rules(text.replace("hand's rank", "hand's size")).program
    wrong = text.replace("hand's rank", "hand's size").replace("action pass: nothing\n", f"action pass:\n{line}")
    (found,) = check(Source("a.rules", wrong))
    assert found.message == (
        f'"{word}" is a word of the language since version {INVENTED}, and this text is in language {NEWEST}. '
        f"Make it a text of version {INVENTED}: rulewright fmt --upgrade FILE"
    )
    with pytest.raises(RulesError, match="since version"):
        rules(wrong)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            NEWEST + 1,
            f"needs Rulewright 0.{NEWEST + 1} or newer, which reads that language",
        ),
        (0, "There is no language 0"),
        (10**12, "needs"),
    ],
)
def test_a_version_that_is_not_known_is_refused_before_anything_else(language: int, said: str) -> None:
    found = read_source("a.rules", saying(language, OLD.replace("shuffle", "?")).encode())
    assert isinstance(found, list)
    assert [each.code for each in found] == ["language-version"]
    assert said in found[0].message


def test_the_version_that_a_text_says_changes_no_program(before: bytes) -> None:
    assert rules(saying(OLDEST, OLD)).program.digest == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('game "A"\n    language 1\n    players 2\n', 1),
        ('option x: yes or no, default no\ngame "A" "a"  -- a game\n\n  -- and\n  language   2 -- two\n', 2),
        ('the game "A"\n    the language 1\n    players 2\n', 1),
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
    (game, *_) = [each for each in parse(Source("a", text)).ruleset.declarations if isinstance(each, Game)] or [None]
    assert game is None or (game.language and game.language.value) == said


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


UPGRADED = (
    saying(INVENTED, OLD).replace("shuffle", "scatter").replace("redeal", "my-redeal").replace("middle", "my-middle")
)


@pytest.fixture
def _scatter(_invented: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the invented version `shuffle` is written `scatter`."""
    monkeypatch.setitem(upgrading.RENAMED, INVENTED, {"shuffle": "scatter"})


@pytest.mark.sampled(2)
@pytest.mark.usefixtures("_scatter")
@pytest.mark.parametrize("text", [OLD, saying(NEWEST, OLD), saying(OLDEST, OLD)])
def test_a_text_is_made_one_of_the_newest_version(text: str, before: bytes) -> None:
    """`redeal` and `middle` would be read otherwise; the field `scatter` stands where no sentence begins."""
    source = read_in_its_language("a.rules", text.encode())
    assert isinstance(source, Source)
    made = upgraded(source)
    assert made == Upgraded(
        UPGRADED,
        (
            "`shuffle` is written `scatter` now, in 2 places.",
            "What was called `middle`, now a word of the language, is `my-middle`.",
            "What was called `redeal`, now a word of the language, is `my-redeal`.",
            f"It says `language {INVENTED}` below its title now.",
        ),
    )
    assert check(Source("a.rules", made.text)) == []
    assert rules(made.text).program.digest != before, "it has other names"
    assert upgraded(Source("a.rules", made.text)) == Upgraded(made.text, ())


@INVENTING
def test_a_text_that_says_an_older_version_than_it_is_written_in_becomes_one_of_the_newest() -> None:
    """Such as one to which a word was added that messages advise; with it are names that have become words."""
    said = f"It says `language {INVENTED}` below its title now."
    new = saying(NEWEST, NEW)
    assert any("fmt --upgrade" in each.message for each in check(Source("a.rules", new)))
    assert upgraded_anyway(Source("a.rules", new)) == Upgraded(saying(INVENTED, NEW), (said,))
    for mixed in (saying(NEWEST, OLD), OLD):
        text = mixed.replace("    shuffle deck", "    scatter deck")
        made = upgraded_anyway(Source("a.rules", text))
        assert made is not None
        assert made.said[-1] == said
        assert check(Source("a.rules", made.text)) == []
        assert "my-redeal(you)" in made.text
        assert "    scatter deck" in made.text
    assert upgraded_anyway(Source("a.rules", new.replace("    scatter deck", "    hide deck"))) is None


@pytest.mark.usefixtures("_scatter")
def test_names_are_written_anew_in_strings_examples_and_longer_names_and_nowhere_else() -> None:
    old = """\
game "Old" "In the middle, redeal"
    language 2
    players 2
part is one of left, middle
component redeal, called "{part}-{middle}": part, middle 1..2
    shown as "{part's initial}{middle}"
    1 of any, any
there is
    pool: area of redeal -- the middle ones
setup: move all box's redeals to pool
play:
    each player: choose keep
action keep "Redeal the middle":
    pick redeal from pool where its part is middle
    move redeal to box
define middle of redeals: its item(2)'s middle
scoring:
    score of player: pool's middle
example "middle-1 goes":
    given:
        pool holds middle-1, left-2
    when:
        player-1: keep middle-1
    then:
        pool holds left-2
"""
    source = Source("a.rules", old.replace("language 2", f"language {NEWEST}"))
    assert check(source) == []
    made = upgraded(source)
    assert made.newest
    assert (
        made.text
        == """\
game "Old" "In the middle, redeal"
    language 3
    players 2
part is one of left, my-middle
component redeal, called "{part}-{my-middle}": part, my-middle 1..2
    shown as "{part's initial}{my-middle}"
    1 of any, any
there is
    pool: area of redeal -- the middle ones
setup: move all box's redeals to pool
play:
    each player: choose keep
action keep "Redeal the middle":
    pick redeal from pool where its part is my-middle
    move redeal to box
define my-middle of redeals: its item(2)'s my-middle
scoring:
    score of player: pool's my-middle
example "middle-1 goes":
    given:
        pool holds my-middle-1, left-2
    when:
        player-1: keep my-middle-1
    then:
        pool holds left-2
""".replace("language 3", f"language {INVENTED}")
    )


@INVENTING
def test_what_would_be_another_game_stays_as_it_is() -> None:
    source = Source("a.rules", saying(NEWEST, OLD))
    made = upgraded(source)
    assert not made.newest
    assert made.text == source.text
    (why,) = made.said
    assert why.endswith(f"its sentences mean something else in language {INVENTED}, or nothing.")


@INVENTING
@pytest.mark.sampled(12, 3)
@pytest.mark.parametrize("role", ROLES)
def test_in_an_older_text_anything_can_be_called_like_a_newer_word(role: str) -> None:
    for name in ("redeal", "middle", "scatter"):
        source = Source("a.rules", saying(NEWEST, naming(role, name)))
        assert [each.message for each in check(source) if each.severity == "error"] == []
        assert list(run_examples(source)) == []


@pytest.mark.parametrize(
    ("line", "span"),
    [
        ("add red * 7 to your purse", "red * 7"),
        ("add red * n + black to your purse", "red * n"),
        ("subtract one from your left's purse", None),
        ("add red + black + red to your purse", None),
        ("move all (heap + pool) to pool", "heap + pool"),
        ("if (heap + pool)'s size is 3: add red to your purse", "heap + pool"),
    ],
)
def test_what_reads_in_older_texts_but_said_nothing_there_is_told_as_newer(line: str, span: str | None) -> None:
    text = """game "Signs"
    language {language}
    players 2
color is one of red, black
component card, called "card-{{color}}": color
    2 of any
there is
    heap: area of card
    pool: area of card
each player has
    purse: counts of color, starts red + red
define one: red
setup: move all box to heap
play:
    each player: choose gain
action gain:
    pick n from 1..3
    {line}
    add black to your purse
    if n is 2: move all heap to pool
scoring:
    score of player: its purse's size
    winners: players with highest score
"""

    def errors(language: int) -> list[tuple[str, str]]:
        source = read_source("signs.rules", text.format(language=language, line=line).encode())
        assert isinstance(source, Source)
        wrong = (one for one in check(source) if one.severity == "error")
        return [(one.code, source.text[one.span.start : one.span.end]) for one in wrong]

    assert errors(1) == ([] if span is None else [("language-version", span)])
    assert not errors(2)
