"""Names: where they are declared and stand, and that a game stays the same when they get others."""

from random import Random

import pytest

from rulewright.editor.document import Document, edited, opened
from rulewright.editor.hover import rulebook_sentence, told
from rulewright.editor.names import Refused, meant, references, renamed
from rulewright.files import find
from rulewright.language.diagnostics import applied
from tests.editor.renaming import GAMES, again_and_again, all_names, hashes, many_renamed

PARTS = 10
"""The names of a game are tried in so many cases."""
LINE_IT = find("line-it").read_text(encoding="utf-8")


def at(text: str, words: str, inside: str = "") -> tuple[Document, int]:
    """A text in an editor, and the place of words in it, or of a part of them."""
    return opened("game.rules", text), text.index(words) + words.index(inside)


def lines(document: Document, name: str) -> list[str]:
    found = meant(document, document.source.text.index(name))
    assert found is not None
    return [document.source.line_text(document.source.line(each.start)).strip() for each in references(document, found)]


@pytest.mark.parametrize(
    ("words", "inside", "line"),
    [
        ("from the deck", "deck", "deck: pile of card"),
        ("'s jackpot to", "jackpot", "jackpot: area of card"),
        ("p's numbers' first", "numbers", "define numbers of player p: p's row where its number is not none"),
        ("bet is not none", "bet", "let bet be the first c in your row where c is a-challenge"),
        ("c is a-challenge", "c", "let bet be the first c in your row where c is a-challenge"),
        ("every x in colors", "colors", "color is one of red, blue, green, yellow"),
        ("        cash-in", "cash-in", 'action cash-in "Turn your row into points; it costs three cards":'),
        ("place is new-row", "new-row", "pick place from row, hand, new-row"),
    ],
)
def test_a_name_leads_to_its_declaration(words: str, inside: str, line: str) -> None:
    document, place = at(LINE_IT, words, inside)
    name = meant(document, place)
    assert name is not None
    assert line in [document.source.line_text(document.source.line(each.at.start)).strip() for each in name.places]


def test_points_that_are_joined_are_declared_with_their_type() -> None:
    text = find("hex").read_text(encoding="utf-8")
    for words, line in (("e1, f1, g1, h1, i1, east", "a1, b1, c1"), ("joined points", "point is one of")):
        document, place = at(text, words, "points" if "points" in words else "e1")
        name = meant(document, place)
        assert name is not None
        (only,) = name.places
        assert document.source.line_text(document.source.line(only.at.start)).strip().startswith(line)


def test_an_action_may_be_called_like_the_paragraph_at_which_examples_begin() -> None:
    text = find("balloon-cup").read_text(encoding="utf-8")
    document, place = at(text, "action play ", "play")
    edits = renamed(document, place, "put")
    assert not isinstance(edits, Refused), edits.why
    changed = applied(text, edits)
    assert "action put " in changed
    assert changed.count("    at play\n") == text.count("    at play\n") > 0


LOOKS = """game "Metals" "Colors that are called like values"
    players 2

metal is one of gold, tin

component coin: metal
    2 of any

there is
    pot: area of coin
    won: 0..9

looks:
    gold: color gold, sign "won"
    tin: color silver

setup: move all box to pot

play: set won to 1

scoring:
    score of player: won
"""


def test_what_says_how_a_value_looks_is_no_name_of_it() -> None:
    for name, line in (("gold", 'lead: color gold, sign "won"'), ("won", 'gold: color gold, sign "won"')):
        edits = renamed(*at(LOOKS, name), "lead")
        assert not isinstance(edits, Refused), edits.why
        assert line in applied(LOOKS, edits)


def test_words_of_the_language_lead_nowhere() -> None:
    assert meant(*at(LINE_IT, "shuffle the deck")) is None


def test_references_are_those_of_the_name_and_of_its_plural() -> None:
    document = opened("game.rules", LINE_IT)
    assert lines(document, "bonuses:") == [
        "bonuses: area of token",
        "move 1 from supply where its value is bet's value to your bonuses",
        "+ total value of its bonuses - total value of its penalties",
        'about bonuses: "Tokens won."',
        "(count of players' bonuses as b where b is t) + (count of players' penalties as b where b is t)",
        *[line.strip() for line in LINE_IT[LINE_IT.index('\nexample "') :].split("\n") if " bonuses" in line],
    ]
    assert "every x in colors satisfies every c in x's jackpot satisfies c's color is x" in lines(
        document, "color is one"
    )


@pytest.mark.thorough
def test_a_local_name_is_renamed_in_its_paragraph_alone() -> None:
    document, place = at(LINE_IT, "let bet be", "bet")
    edits = renamed(document, place, "stake")
    assert not isinstance(edits, Refused)
    changed = applied(LINE_IT, edits)
    begin, end = LINE_IT.index("to cash:"), LINE_IT.index("to put-away")
    assert changed[:begin] == LINE_IT[:begin]
    assert changed.endswith(LINE_IT[end:])
    assert "bet" not in changed[begin : changed.index("to put-away")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("words", "new", "why"),
    [
        ("deck: pile", "hand", '"hand" stands already in line'),
        ("deck: pile", "2nd", '"2nd" is no name'),
        ("deck: pile", "x" * 65, "A name has at most 64 letters"),
        ("shuffle the", "mix", "Only names can be renamed that these rules declare."),
        ("deck: pile", "shuffle", '"shuffle"'),
        ("jackpot: area", "next", 'Line 31 would be wrong then. "next" is there without declaring'),
    ],
)
def test_a_name_that_clashes_is_refused_with_the_reason(words: str, new: str, why: str) -> None:
    refused = renamed(*at(LINE_IT, words), new)
    assert isinstance(refused, Refused)
    assert refused.why.startswith(why), refused.why


def test_nothing_is_renamed_in_rules_with_a_mistake() -> None:
    refused = renamed(*at(LINE_IT.replace("shuffle the", "shufle the"), "deck: pile"), "stack")
    assert isinstance(refused, Refused)
    assert refused.why.startswith("Something is wrong with these rules")


# ---- the game stays the same


@pytest.mark.sampled(60, 20)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_game_is_the_same_whatever_it_calls_something(game: str, part: int) -> None:
    document = opened(game, find(game).read_text(encoding="utf-8"))
    places = [place for _, place in sorted(all_names(document))[part::PARTS]]
    made = many_renamed(document, places, Random(f"{game} {part}"))
    assert made.source.text != document.source.text
    assert hashes(made.source, made.back) == hashes(document.source, {}), made.back


@pytest.mark.sampled(6)
@pytest.mark.parametrize("game", GAMES)
def test_an_editor_is_not_refused_a_new_name(game: str) -> None:
    document = opened(game, find(game).read_text(encoding="utf-8"))
    name, place = Random(game).choice(all_names(document))
    assert not isinstance(renamed(document, place, f"{name}q"), Refused)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_the_same_after_thousands_of_new_names(game: str) -> None:
    assert again_and_again(game, 1_700, 40, Random(game)) >= 1_700


def test_a_name_of_several_words_may_stand_in_the_pictures_of_examples() -> None:
    apotheca = find("apotheca").read_text(encoding="utf-8")
    document, place = at(apotheca, "red, blue, yellow", "yellow")
    edits = renamed(document, place, "pale-ochre")
    assert not isinstance(edits, Refused), edits.why
    changed = applied(apotheca, edits)
    assert "pale-ochre?(Bob)" in changed
    assert "potion-pale-ochre" in changed


def test_a_name_of_several_words_is_found_where_players_are_told_of_it() -> None:
    told = LINE_IT.replace('see “cash”."', 'see “Cash”, and “put away”."')
    assert told != LINE_IT
    document = opened("game.rules", told)
    for name, new, said in (("cash", "hand-in", "see “Hand in”, and"), ("put-away", "tidy", "and “tidy”.")):
        edits = renamed(document, told.index(f"to {name}") + len("to "), new)
        assert not isinstance(edits, Refused), edits.why
        assert said in applied(document.source.text, edits)


# ---- what is told of a word


@pytest.mark.parametrize(
    ("words", "inside", "said"),
    [
        ("move player-count + 2 from the deck", "deck", ("deck: pile of card", "nobody sees it", "Set in: `setup`")),
        ("bet is not none", "bet", ("let bet be", "It is a card.")),
        ("shuffle the", "shuffle", ("`shuffle ZONE`", "*10 Chance*")),
        ("answer's size is", "size", ("How many there are",)),
    ],
)
def test_what_is_told_of_a_word(words: str, inside: str, said: tuple[str, ...]) -> None:
    found = told(*at(LINE_IT, words, inside))
    assert found is not None
    for each in said:
        assert each in found[1]


def test_half_typed_rules_are_told_of() -> None:
    text = LINE_IT.replace("    extend(card)\n\naction cash-in", "    extend(\n\naction cash-in")
    assert text != LINE_IT
    document = edited(opened("game.rules", LINE_IT), text)
    found = told(document, text.index("deck: pile"))
    assert found is not None
    assert "nobody sees it" in found[1]


def test_the_rulebook_has_a_sentence_for_a_rule() -> None:
    said = rulebook_sentence(opened("game.rules", LINE_IT), "cash-in")
    assert said is not None
    assert "Only if your row is not empty" in said


def test_every_word_of_the_index_is_told_of() -> None:
    from rulewright.editor.reference import explained, index

    assert len(index()) > 200
    assert all(explained(word) is not None for word in index())
