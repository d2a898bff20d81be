"""A game for other hosts: its WebAssembly module, and a text of JSON with all that is needed to use it by name.

Law: the same text and setting give the same bytes, on every machine. Each key is explained in `machine/wasm/README.md`;
the names are those of moves, views and records. Who may see what is not in it: a host that seats several people plays
on a machine that they trust, and shows each of them a view of its own making.
"""

import json
from typing import Any, Final

from attrs import asdict, frozen

from rulewright.language import types
from rulewright.language.core import Variable
from rulewright.language.facts.ranges import sort_of
from rulewright.language.span import Span
from rulewright.machine.chance import CHANCE_STREAM, GAMMA, PLAYER_STREAM
from rulewright.machine.game import Rules
from rulewright.machine.playouts import BROKEN, FAULTED, FINISHED, TOO_LONG, items
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.bounds import EXCEEDED
from rulewright.machine.program.cell_map import places, single, unordered
from rulewright.machine.view import instances_of, variable_slots
from rulewright.machine.wasm import TooLarge, memory_map as at, validate
from rulewright.machine.wasm.chance import LAST_SHIFT, MIX
from rulewright.machine.wasm.encoding import I32, PAGE, Module
from rulewright.machine.wasm.exploring import BESIDE, packed
from rulewright.machine.wasm.memory_map import Compiled
from rulewright.machine.wasm.module import EXPORTS, FOR_HOSTS, assemble, compiled
from rulewright.machine.wasm.multisets import width_of
from rulewright.machine.wasm.runtime import BOUNDS

__all__ = ["Built", "TooLarge", "build"]

FORMAT: Final = "rulewright-module/1"
MOST_CODE: Final = 7_654_321
"""So many bytes of one function hosts load, as the JavaScript interface of WebAssembly has it."""


@frozen
class Built:
    """A module and its tables."""

    wasm: bytes
    tables: str


def build(rules: Rules) -> Built:
    """The module and the tables of a game; TooLarge where its memory would not fit, or no host would load it."""
    assembly, module = assemble(rules.program, EXPORTS | FOR_HOSTS)
    longest = max(len(body.code) for body in module.functions)
    if longest > MOST_CODE:
        raise TooLarge(f"These rules need a function of {longest:,} bytes; hosts load at most {MOST_CODE:,}.")
    made = compiled(assembly, module)
    validate(made.wasm)
    tables = {"format": FORMAT, **names_of_all(rules), **described(rules, made, module)}
    # as ASCII, and nothing in it ends a script: it can stand inside a page
    return Built(made.wasm, json.dumps(tables, indent=1).replace("<", "\\u003c") + "\n")


# ---- the tables: plain data for JSON

Table = dict[str, Any]
PLAIN: Final = {types.MemoryT: "memory", types.NumberT: "number", types.BoolT: "flag"}
"""How cells are called that are read as they stand."""


def _attributes(each: object, *names: str) -> Table:
    """These attributes, under their own names."""
    return {name: getattr(each, name) for name in names}


def names_of_all(rules: Rules) -> Table:
    """Everything that has a name."""
    core, program = rules.core, rules.program
    game = _attributes(core, "title", "subtitle", "players")
    return {
        "game": {"name": rules.name, **game, "options": dict(core.options), "sha256": rules.sha256},
        "seats": {"names": core.seat_names},
        "components": [_attributes(each, "name", "title", "kinds") for each in core.components],
        "values": core.values,
        "slots": [asdict(slot) for slot in program.slots],
        "zones": [_zone(rules, number, layout) for number, layout in enumerate(program.zones)],
        "fields": [_field(rules, *each) for each in zip(core.fields, variable_slots(program), strict=True)],
        "phases": [_phase(rules, phase) for phase in program.phases],
        "actions": [_action(program, action) for action in program.actions],
        "sites": [_site(rules, site) for site in program.sites],
        "chances": [_chance(rules, point) for point in program.chances],
        "invariants": [{"title": check.title, "line": rules.line(check.span)} for check in program.invariants],
    }


def _zone(rules: Rules, number: int, layout: ir.ZoneLayout) -> Table:
    instances, place = range(layout.instances), rules.core.zones[layout.zone].place
    holds = "nothing" if layout.unlimited else "counts" if unordered(layout) else "places" if single(layout) else "list"
    cells = ("offset", "stride", "instances", "capacity", "declared_capacity", "owners_at", "faces_at", "marks_at")
    return {
        **_attributes(layout, "name", "kind", "box", "component"),
        "holds": holds,
        **_attributes(layout, *cells, "audience"),
        "seen": places(rules.program).seen[number],
        "top": places(rules.program).tops.get(number),
        "owners": [rules.naming.owners(number, instance) for instance in instances],
        "names": [rules.naming.zone(number, instance) for instance in instances],
        "places": None if place is None else rules.core.values[place],
    }


def _field(rules: Rules, variable: Variable, slot: ir.Slot) -> Table:
    instances, value = instances_of(rules.core, variable), rules.naming.value
    return {
        "name": variable.name,
        "offset": slot.offset,
        "width": slot.length // len(instances),
        "owners": [
            [value(type_, each) for type_, each in zip(variable.owners, owners, strict=True)] for owners in instances
        ],
        "audience": variable.audience,
        "value": _cell_format(rules, variable.type),
    }


def _cell_format(rules: Rules, type_: types.Scalar | types.Several) -> Table:
    """How cells of a type are read."""
    match type_:
        case types.SetT(of) | types.CountsT(of):
            as_ = "set" if isinstance(type_, types.SetT) else "counts"
            return {"as": as_, "first": types.lowest(of), "of": _cell_format(rules, of)}
        case types.OptionalT(of):
            return {**_cell_format(rules, of), "none": types.none_code(type_)}
        case types.MemoryT() | types.NumberT() | types.BoolT():
            return {"as": PLAIN[type(type_)], "none": None}
        case types.ValueT() | types.LineT():
            return {"as": "value", "values": type_.name, "none": types.none_code(type_)}
        case types.KindT():
            return {"as": "kind", "component": sort_of(rules.core, type_), "none": types.none_code(type_)}


def _phase(rules: Rules, phase: ir.PhaseCode) -> Table:
    """A phase; each of `told` stands in the title between curly brackets."""
    told = []
    for part in phase.told:
        assert isinstance(part.value, ir.Cell), "parameters and fields of the game have a cell"
        told.append({"name": part.text, "cell": part.value.index, **_argument(part.argument)})
    return {**_attributes(phase, "name", "title", "cell"), "told": told, "line": rules.line(phase.span)}


def _action(program: ir.Program, action: ir.ActionCode) -> Table:
    variants = [
        {**_attributes(variant, "name", "title"), "picks": [_pick(program, pick) for pick in action.picks(number)]}
        for number, variant in enumerate(action.variants)
    ]
    return {**_attributes(action, "name", "title"), "variants": variants}


def _pick(program: ir.Program, pick: ir.Pick) -> Table:
    """A pick; `at` counts the words of a listed move, of which the first two are offer and variant."""
    return {
        "name": pick.name,
        "at": 2 + pick.at,
        "several": pick.several is not None,
        "ended": pick.several is not None and pick.several.ended,
        "secret": pick.secret,
        "words": pick.words,
        "capacity": 1 if pick.several is None else pick.several.capacity,
        "candidate_words": width_of(program.functions[pick.candidates].body),
        **_argument(pick.argument),
    }


def _argument(argument: ir.Argument) -> Table:
    return _attributes(argument, "kind", "names", "component", "players")


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


HEAD: Final = (
    *("status", "number", "seats", "count", "fault", "fault_a", "fault_b", "trying", "outcome", "chance_key"),
    *("player_key", "seed", "events", "decisions", "winners", "games", "scores", "clock"),
)
"""The cells of the head, as `memory_map` has them in capital letters."""
STATUS: Final = {"deciding": at.DECIDING, "waiting": at.WAITING, "over": at.OVER, "faulted": at.FAULTED}
ROWS: Final = {"finished": FINISHED, "faulted": FAULTED, "too_long": TOO_LONG, "broken": BROKEN}
MEANINGS: Final = {
    "start": "() -> status: begin a game, up to its first stop; call `keys` before",
    "begin": "(number) -> status: begin this game of the seed in the head, chance answered up to the first decision",
    "load": "() -> status: go on from the vector that the host has written to `state`; -1 if nothing stops there",
    "moves": "() -> how many moves the seat has that is asked first; they are listed",
    "moves_of": "(seat) -> how many moves this seat has; they are listed",
    "choose": "(seat, number of a listed move) -> status: make the move and run to the next stop; `moves_of` this seat "
    "must have listed the moves. Of a choice at once it lists the moves of the next seat",
    "play": "(number) -> status: the seat that is asked first makes the listed move of this number modulo how many "
    "there are; chance is answered",
    "play_list": "(address of words, how many) -> how many were played: `play` with each, to the end of the game",
    "chance": "() -> status: answer the chance event by the streams of the game, and run to the next stop",
    "run": "(block) -> status: go on from what `answer` gave",
    "keys": "(number): chance and players of this game of the seed in the head; no event and no decision yet",
    "result": "(): scores and winners of a game that is over, into the head",
    "invariants": "() -> the number of the first invariant that does not hold, or -1",
    "playouts": "(first number, how many, most decisions) -> how many: whole games at random, at most `rows` of them; "
    "each leaves a row of words: status of the row, decisions, winners, score of each seat",
    "playouts_counted": "as `playouts`, and what was chosen is added to the counts",
    "playouts_checked": "as `playouts`, but a game ends where an invariant does not hold: `broken`",
    "pack": "(address): the state with its chance and decisions becomes the lane there",
    "unpack": "(address) -> status: the lane there becomes the state; nothing is listed",
    "hash": "() -> 64 bits that depend on every cell of the vector",
    "copies": "(how many): copy the first lane over the second so often; to measure",
    "hashes": "(how many) -> the exclusive or of so many hashes; to measure",
    "advance": "(address of a lane, how many lanes, address of words) -> how many lanes decide: in each lane that "
    "decides `play` with its word",
    "candidates": "(seat, number of a listed move, number of a pick) -> how many candidates the pick had after the "
    "picks before it; their words lie from `candidates` on",
    "drawable": "() -> how many candidates the draw or roll has at which the game waits; their words, the weight last, "
    "lie from `candidates` on",
    "answer": "(number of the chance event) -> block: answer it by the streams of the game; `outcome` in the head is "
    "the instance of the zone that was shuffled, or the address of the candidate that was drawn. `run` goes on",
}

KINDS: Final[tuple[tuple[int, str | None, str | None, str | None, str | None], ...]] = (
    (at.PROGRAM_FAULT, None, None, "text", "value"),
    (at.ZONE_FULL, "zone-full", "There is no room in this zone.", "text", "zone"),
    (at.STUCK, "stuck", "A seat that must choose has no move.", "site", None),
    (at.TOO_LATE, "too-late", "The host has stopped this: it took too long.", "place", None),
    *((kind, code, EXCEEDED[code], "place", None) for kind, code in BOUNDS.items() if kind != at.TOO_LATE),
)
"""Number, code and sentence of each kind of fault, and what its two words are the numbers of; a value is itself."""
BESIDE_STATE: Final = (("chance_key", 0, 8), ("events", 8, 4), ("decisions", 12, 4))
"""What of the head lies before the state in a lane, where, and how many bytes."""


def described(rules: Rules, made: Compiled, module: Module) -> Table:
    """Everything about the module."""
    program, layout, exports = rules.program, made.map, list[Table]()
    for name, number in module.exports:
        signature = module.functions[number].signature
        params, results = (
            ["i32" if each == I32 else "i64" for each in kinds] for kinds in (signature.params, signature.results)
        )
        exports.append({"name": name, "params": params, "results": results, "meaning": MEANINGS[name]})

    def quoted_place(span: Span) -> Table:
        return {"line": rules.line(span), "text": rules.quote(span)}

    return {
        "memory": {
            "name": "memory",
            **_attributes(module, "pages", "most_pages"),
            "page_bytes": PAGE,
            "head": {name: getattr(at, name.upper()) for name in HEAD},
            "status": STATUS,
            "row_status": ROWS,
            "state": layout.state,
            "state_words": made.size,
            "moves": layout.moves,
            "move_words": layout.stride,
            **_attributes(layout, "candidates", "rows"),
            "row_words": layout.row // at.WORD,
            "most_rows": at.ROWS,
            "lanes": layout.lanes,
            "lane_bytes": made.lane,
        },
        "exports": exports,
        "faults": {
            "kinds": [dict(zip(("number", "code", "message", "a", "b"), kind, strict=True)) for kind in sorted(KINDS)],
            "texts": [{"code": text.code, "message": text.message, **quoted_place(text.span)} for text in made.faults],
            "places": [quoted_place(span) for span in made.spans],
        },
        "counts": {
            "address": layout.counts,
            "sites": made.sites,
            "items": [asdict(item) | {"pick": None if item.pick < 0 else item.pick} for item in items(program).all],
        },
        "packing": {
            "beside": [{"at": start, "bytes": size, "head": name} for name, start, size in BESIDE_STATE],
            "state_at": BESIDE,
            "lane_bytes": made.lane,
            "runs": [asdict(run) for run in packed(program).runs],
        },
        "generator": {
            "gamma": f"{GAMMA:016x}",
            "mix": [*({"shift": shift, "factor": f"{factor:016x}"} for shift, factor in MIX), {"shift": LAST_SHIFT}],
            "streams": {"chance": CHANCE_STREAM, "players": PLAYER_STREAM},
        },
    }
