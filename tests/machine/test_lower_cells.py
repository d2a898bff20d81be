"""The tables by cell say of every cell what the machine knows of it."""

import pytest

from rulewright import load
from rulewright.files import shipped
from rulewright.language.types import NONE_NUMBER
from rulewright.machine.lower import Lowering
from rulewright.machine.lower.layout import by_cell, holders
from rulewright.machine.program.cells import owners, places, single, unordered


@pytest.mark.sampled(4, 2)
@pytest.mark.parametrize("name", sorted(shipped()))
def test_what_a_piece_is_asked_by_its_cell(name: str) -> None:
    lowering = Lowering.of(load(name).core)
    layout = lowering.build.layout
    spots = places(lowering.program()).spots
    asked = ("instance", "gap", "order", "index", "base", "style", "owner", "face", "mark")
    told = {question: by_cell(layout, question) for question in asked}
    assert all(table[0] == -1 for table in told.values())
    for cell in range(layout.zones_end):
        found = {question: table[cell + 1] for question, table in told.items()}
        if cell not in spots:
            assert set(found.values()) == {-1}
            continue
        spot = spots[cell]
        zone = layout.zones[spot.zone]
        counted, apart = unordered(zone), single(zone)
        beside = {"owner": zone.owners_at, "face": zone.faces_at, "mark": zone.marks_at}
        assert found == {
            "instance": -1 if counted else spot.base,
            "gap": -1 if counted or apart else spot.base,
            "order": -spot.place if zone.kind == "pile" else spot.place,
            "index": spot.place,
            "base": spot.base,
            "style": 0 if counted else 2 if apart else 1,
            **{what: -1 if at is None else spot.base + at + spot.place for what, at in beside.items()},
        }


@pytest.mark.sampled(4, 2)
@pytest.mark.parametrize("name", sorted(shipped()))
def test_in_whose_zone_a_piece_lies(name: str) -> None:
    lowering = Lowering.of(load(name).core)
    layout = lowering.build.layout
    spots = places(lowering.program()).spots
    for dimension in range(2):
        told = holders(layout, dimension, NONE_NUMBER)
        assert told[0] == NONE_NUMBER
        for cell in range(layout.zones_end):
            zone = layout.zones[spots[cell].zone] if cell in spots else None
            if zone is None or dimension >= len(zone.extents):
                assert told[cell + 1] == NONE_NUMBER
            else:
                low = layout.zone_lows[zone.zone][dimension]
                assert told[cell + 1] == low + owners(zone, spots[cell].instance)[dimension]


@pytest.mark.sampled(4, 2)
@pytest.mark.parametrize("name", sorted(shipped()))
def test_what_the_cells_of_a_zone_can_hold(name: str) -> None:
    lowering = Lowering.of(load(name).core)
    told = {cell: slot for slot in lowering.program().slots for cell in range(slot.offset, slot.offset + slot.length)}
    for zone in lowering.build.layout.zones:
        component = lowering.build.core.components[zone.component]
        for instance in range(0 if zone.unlimited else zone.instances):
            first = zone.offset + instance * zone.stride
            if unordered(zone):
                found = [told[first + kind] for kind in range(len(component.kinds))]
                most = [9_999 if copies is None else copies for copies in component.copies]
                assert [(slot.low, slot.high) for slot in found] == [(0, copies) for copies in most]
            else:
                ahead = 0 if single(zone) else 1
                kinds = len(component.kinds) - ahead
                assert [(told[cell].low, told[cell].high) for cell in range(first, first + ahead)] == [
                    (0, zone.capacity)
                ] * ahead
                cells = range(first + ahead, first + ahead + zone.capacity)
                assert {(told[cell].low, told[cell].high) for cell in cells} <= {(0, kinds)}
