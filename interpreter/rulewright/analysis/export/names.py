"""What things are called, and where their values lie: seats, pieces, zones, fields, actions, decisions, chance events.

In: rules. Out: plain data for JSON. The names are those that moves, views and records have (`machine/move_names`).
"""

from typing import Any

from attrs import asdict

from rulewright.language import types
from rulewright.language.core import Variable
from rulewright.language.facts.ranges import sort_of
from rulewright.machine.game import Rules
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.cell_map import places, single, unordered
from rulewright.machine.view import instances_of, variable_slots
from rulewright.machine.wasm.multisets import width_of

Table = dict[str, Any]


def named(rules: Rules) -> Table:
    """Everything that has a name."""
    core, program = rules.core, rules.program
    slots = variable_slots(program)
    return {
        "game": _game(rules),
        "seats": {"names": core.seat_names},
        "components": [{"name": each.name, "title": each.title, "kinds": each.kinds} for each in core.components],
        "values": core.values,
        "slots": [asdict(slot) for slot in program.slots],
        "zones": [_zone(rules, layout) for layout in program.zones],
        "fields": [_field(rules, *each) for each in zip(core.fields, slots, strict=True)],
        "phases": [_phase(rules, phase) for phase in program.phases],
        "actions": [_action(program, action) for action in program.actions],
        "sites": [_site(rules, site) for site in program.sites],
        "chances": [_chance(rules, point) for point in program.chances],
        "invariants": [{"title": check.title, "line": rules.line(check.span)} for check in program.invariants],
    }


def _game(rules: Rules) -> Table:
    core = rules.core
    return {
        "name": rules.name,
        "title": core.title,
        "subtitle": core.subtitle,
        "players": core.players,
        "options": dict(core.options),
        "sha256": rules.sha256,
    }


# ---- the vector


def _zone(rules: Rules, layout: ir.ZoneLayout) -> Table:
    number, instances = rules.program.zones.index(layout), range(layout.instances)
    place = rules.core.zones[layout.zone].place
    return {
        "name": layout.name,
        "kind": layout.kind,
        "box": layout.box,
        "component": layout.component,
        "holds": _holds(layout),
        "offset": layout.offset,
        "stride": layout.stride,
        "instances": layout.instances,
        "capacity": layout.capacity,
        "declared_capacity": layout.declared_capacity,
        "owners_at": layout.owners_at,
        "faces_at": layout.faces_at,
        "marks_at": layout.marks_at,
        "audience": layout.audience,
        "seen": places(rules.program).seen[number],
        "owners": [rules.naming.owners(number, instance) for instance in instances],
        "names": [rules.naming.zone(number, instance) for instance in instances],
        "places": None if place is None else rules.core.values[place],
    }


def _holds(layout: ir.ZoneLayout) -> str:
    """How the pieces are written."""
    if layout.unlimited:
        return "nothing"
    if unordered(layout):
        return "counts"
    return "places" if single(layout) else "list"


def _field(rules: Rules, variable: Variable, slot: ir.Slot) -> Table:
    instances = instances_of(rules.core, variable)
    value = rules.naming.value
    return {
        "name": variable.name,
        "offset": slot.offset,
        "width": slot.length // len(instances),
        "owners": [
            [value(type_, each) for type_, each in zip(variable.owners, owners, strict=True)] for owners in instances
        ],
        "audience": variable.audience,
        "value": _value(rules, variable.type),
    }


def _value(rules: Rules, type_: types.Scalar | types.Several) -> Table:
    """How cells of a type are read."""
    match type_:
        case types.SetT(of) | types.CountsT(of):
            as_ = "set" if isinstance(type_, types.SetT) else "counts"
            return {"as": as_, "first": types.lowest(of), "of": _value(rules, of)}
        case types.MemoryT():
            return {"as": "memory", "none": None}
        case types.OptionalT(of):
            return {**_value(rules, of), "none": types.none_code(type_)}
        case types.NumberT():
            return {"as": "number", "none": None}
        case types.BoolT():
            return {"as": "flag", "none": None}
        case types.ValueT() | types.LineT():
            return {"as": "value", "values": type_.name, "none": types.none_code(type_)}
        case types.KindT():
            return {"as": "kind", "component": sort_of(rules.core, type_), "none": types.none_code(type_)}


def _phase(rules: Rules, phase: ir.PhaseCode) -> Table:
    """A phase; each of `told` stands in the title between curly brackets."""
    told = [_told(part) for part in phase.told]
    line = rules.line(phase.span)
    return {"name": phase.name, "title": phase.title, "cell": phase.cell, "told": told, "line": line}


def _told(part: ir.GuardPart) -> Table:
    assert isinstance(part.value, ir.Cell), "parameters and fields of the game have a cell"
    return {"name": part.text, "cell": part.value.index, **_argument(part.argument)}


# ---- what is asked


def _action(program: ir.Program, action: ir.ActionCode) -> Table:
    return {
        "name": action.name,
        "title": action.title,
        "variants": [
            {
                "name": variant.name,
                "title": variant.title,
                "picks": [_pick(program, pick) for pick in action.picks(number)],
            }
            for number, variant in enumerate(action.variants)
        ],
    }


def _pick(program: ir.Program, pick: ir.Pick) -> Table:
    """A pick; `at` counts the words of a listed move, of which the first two are offer and variant."""
    return {
        "name": pick.name,
        "at": 2 + pick.at,
        "several": pick.several is not None,
        "words": pick.words,
        "capacity": 1 if pick.several is None else pick.several.capacity,
        "candidate_words": width_of(program.functions[pick.candidates].body),
        **_argument(pick.argument),
    }


def _argument(argument: ir.Argument) -> Table:
    return {
        "kind": argument.kind,
        "names": argument.names,
        "component": argument.component,
        "players": argument.players,
    }


def _site(rules: Rules, site: ir.Site) -> Table:
    return {
        "line": rules.line(site.span),
        "at_once": site.seat is None and site.chosen is not None,
        "offers": [
            {"action": offer.action, "ending": offer.ending, "line": rules.line(offer.span)} for offer in site.offers
        ],
    }


def _chance(rules: Rules, point: ir.ChancePoint) -> Table:
    place = {"label": point.label, "line": rules.line(point.span)}
    if isinstance(point, ir.ShuffleChance):
        return {"kind": "shuffle", **place, "zone": point.zone.zone}
    return {
        "kind": "roll" if point.roll else "draw",
        **place,
        "candidate_words": width_of(rules.program.functions[point.candidates].body),
        "argument": _argument(point.argument),
    }
