"""What a player gets from a rulebook: all that can be done is told, links lead somewhere, what playing shows is so, and
what the author says in sentences stands in front of the steps."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import pytest

from rulewright.analysis.documents import Document, Item, Points, Section, Table, as_page, as_text, texts
from rulewright.analysis.random_games import plies
from rulewright.analysis.rulebook import rulebook
from rulewright.analysis.rulebook.aid import aid
from rulewright.analysis.rulebook.from_play import FromPlay, from_play
from rulewright.files import shipped
from rulewright.language import syntax
from rulewright.language.elaborate.settings import options_of, player_counts
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.language.walking import walk
from rulewright.loading import load
from tests.made.loading import read

RULESETS = Path(__file__).parents[2] / "rulesets"
LARGE = sorted(path.stem for path in RULESETS.glob("*.rules"))
GAMES = sorted(shipped())
LAST = ("Examples", "Step by step")


@cache
def tree(game: str) -> tuple[Source, syntax.Ruleset]:
    text = read(shipped()[game].read_text(encoding="utf-8"))
    return text.source, text.parsed.ruleset


@cache
def played(game: str) -> FromPlay:
    return from_play(*tree(game), {})


@cache
def book(game: str) -> Document:
    """Without what playing shows."""
    return rulebook(*tree(game))


def small(text: str, **given: int | bool) -> Document:
    source = Source("small.rules", text)
    parsed = parse(source)
    assert not parsed.diagnostics
    chosen = {name.replace("_", "-"): value for name, value in given.items()}
    return rulebook(source, parsed.ruleset, chosen, from_play(source, parsed.ruleset, chosen))


def flat(sections: tuple[Section, ...]) -> list[Section]:
    return [one for section in sections for one in (section, *flat(section.parts))]


def words(sections: tuple[Section, ...]) -> str:
    blocks = (block for section in flat(sections) for block in section.blocks)
    return " ".join(text for block in blocks for text in texts(block))


def in_front(document: Document) -> tuple[Section, ...]:
    return tuple(each for each in document.chapters if each.heading not in LAST)


# ---- All is told


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_all_that_can_be_done_has_a_section_in_front(game: str) -> None:
    named = {section.name for section in flat(in_front(book(game)))}
    offered = syntax.Phase | syntax.Action | syntax.ActionFamily | syntax.Choice | syntax.Component
    assert [each.name.text for each in tree(game)[1].declarations if isinstance(each, offered)] == [
        each.name.text for each in tree(game)[1].declarations if isinstance(each, offered) and each.name.text in named
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_each_attribute_that_differs_is_a_column_and_each_option_a_point(game: str) -> None:
    blocks = [block for section in flat(book(game).chapters) for block in section.blocks]
    heads = {cell for block in blocks if isinstance(block, Table) for cell in block.head}
    for each in tree(game)[1].declarations:
        if isinstance(each, syntax.Component) and each.rows:
            unsaid = {one.name.text.replace("-", " ") for one in each.attributes} - heads
            assert all(all(row.values[at] == syntax.Nobody() for row in each.rows) for at in places(each, unsaid))
    points = {item.name for block in blocks if isinstance(block, Points) for item in block.items}
    assert {option.name.text for option in options_of(tree(game)[1])} <= points


def places(component: syntax.Component, names: set[str]) -> list[int]:
    return [at for at, one in enumerate(component.attributes) if one.name.text.replace("-", " ") in names]


@pytest.mark.parametrize("game", LARGE)
def test_whatever_is_told_in_sentences_is_told_step_by_step_too(game: str) -> None:
    (exact,) = (each for each in book(game).chapters if each.heading == "Step by step")
    steps = {section.name for section in flat((exact,))}
    doings = syntax.Phase | syntax.Action | syntax.ActionFamily | syntax.Procedure | syntax.ProcedureFamily
    declared = {each.name.text for each in tree(game)[1].declarations if isinstance(each, doings)}
    said = {each.name.text for each in tree(game)[1].declarations if isinstance(each, syntax.Prose)}
    assert said & declared <= steps


@pytest.mark.parametrize("game", LARGE)
def test_what_is_only_counted_is_not_told_in_front(game: str) -> None:
    front = words(in_front(book(game)))
    said = {each.name.text for each in tree(game)[1].declarations if isinstance(each, syntax.Prose)}
    for each in (each for each in tree(game)[1].declarations if isinstance(each, syntax.Has)):
        for field in each.fields:
            name = field.name.text
            if "-" in name and name not in said and not isinstance(field.type, syntax.Holder | syntax.Board):
                assert name not in front, name
    listed = {item.name for section in flat(in_front(book(game))) for block in section.blocks for item in items(block)}
    counted = {
        field.name.text
        for each in tree(game)[1].declarations
        if isinstance(each, syntax.Has)
        for field in each.fields
        if isinstance(field.type, syntax.ConstRange | syntax.Flag | syntax.Name) and field.name.text not in said
    }
    assert not counted & listed


def items(block: object) -> tuple[Item, ...]:
    return block.items if isinstance(block, Points) else ()


@pytest.mark.parametrize("game", LARGE)
def test_nothing_speaks_as_a_test_does(game: str) -> None:
    whole = words(book(game).chapters)
    assert re.findall(r"Chance \(|everything else|gives rest|\bof it\)", whole) == []


@pytest.mark.parametrize("game", LARGE)
def test_the_author_tells_the_aim_the_setup_and_the_end(game: str) -> None:
    said = {each.name.text for each in tree(game)[1].declarations if isinstance(each, syntax.Prose)}
    assert {"game", "setup", "scoring"} <= said
    assert book(game).chapters[0].heading == "The game"


# ---- What playing shows

SET_UP = {
    "biblios": {"Deck": "60 72 80 60", "Aside cards": "21 12 7 2", "Withdrawn cards": "6 3 – –", "Hand": "– – – 5"},
    "alchemy": {"Row": "4 4 4 4", "Covered potions": "6 9 12 15"},
    "apotheca": {"Market": "6 6 6", "Supply": "39 39 39", "Station": "1 1 1", "Crew": "1 1 1"},
    "aurum": {"Base metals": "36 50", "Supply": "14 15"},
    "balloon-cup": {"Hand": "8", "Deck": "29", "Prizes": "5", "Bag": "35"},
    "line-it": {"Deck": "106 106 106 106", "Supply": "6 6 6 6"},
}
"""From the published rules: what lies where once all is set up, by the number of players."""


def set_up(game: str) -> Table:
    return next(block for block in played(game).setup if isinstance(block, Table))


@pytest.mark.parametrize("game", LARGE)
def test_the_numbers_of_the_setup_are_the_published_ones(game: str) -> None:
    told = {name: " ".join(cells).replace(" each", "") for name, *cells in set_up(game).rows}
    assert {name: told[name] for name in SET_UP[game]} == SET_UP[game]


@pytest.mark.parametrize("game", LARGE)
def test_there_is_a_column_for_each_number_of_players(game: str) -> None:
    counts = player_counts(tree(game)[1])
    assert set_up(game).head[1:] == tuple(f"{count} players" for count in counts)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_the_parts_of_each_score_come_to_it(game: str) -> None:
    for table in (block for block in played(game).scoring if isinstance(block, Table)):
        *parts, (score, *totals) = table.rows
        assert score == "Score"
        for column, total in enumerate(totals, start=1):
            numbers = [re.match(r"-?\d+", row[column]) for row in parts]
            assert sum(int(found[0]) for found in numbers if found) == int(total)
            for row in parts:
                _, colon, of = row[column].partition(": ")
                if colon:
                    adds = [int(number) for number in re.findall(r"(-?\d+)(?=,| and |$)", of)]
                    assert sum(adds) == int(row[column].partition(":")[0])


@pytest.mark.parametrize("game", LARGE)
def test_a_finished_game_shows_how_its_scores_come_about(game: str) -> None:
    assert any(isinstance(block, Table) for block in played(game).scoring)


def test_the_scores_of_that_game_are_those_of_players_who_think() -> None:
    """Line-it: at random the two of them seldom come to half of what the winner has who thinks."""
    (table,) = (block for block in played("line-it").scoring if isinstance(block, Table))
    games = [load("line-it").start(seed) for seed in range(10)]
    for seed, game in enumerate(games):
        list(plies(game, seed=seed, number=0))
    assert max(map(int, table.rows[-1][1:])) > 1.5 * sum(max(game.scores) for game in games) / len(games)


def test_one_text_has_one_rulebook() -> None:
    assert from_play(*tree("line-it"), {}) == played("line-it")


def test_what_cannot_be_played_shows_nothing() -> None:
    endless = FIRST.replace("each player: choose rest", "repeat:\n        each player: choose rest")
    assert "may end so" not in as_text(small(endless))
    broken = FIRST.replace("set pot to 3", "set pot to 10 / (pot - pot)")
    assert "When all is set up" not in as_text(small(broken))


# ---- On the page


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_every_link_leads_to_a_section(game: str) -> None:
    page = ET.fromstring(as_page(book(game)).partition("\n")[2])
    ids = [element.attrib["id"] for element in page.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    links = {element.attrib["href"] for element in page.iter("a")}
    assert {link.removeprefix("#") for link in links} <= set(ids)


def test_a_quoted_name_is_a_link_and_any_other_quotation_is_not() -> None:
    page = as_page(small(FIRST + 'about game: "See “rest”, or “elsewhere”."\n'))
    assert re.search('See “<a href="#c[0-9-]+">rest</a>”, or “elsewhere”', page)


@pytest.mark.parametrize("game", LARGE)
def test_the_aid_says_each_phase_and_move_on_a_page(game: str) -> None:
    short = aid(*tree(game))
    assert short.on_a_page
    told = words(short.chapters).casefold()
    moves = (each for each in tree(game)[1].declarations if isinstance(each, syntax.Phase | syntax.Action))
    assert [each.name.text for each in moves if each.name.text.replace("-", " ") not in told.replace("-", " ")] == []
    lines = as_text(short, 62).splitlines()
    assert len(lines) <= 140, "two columns of seventy lines"


# ---- Situations, and what it is about


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("E4 no change", "No change"),
        ("E2, E3 and E21 a mountain", "A mountain"),
        ("12b: the last card", "The last card"),
        ("5 players", "5 players"),
        ("E10", "E10"),
        ("Even more", "Even more"),
    ],
)
def test_the_number_of_an_example_is_not_its_name(title: str, shown: str) -> None:
    (chapter,) = (each for each in small(f"{FIRST}{situation(title)}").chapters if each.heading == "Examples")
    (part,) = chapter.parts
    assert (part.heading, part.name) == (shown, title)


def test_a_situation_is_a_paragraph_and_so_is_each_step() -> None:
    (chapter,) = (each for each in small(f"{FIRST}{situation('one')}").chapters if each.heading == "Examples")
    assert [text for block in chapter.parts[0].blocks for text in texts(block)] == [
        "Ann and Bob play. The pot is 2. It is time for “rest”, and Ann acts.",
        "Ann plays “rest”.",
        "Now the pot is 3.",
    ]


def test_what_comes_of_it_is_told_in_words_that_a_reader_knows() -> None:
    """Nothing of definitions that only steps speak of, and who wins in a sentence."""
    then = """        idle is 5
        Ann is in winners
        Bob is in winners
        winners' size is 2
        game is over
"""
    (chapter,) = (each for each in small(f"{FIRST}{situation('one')}{then}").chapters if each.heading == "Examples")
    last = [text for block in chapter.parts[0].blocks for text in texts(block)][-1]
    assert last == "Now the pot is 3. Ann and Bob win together. The game is over."


def test_of_examples_that_show_the_same_actions_the_first_are_told_and_what_others_are_about() -> None:
    several = "".join(map(situation, ("one", "two", "three", "four", "five")))
    (chapter,) = (each for each in small(FIRST + several).chapters if each.heading == "Examples")
    assert [part.heading for part in chapter.parts] == ["One", "Two", "Three", "More examples"]
    assert words((chapter.parts[-1],)) == "The rules have these examples of the same actions, too: Four Five"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GAMES)
def test_every_action_of_an_example_is_shown_by_one_in_the_rulebook(name: str) -> None:
    examples = [each for each in tree(name)[1].declarations if isinstance(each, syntax.Example)]
    moves = {each.title.text: [node for node in walk(each) if isinstance(node, syntax.MoveText)] for each in examples}
    acts = {title: {node.action.text for node in some} for title, some in moves.items()}
    told = [
        part.name
        for chapter in book(name).chapters
        if chapter.heading == "Examples"
        for part in chapter.parts
        if part.name
    ]
    assert set().union(*(acts[title] for title in told)) == set().union(*acts.values())


def situation(title: str) -> str:
    return f"""
example "{title}":
    players Ann, Bob
    given:
        pot is 2
    at rest as Ann
    when:
        Ann: rest
    then:
        pot is 3
"""


def test_a_game_without_sentences_says_who_wins_first() -> None:
    first, *_ = small(FIRST).chapters
    assert "The winners are the players with the highest score." in words((first,))
    told, *_ = small(FIRST + 'about game: "Rest."\n').chapters
    assert words((told,)).startswith("Rest. For 2 or 3 players.")


# ---- What the author says

FIRST = """\
game "Rest" "Rest well"
    players 2..3
option fast: yes or no, default no
there is
    pot: 0..9
    long-pot: 0..9   -- for the rules alone
play:
    set pot to 3
    each player: choose rest
action rest "Rest":
    refresh
to refresh:
    add 1 to pot
    set long-pot to brim
define brim: pot + 1
define idle: pot + 2
scoring:
    score of player: pot
    winners: players with highest score
"""


def front(text: str, **given: int | bool) -> str:
    return words(in_front(small(text, **given)))


def test_sentences_stand_in_front_and_the_steps_behind() -> None:
    told = small(FIRST + 'about rest:\n    "You sleep."\n    "You dream."\n')
    assert "You sleep. You dream." in words(in_front(told))
    assert "Carry out “refresh”." not in words(in_front(told))
    assert "Carry out “refresh”." in words(told.chapters)


def test_without_sentences_the_steps_stand_in_front() -> None:
    assert "Carry out “refresh”." in front(FIRST)


def test_what_only_steps_speak_of_stands_with_them() -> None:
    assert "The brim is the pot plus 1." in front(FIRST)
    assert "The idle is" not in front(FIRST)
    assert "The idle is" in words(small(FIRST).chapters)
    assert "The brim is" not in front(FIRST + 'about refresh: "The pot grows."\n')
    assert "The brim is" in front(FIRST + 'about refresh: "The pot grows to the “brim”."\n')


def test_what_is_only_counted_is_named_where_the_author_says_something_of_it() -> None:
    assert "For the rules alone." in front(FIRST)
    assert "For the rules alone." not in front(FIRST + 'about game: "Rest."\n')
    assert "Long pot: what is left." in front(FIRST + 'about long-pot: "What is left."\n')


def test_a_sentence_for_a_setting_is_told_where_that_may_be() -> None:
    text = FIRST + 'about setup when player-count is 2 and fast: "Sit down."\n'
    assert "If there are 2 players, and fast is chosen: Sit down." in front(text)
    assert "If fast is chosen: Sit down." in front(text, player_count=2)
    assert re.search(r"(?<!: )Sit down\.", front(text, player_count=2, fast=True))
    assert "Sit down" not in front(text, player_count=3)
    assert "Sit down" not in front(text, fast=False)


def test_of_one_name_what_is_done_is_meant_and_no_field() -> None:
    text = FIRST.replace("pot: 0..9\n", "pot: 0..9\n    rest: 0..9\n", 1) + 'about rest: "You sleep."\n'
    assert front(text).count("You sleep.") == 1
