"""Another host than ours: node plays the modules of `rulewright build` by the README's own scripts."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rulewright import Rules, RulesFault
from rulewright.files import shipped
from rulewright.machine.game import Game
from rulewright.machine.program.cell_map import single
from rulewright.machine.record import read
from rulewright.machine.replay import replay
from tests.cli.running import COINS
from tests.laws.positions import settings_of
from tests.wasm.hosting import NAMES, NEEDS_NODE, node, record, rules_of, scripts, write

pytestmark = [NEEDS_NODE, pytest.mark.thorough]
GAMES = ((1, 0), (2**64 - 1, 2**63 + 5))


def all_settings() -> list[tuple[str | Path, int]]:
    """Each game for as few and as many as can play it."""
    shipped_ones: list[tuple[str | Path, int]] = [
        (name, players)
        for name in shipped()
        for players in sorted({ends(setting.players for setting in settings_of(name)) for ends in (min, max)})
    ]
    return [*shipped_ones, (NAMES, 2), (NAMES, 3)]


@pytest.mark.sampled(12, 12)
@pytest.mark.parametrize(("game", "players"), all_settings(), ids=lambda value: getattr(value, "name", str(value)))
def test_node_tells_the_records_of_the_reference(game: str | Path, players: int, tmp_path: Path) -> None:
    rules = rules_of(game, players)
    module = write(rules, tmp_path)
    paths = record(rules, tmp_path, GAMES)
    told = json.loads(node(tmp_path, "follow.mjs", module, *paths))
    games = [replay(rules, read(path)).game for path in paths]
    last = games[-1]
    assert told["decisions"] == sum(game.decisions for game in games)
    assert told["position"]["zones"] == zones(rules, last)
    seen = fields(rules, last)
    assert {name: as_views_say(told["position"]["fields"][name]) for name in seen} == seen


def zones(rules: Rules, game: Game) -> dict[str, Any]:
    """What lies where by name, in the order of storage; of places None where nothing lies."""
    machine, naming = game.entered(), rules.naming
    found: dict[str, Any] = {}
    for number, layout in enumerate(rules.program.zones):
        for instance in range(layout.instances):
            pieces = machine.zones.pieces(number, instance)
            names = [naming.kind(layout.component, kind) for kind, _ in pieces]
            if single(layout):
                lying = dict(zip((loc for _, loc in pieces), names, strict=True))
                begin = layout.offset + instance * layout.stride
                found[naming.zone(number, instance)] = [lying.get(begin + place) for place in range(layout.capacity)]
            else:
                found[naming.zone(number, instance)] = names
    return found


def fields(rules: Rules, game: Game) -> dict[str, Any]:
    """The fields that some seat sees, as its view says them."""
    return {
        " ".join(map(str, (variable.name, *variable.owners))): json.loads(json.dumps(variable.value))
        for seat in range(rules.players)
        for variable in game.view(seat).variables
        if variable.value is not None
    }


def as_views_say(value: Any) -> Any:
    """Counts as views have them: what there is, with its number."""
    return [[name, count] for name, count in value.items() if count] if isinstance(value, dict) else value


@pytest.mark.parametrize("game", ["line-it", "kuhn-poker"])
def test_the_example_plays_to_the_end(game: str, tmp_path: Path) -> None:
    module = write(rules_of(game), tmp_path)
    lines = node(tmp_path, "play.mjs", module, 7).splitlines()
    assert re.fullmatch(r"player-[12]: [a-z-]+.* \(of \d+\)", lines[0])
    assert re.fullmatch(r"scores \[ -?\d+, -?\d+ ] winners \[.*'player-[12]' ]", lines[-1])


def test_the_page_plays_to_the_end(tmp_path: Path) -> None:
    write(rules_of("tic-tac-toe"), tmp_path)
    told = json.loads(node(tmp_path, "press.mjs"))
    assert 5 <= told["pressed"] <= 9
    assert re.fullmatch(r"\d : \d\. Winners: .*", told["said"])


def test_a_fault_of_the_rules_reaches_the_host_in_words(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.rules"
    wrong.write_text(COINS.read_text().replace("    subtract amount from coins", "    subtract amount + 1 from coins"))
    rules = rules_of(wrong)
    write(rules, tmp_path)
    said = node(tmp_path, "go-wrong.mjs", 3).strip()
    with pytest.raises(RulesFault) as fault:
        first_moves(rules, 3)
    assert said == f"{fault.value.message} (line {rules.line(fault.value.span)})"


def test_what_is_no_move_now_is_refused_in_words(tmp_path: Path) -> None:
    rules = rules_of("tic-tac-toe")
    write(rules, tmp_path)
    found = json.loads(node(tmp_path, "refuse.mjs"))
    before, on, after = found["told"][:2], found["told"][2:-1], found["told"][-1]
    assert before == ["Nobody is asked for a move now.", "The game is not over."]
    assert on == [
        *(f"Seat {seat} is not asked for a move now." for seat in (1, 0)),
        *(f"Seat 0 has 9 moves, numbered from 0; {number} is none of them." for number in (9, -1, 0.5, 0, "undefined")),
        "The game is not over.",
    ]
    assert after == "Nobody is asked for a move now."
    assert (found["others"], found["after"]) == ([], [])
    game = first_moves(rules, 1)
    assert found["result"] == {"scores": list(game.scores), "winners": list(game.winners)}


def first_moves(rules: Rules, seed: int) -> Game:
    game = rules.start(seed)
    while not game.over:
        seat = game.deciders[0]
        game.play(seat, game.moves(seat)[0])
    return game


def test_the_readme_has_all_three_scripts() -> None:
    assert list(scripts()) == ["host", "play", "page"]
