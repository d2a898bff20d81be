"""Players and options: counts, defaults, what `needs` refuses, what is read from text, and all settings to check."""

import pytest

from rulewright.language.elaborate.settings import Admitted, Setting, admitted, player_counts, settle, trouble
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.language.syntax import Ruleset

BIBLIOS = """
game "Biblios"
    players 2..5
    needs second-place-dice or player-count is at most 4   because "five players need the white dice"
    needs not second-place-dice or player-count is at least 4   because "the white dice are for four or five players"
option second-place-dice: yes or no, default yes when player-count is 5, default no
option medieval-bluff: yes or no, default no
"""


def read(text: str) -> tuple[Ruleset, Source]:
    """The tree of a text without mistakes in its syntax."""
    source = Source("test", text)
    parsed = parse(source)
    assert parsed.diagnostics == ()
    return parsed.ruleset, source


def game(text: str, players: str = "players 2..4") -> tuple[Ruleset, Source]:
    """A game with these further paragraphs."""
    return read(f'game "G"\n    {players}\n{text}')


def found(result: object) -> list[tuple[str, str]]:
    """Code and words of what is wrong."""
    assert isinstance(result, tuple)
    return [(each.code, each.message) for each in result]


@pytest.mark.parametrize(
    ("players", "counts"),
    [
        ("players 2", (2,)),
        ("players 2..5", (2, 3, 4, 5)),
        ("players 2..6 by 2", (2, 4, 6)),
        ("players white, black", (2,)),
        ("players 11..14", (11, 12)),
        ("players -2147483647..3", (1, 2, 3)),
    ],
)
def test_player_counts(players: str, counts: tuple[int, ...]) -> None:
    assert player_counts(game("", players)[0]) == counts


@pytest.mark.parametrize("players", ["players 0", "players 13", "players 4..2", "players 2..13", "players a..b"])
def test_impossible_players(players: str) -> None:
    assert [code for code, _ in found(trouble(*game("", players)))] in (["out-of-range"], ["type-mismatch"])


TARGET = "option target: 8 or 12, default 8\n"
SIDE = "option side: own-colour or any-time, default any-time\n"
LONG = "option long: yes or no, default yes\noption target: 8 or 12, default 12 when long, default 8\n"
DICE, BLUFF = "second-place-dice", "medieval-bluff"
# The options of a game, "" for Biblios; what is chosen, players first; and the values that this comes to.
SETTLED: list[tuple[str, int, dict[str, int | str], list[int | str]]] = [
    ("", 3, {}, [False, False]),
    ("", 5, {}, [True, False]),
    ("", 4, {DICE: True, BLUFF: "yes"}, [True, True]),
    *(("", 4, {"second_place_dice": word}, [True, False]) for word in ("yes", "on", "true", "True", "ON")),
    (SIDE + TARGET, 2, {"side": "own_colour", "target": "12"}, ["own-colour", 12]),
    (LONG, 2, {}, [True, 12]),
    (LONG, 2, {"long": False}, [False, 8]),
]


@pytest.mark.parametrize(("options", "players", "given", "values"), SETTLED)
def test_what_is_given_counts_before_the_first_default_whose_condition_holds(
    options: str, players: int, given: dict[str, int | str], values: list[int | str]
) -> None:
    setting = settle(*(game(options) if options else read(BIBLIOS)), players, given)
    assert isinstance(setting, Setting)
    assert setting.players == players
    found_values = [value for _, value in setting.options]
    assert [(type(one), one) for one in found_values] == [(type(one), one) for one in values]


QUOTED = 'game "G"\n    players 2..4\n    needs player-count is not 3\n'
REFUSED: list[tuple[str, int, dict[str, int | str], str, str]] = [
    (BIBLIOS, 6, {}, "out-of-range", "This game is for 2 to 5 players, not for 6."),
    (BIBLIOS, 4, {"medieval-blufff": True}, "unknown-name", 'Did you mean "medieval-bluff"?'),
    (BIBLIOS, 5, {DICE: False}, "setting-refused", f"5 players and {DICE} no and {BLUFF} no: five players need the "),
    (QUOTED, 3, {}, "setting-refused", "player-count is not 3"),
    *(
        (f'game "G"\n    players 2\n{TARGET}', 2, {"target": value}, "out-of-range", "It is one of: 8, 12.")
        for value in ("9", 9, True, "eight")
    ),
]


@pytest.mark.parametrize(("text", "players", "given", "code", "words"), REFUSED)
def test_what_cannot_be_chosen_is_told(
    text: str, players: int, given: dict[str, int | str], code: str, words: str
) -> None:
    ((told, message),) = found(settle(*read(text), players, given))
    assert (told, words in message) == (code, True)


def test_one_and_yes_are_not_the_same() -> None:
    ruleset, source = game("option target: 0 or 1, default 0\noption fast: yes or no, default no\n")
    assert len(found(settle(ruleset, source, 2, {"target": True, "fast": 1}))) == 2


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("option t: 8 or 12, default 3\n", "default-no-choice", "Default 3 is not one of 8, 12."),
        (
            "option t: 8 or 12, default 8 when player-count is 2\n",
            "default-no-choice",
            "No default of option t is left for 3 players. End with one that always holds: default 12.",
        ),
        ("option t: 8 or yes, default 8\n", "type-mismatch", "of different sorts"),
        ("option t: 8 or 8, default 8\n", "two-meanings", "8 stands twice among the values of option t."),
        ("option t: 8 or 9, default 8 when deck is empty, default 9\nthere is\n    deck: 0..1\n", "not-constant", ""),
        ("option t: 8 or 9, default 8 when l, default 9\noption l: yes or no, default no\n", "not-constant", "above"),
        ("option t: 8 or 9, default 8 when lnag, default 9\n", "unknown-name", "lnag"),
        ("    needs deck is empty\nthere is\n    deck: 0..1\n", "not-constant", ""),
    ],
)
def test_mistakes_in_options_are_told_once(text: str, code: str, words: str) -> None:
    ((told, message),) = found(trouble(*game(text)))
    assert (told, words in message) == (code, True)


def test_nothing_is_wrong_with_biblios() -> None:
    assert trouble(*read(BIBLIOS)) == ()


# ---- all settings


def test_all_admitted_settings() -> None:
    result = admitted(*read(BIBLIOS))
    shown = [(each.players, *(value for _, value in each.options)) for each in result.settings]
    assert result.complete
    dice = [(2, False), (3, False), (4, True), (4, False), (5, True)]
    assert shown == [(players, white, bluff) for players, white in dice for bluff in (True, False)]


def test_a_game_without_options() -> None:
    assert admitted(*game("", "players 2")) == Admitted((Setting(2, ()),), complete=True)


def test_exactly_64_are_all_built() -> None:
    options = "".join(f"option o{number}: yes or no, default no\n" for number in range(6))
    result = admitted(*game(options, "players 2"))
    assert (len(result.settings), result.complete) == (64, True)


def test_beyond_64_every_pair_meets() -> None:
    options = "".join(f"option o{number}: yes or no, default no\n" for number in range(7))
    result = admitted(*game(options, "players 2..3"))
    rows = [(each.players, *(value for _, value in each.options)) for each in result.settings]
    pairs = {(a, row[a], b, row[b]) for row in rows for a in range(8) for b in range(a)}
    assert not result.complete
    assert len(rows) <= 16
    assert len(pairs) == 8 * 7 // 2 * 4


def test_pairs_that_needs_refuse_never_meet() -> None:
    options = "".join(f"option o{number}: yes or no, default no\n" for number in range(8))
    ruleset, source = read(f'game "G"\n    players 2\n    needs not o0 or not o1   because "one of them"\n{options}')
    rows = [dict(each.options) for each in admitted(ruleset, source).settings]
    assert not any(row["o0"] and row["o1"] for row in rows)
    assert {(row["o0"], row["o1"]) for row in rows} == {(False, False), (False, True), (True, False)}
    assert {(row["o6"], row["o7"]) for row in rows} == {(a, b) for a in (False, True) for b in (False, True)}
