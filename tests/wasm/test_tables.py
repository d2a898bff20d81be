"""The tables of `rulewright build` beside the program that they describe, and beside their description."""

import json
import re
import struct
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from rulewright import Rules
from rulewright.analysis.export import build
from rulewright.machine.playouts import items
from rulewright.machine.wasm import memory_map as at
from tests.wasm.common import WASM, loaded
from tests.wasm.hosting import NAMES, README, rules_of, tables_of
from tests.wasm.test_encoding import sections

pytestmark = pytest.mark.thorough

EVERYTHING = [("line-it", 3), ("aurum", 3), ("alchemy", 2), ("kuhn-poker", None), (NAMES, 2)]


@pytest.fixture(scope="module", params=EVERYTHING, ids=str)
def rules(request: pytest.FixtureRequest) -> Rules:
    return rules_of(*request.param)


@pytest.fixture(scope="module")
def tables(rules: Rules) -> dict[str, Any]:
    return tables_of(rules)


def test_slots_cover_the_vector_and_zones_and_fields_lie_in_them(rules: Rules, tables: dict[str, Any]) -> None:
    assert tables["memory"]["state_words"] == rules.program.size
    assert [(slot["name"], slot["offset"], slot["low"], slot["high"], slot["none"]) for slot in tables["slots"]] == [
        (slot.name, slot.offset, slot.low, slot.high, slot.none) for slot in rules.program.slots
    ]
    named = {
        cell: slot["name"]
        for slot in tables["slots"]
        for cell in range(slot["offset"], slot["offset"] + slot["length"])
    }
    assert (
        sorted(named) == list(range(rules.program.size)) == list(range(sum(slot["length"] for slot in tables["slots"])))
    )
    for zone in tables["zones"]:
        cells = range(zone["offset"], zone["offset"] + zone["stride"] * zone["instances"])
        assert {named[cell] for cell in cells} <= {zone["name"]}
        assert len(zone["names"]) == len(zone["owners"]) == len(zone["seen"]) == zone["instances"]
        assert zone["holds"] in {"counts", "list", "places", "nothing"}
    for field in tables["fields"]:
        assert {named[field["offset"] + at] for at in range(field["width"] * len(field["owners"]))} == {field["name"]}


def test_the_names_are_those_of_the_rules(rules: Rules, tables: dict[str, Any]) -> None:
    core = rules.core
    assert (tables["game"]["title"], tables["game"]["subtitle"]) == (core.title, core.subtitle)
    assert tables["game"]["players"] == len(tables["seats"]["names"]) == core.players
    assert tables["game"]["options"] == dict(core.options)
    assert tables["game"]["sha256"] == rules.sha256
    assert [component["kinds"] for component in tables["components"]] == [list(each.kinds) for each in core.components]
    assert {name: tuple(names) for name, names in tables["values"].items()} == core.values
    assert [check["title"] for check in tables["invariants"]] == [check.title for check in core.invariants]
    assert [action["name"] for action in tables["actions"]] == [action.name for action in rules.program.actions]


def test_the_places_are_lines_of_the_text(rules: Rules, tables: dict[str, Any]) -> None:
    lines = rules.source_text.split("\n")
    sites = tables["sites"]
    assert all(re.search(r"\b(choose|ask)\b", lines[site["line"] - 1]) for site in sites)
    for site in sites:
        assert {offer["action"] for offer in site["offers"]} <= set(range(len(tables["actions"])))
    for kind in ("texts", "places"):
        for place in tables["faults"][kind][1:]:
            first = place["text"].split(" ")[0]
            assert first in lines[place["line"] - 1]


def test_the_words_of_a_move() -> None:
    tables = tables_of(rules_of(NAMES, 2))
    actions = {action["name"]: action for action in tables["actions"]}

    def picks(name: str, variant: int = 0) -> list[tuple[Any, ...]]:
        found = actions[name]["variants"][variant]["picks"]
        return [(pick["name"], pick["at"], pick["kind"], pick["several"], pick["words"]) for pick in found]

    assert picks("rob") == [("card", 2, "piece", False, 2), ("place", 4, "word", False, 1)]
    assert picks("give-away") == [("given", 2, "piece", True, 2)]
    assert picks("bet") == [("amount", 2, "number", False, 1), ("bets", 3, "value", True, 1)]
    assert not any(pick["secret"] for action in tables["actions"] for pick in action["variants"][0]["picks"])
    assert [pick["ended"] for pick in actions["mix"]["variants"][0]["picks"]] == [True, False]
    assert picks("use", 1) == [("helper", 2, "value", False, 1)]
    assert actions["rob"]["variants"][0]["picks"][1]["names"] == ["gone", "mine"]
    assert actions["give-away"]["variants"][0]["picks"][0]["capacity"] == 2
    assert [variant["title"] for variant in actions["use"]["variants"]] == ["Cook", None]
    # offer, variant, and the longest way to pick: how many are given away, and kind and cell of both
    assert tables["memory"]["move_words"] == 2 + 1 + 2 * 2


def test_how_values_are_read() -> None:
    fields = {field["name"]: field["value"] for field in tables_of(rules_of(NAMES, 2))["fields"]}
    suit = {"as": "value", "values": "suit", "none": -1}
    assert fields["bank"] == {"as": "counts", "first": 0, "of": suit}
    assert fields["odd"] == {"as": "set", "first": 3, "of": {"as": "number", "none": None}}
    assert fields["trump"] == suit
    assert fields["favorite"] == {"as": "kind", "component": 0, "none": -1}
    assert fields["merry"] == {"as": "flag", "none": None}
    assert fields["debt"] == {"as": "number", "none": None}


def test_the_items_of_the_counts_are_picks_of_actions(rules: Rules, tables: dict[str, Any]) -> None:
    assert len(tables["counts"]["items"]) == len(items(rules.program).all)
    for told, item in zip(tables["counts"]["items"], items(rules.program).all, strict=True):
        assert (told["action"], told["variant"], told["value"]) == (item.action, item.variant, item.value)
        action = rules.program.actions[item.action]
        if item.pick < 0:
            assert told["pick"] is None
            continue
        pick = action.picks(max(item.variant, 0))[item.pick]
        picks = tables["actions"][item.action]["variants"][max(item.variant, 0)]["picks"]
        assert picks[told["pick"]]["name"] == pick.name


# ---- names that would break a page


def test_hostile_names_stay_data() -> None:
    rules = rules_of(NAMES, 2)
    text = build(rules).tables
    assert text.isascii()
    assert "<" not in text
    tables = json.loads(text)
    assert tables["game"]["title"].startswith("</script><script>alert('")
    assert tables["game"]["subtitle"].startswith("🂡 ''; DROP TABLE")
    assert [phase["title"] for phase in tables["phases"]] == ["A </title>"]
    assert "the <heap>" in [event["label"] for event in tables["chances"]]
    assert tables["invariants"][0]["title"] == "nobody owes </style>"


def test_which_arguments_are_players() -> None:
    text = """game "Two"
    players white, player-2
play:
    each player: choose yield-to
action yield-to "Yield":
    pick p from players
    pick number from 1..2
    end game, won by p
"""
    tables = tables_of(loaded(text))
    assert tables["seats"] == {"names": ["white", "player-2"]}
    assert [pick["players"] for pick in tables["actions"][0]["variants"][0]["picks"]] == [True, False]


# ---- what is written about it


def keys(value: object, above: str = "") -> Iterator[tuple[str, str]]:
    """All keys that are not names of the game, each with the key above it."""
    if isinstance(value, list):
        for each in value:
            yield from keys(each, above)
    if isinstance(value, dict) and above not in {"values", "options"}:
        for key, below in value.items():
            yield key, above
            yield from keys(below, key)


def test_every_key_is_described() -> None:
    described = set(
        re.findall(r"`([\w./]+)`", README[README.index("### Word by word") : README.index("### A host in")])
    )
    described |= {part for name in described for part in name.split(".")}
    missing = {key for key, _ in keys(tables_of(rules_of(NAMES, 2)))} - described
    assert not missing


def test_every_export_says_what_it_does() -> None:
    exports = tables_of(rules_of("deal"))["exports"]
    for export in exports:
        takes = export["meaning"].split(":")[0]
        assert takes.startswith(("(", "as ")), export
        if takes.startswith("("):
            count = 0 if takes.startswith("()") else takes[1 : takes.index(")")].count(",") + 1
            assert len(export["params"]) == count, export
            assert len(export["results"]) == takes.count("->"), export


def test_every_kind_of_fault_has_a_sentence_or_a_text() -> None:
    faults = tables_of(rules_of("aurum", 3))["faults"]
    assert [kind["number"] for kind in faults["kinds"]] == list(range(at.TOO_MANY_TURNS + 1))
    assert all(kind["message"] or kind["a"] == "text" for kind in faults["kinds"])
    assert all(text["message"] and text["line"] for text in faults["texts"])


def test_the_words_of_the_head_do_not_overlap() -> None:
    memory = tables_of(rules_of("aurum", 3))["memory"]
    long = ("seed", "chance_key", "player_key")
    widths = {name: 8 if name in long else 4 * 12 if name == "scores" else 4 for name in memory["head"]}
    taken = [byte for name, begin in memory["head"].items() for byte in range(begin, begin + widths[name])]
    assert len(taken) == len(set(taken))
    assert max(taken) < 256 <= memory["state"] < memory["moves"] < memory["lanes"]


# ---- the bytes


def test_two_builds_are_the_same(rules: Rules) -> None:
    again = loaded(rules.source_text, rules.players)
    one, two = build(rules), build(Rules(again.core, again.program, again.source_text, rules.name, rules.sha256))
    assert one == two
    assert build(loaded(rules.source_text, rules.players)).wasm == one.wasm


def test_another_setting_is_another_module() -> None:
    assert build(rules_of("line-it", 2)).wasm != build(rules_of("line-it", 3)).wasm


def test_it_is_built_without_wasmtime(monkeypatch: pytest.MonkeyPatch) -> None:
    with_it = build(rules_of("deal"))
    for name in [name for name in sys.modules if name.split(".")[0] == "wasmtime"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    assert build(rules_of("deal")) == with_it


def test_the_module_asks_nothing_of_its_host() -> None:
    found = sections(build(rules_of("deal")).wasm)
    assert 2 not in found  # imports
    assert 8 not in found  # a function that runs by itself


# ---- lanes, read by what is written about them


class Raw:
    """A module as any host has it: calls and memory."""

    def __init__(self, rules: Rules) -> None:
        import wasmtime

        built = build(rules)
        self.tables = json.loads(built.tables)
        self.store = wasmtime.Store()
        module = wasmtime.Module(self.store.engine, built.wasm)
        assert not module.imports
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)
        self.types = {each.name: each.type for each in module.exports}

    def call(self, name: str, *given: int) -> Any:
        return self.exports[name](self.store, *given)

    def read(self, address: int, count: int) -> bytes:
        return self.exports["memory"].read(self.store, address, address + count)

    def write(self, address: int, data: bytes) -> None:
        self.exports["memory"].write(self.store, data, address)

    def vector(self) -> list[int]:
        memory = self.tables["memory"]
        return list(struct.unpack(f"<{memory['state_words']}i", self.read(memory["state"], 4 * memory["state_words"])))


@WASM
def test_a_lane_is_packed_as_the_tables_say(rules: Rules) -> None:
    raw = Raw(rules)
    memory, packing = raw.tables["memory"], raw.tables["packing"]
    raw.write(memory["head"]["seed"], (99).to_bytes(8, "little"))
    raw.call("begin", 5)
    for number in range(7):
        raw.call("moves")
        raw.call("play", number)
    vector = raw.vector()
    raw.call("pack", memory["lanes"])
    lane = raw.read(memory["lanes"], packing["lane_bytes"])
    bits = int.from_bytes(lane[packing["state_at"] :], "little")
    for run in packing["runs"]:
        for cell in range(run["first"], run["first"] + run["length"]):
            assert (bits & ((1 << run["bits"]) - 1)) + run["low"] == vector[cell]
            bits >>= run["bits"]
    assert bits == 0
    for part in packing["beside"]:
        kept = lane[part["at"] : part["at"] + part["bytes"]]
        assert kept == raw.read(memory["head"][part["head"]], part["bytes"])


@WASM
def test_the_exports_are_those_of_the_module() -> None:
    raw = Raw(rules_of("deal"))
    told = {export["name"]: (export["params"], export["results"]) for export in raw.tables["exports"]}
    found = {
        name: ([str(each) for each in type_.params], [str(each) for each in type_.results])
        for name, type_ in raw.types.items()
        if name != raw.tables["memory"]["name"]
    }
    assert told == found
    assert raw.types[raw.tables["memory"]["name"]].limits.min == raw.tables["memory"]["pages"]
