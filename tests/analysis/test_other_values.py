"""Two games that differ only in the value of a variable that a `secret` is about look the same, or that is told."""

import tracemalloc
from itertools import islice
from math import inf

import pytest

from rulewright.analysis.playtest.effort import Share
from rulewright.analysis.playtest.other_values import OtherValues
from rulewright.analysis.playtest.searching import Search
from rulewright.language.diagnostics import Diagnostic
from rulewright.loading import read_text, rules_of
from rulewright.machine.chance import Numbers
from rulewright.machine.game import Rules
from rulewright.machine.positions import GIB
from rulewright.machine.view import variable_cells

pytestmark = pytest.mark.thorough

TEXT = """
game "Told" "A game that keeps its purses, its code and its traitors, or does not"
    players Ann, Bob, Cid
color is one of red, green, blue
spot is 0..4
component chip, called "chip-{value}": value 1..4
    4 of any
each color has
    rate: 0..9
there is
    code: 1..4, seen by nobody
    mood: color, seen by nobody
    traitors: set of player, seen by nobody
    bank: area of chip
    board: chip on each spot
    said: 0..9
    hue: color
    hot: yes or no
    those: set of player
    spare: 0..99, seen by nobody
each player has
    purse: 0..20, seen by owner, starts 10
    points: 0..99
setup:
    set code to 3
    set blue's rate to 3
    add Cid to traitors
play:
    repeat 4 times:
        each player: turn
phase turn:
    set said to 0
    SENTENCE
    choose save or spend or ask-for
action save "Put one aside": add 1 to your purse
action spend "Spend one":
    needs your purse is more than 0
    subtract 1 from your purse
    add 1 to your points
action ask-for "Say a number, and hear whether it is the code":
    pick n from 1..4
    if code is n: add 1 to your points
to warn:
    if code is 3: set hot to yes
    otherwise: set hot to no
scoring:
    score of player: its points
    winners: players with highest score
secret "code": nobody sees codeEXCEPT
secret "mood": nobody sees mood
secret "traitors": nobody sees traitors
secret "purses": nobody but its owner sees players' purse
invariant "purses are rich, or they are not": (total purse of players) is at least 0
"""
TELLS = {
    "a condition": "if code is 3: set hot to yes\n    otherwise: set hot to no",
    "a condition on a set": "if Ann is in traitors: set hot to yes\n    otherwise: set hot to no",
    "a condition on another's purse": "set hot to no\n    if your left's purse is at least 10: set hot to yes",
    "who has something": "set those to players where its purse is at least 10",
    "a number of some": "set said to min(9, traitors's size)",
    "by way of a hidden field": "set spare to code\n    set said to spare mod 10",
    "a place": "move all board to box\n    move box's chips's first to board(code)",
    "how many pieces move": "move all bank to box\n    move up to code from box where it is chip-1 to bank",
    "from where it is drawn": 'draw s from colors where it is mood "a color"\n    set hue to s',
    "who is asked": "each other player:\n        if your purse is at least 10: choose save or ask-for",
    "that the owner is asked": "if your purse is 0: choose save",
    "by way of a procedure": "warn",
}
SILENT = {
    "nothing": "nothing",
    "what all know": "set said to min(9, your points)",
    "a hidden field": "set spare to code",
    "what an action asks of the owner": "choose ask-for",
    "in private": "add 1 to your purse",
}


def rules(text: str) -> Rules:
    return rules_of(read_text("told.rules", text.encode()), "told", players=3, options={}, noting=True)


def with_sentence(sentence: str, exception: str = "") -> str:
    return TEXT.replace("SENTENCE", sentence).replace("EXCEPT", exception)


def findings(text: str) -> list[Diagnostic]:
    """What play says of secrets that are told."""
    found = (each.diagnostic for each in Search(rules(text), GIB, strict=False).watched(Share(None, inf, inf)))
    return [*islice((each for each in found if each.code in ("told-secret", "menu-tells")), 3)]


@pytest.mark.sampled(2, 2)
@pytest.mark.parametrize("way", TELLS)
def test_what_is_told_is_found_where_it_is_told(way: str) -> None:
    text = with_sentence(TELLS[way])
    found, lines = findings(text), text.splitlines()
    first = 1 + next(number for number, line in enumerate(lines) if line.startswith("phase turn"))
    last = next(number for number, line in enumerate(lines) if line.startswith("action save"))
    assert found
    for each in found:
        line = text[: each.span.start].count("\n")
        assert first <= line < last or (way == "by way of a procedure" and "code is 3" in lines[line])


@pytest.mark.parametrize("way", SILENT)
def test_what_is_not_told_is_not_found(way: str) -> None:
    assert [each for each in findings(with_sentence(SILENT[way])) if each.code == "told-secret"] == []


def test_what_a_secret_says_that_it_tells_is_not_found() -> None:
    assert findings(with_sentence("warn", ", except by warn")) == []
    [found] = findings(with_sentence("warn"))
    assert "This tells" in found.message
    assert "what code is" in found.message
    assert "end the secret with: , except by warn" in found.message


def test_a_twin_has_the_same_values_or_others_that_may_be() -> None:
    made = rules(with_sentence("nothing"))
    values, lots, changed = OtherValues(made), Numbers(0, 0), set[str]()
    wanted = [each.of for each in made.core.secrets]
    cells = {(variable.name, owners): at for variable, _, owners, at in variable_cells(made.core, made.program)}
    begun = list(made.program.initial)
    for seat, purse in enumerate((3, 5, 8)):
        begun[cells["purse", (seat,)].start] = purse
    for _ in range(200):
        found = values.twin(tuple(begun), 0, lots, wanted)
        assert found is not None
        twin, secret = found
        differing = {name for (name, _), at in cells.items() if any(twin[cell] != begun[cell] for cell in at)}
        assert differing == {made.core.declared(secret.of).name}
        changed |= differing
        assert twin[cells["purse", (0,)].start] == 3, "Ann sees her purse"
        assert sorted(twin[cells["purse", (seat,)].start] for seat in (1, 2)) == [5, 8], "the others exchange theirs"
        assert 1 <= twin[cells["code", ()].start] <= 4
    assert changed == {"code", "mood", "traitors", "purse"}


def test_a_value_of_a_large_range_is_drawn_in_little_memory() -> None:
    made = rules(with_sentence("nothing").replace("code: 1..4", "code: 1..1000000"))
    values, lots = OtherValues(made), Numbers(0, 0)
    wanted = [each.of for each in made.core.secrets]
    tracemalloc.start()
    try:
        drawn = {
            found[1].title
            for _ in range(20)
            if (found := values.twin(made.program.initial, 0, lots, wanted)) is not None
        }
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert "code" in drawn
    assert peak < 4_000_000, "a list of the range would take eight bytes of each value"
