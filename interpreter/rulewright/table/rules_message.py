"""What the rules say, told to a seat once: what there is on the table, where places stand, what moves are made of."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from rulewright.language import types
from rulewright.language.core import Attribute, Core, HeaderLine, PickSeveral, Zone
from rulewright.language.core_queries import members_of
from rulewright.language.facts.ranges import name_of_type, names_of, stacked_on
from rulewright.machine.game import Rules
from rulewright.table.board_layout import boards, pictured
from rulewright.table.looking import effects_of
from rulewright.table.message_parts import (
    Action,
    At,
    Component,
    Effect,
    FieldDeclared,
    FieldSort,
    Kind,
    Look,
    Picked,
    PlayerTold,
    Value,
    ZoneDeclared,
)
from rulewright.table.messages import RulesMessage
from rulewright.table.names_at_table import Names
from rulewright.table.typed_line import Words
from rulewright.table.vocabulary import WORDS_OF_A_PICK, picked, sort_of

MAX_RULES_KEPT: Final = 32


def rules_message(
    rules: Rules, names: Names, words: Words, at: At, you: int | None, levels: Mapping[int, str]
) -> RulesMessage:
    """Everything that a page needs to draw and to name; `levels`: which programs play, by seat."""
    core = rules.core
    teams = core.teams if len({*core.teams}) < core.players else ()
    players = tuple(
        PlayerTold(name, core.seat_names[seat], teams[seat] if teams else None, levels.get(seat, ""))
        for seat, name in enumerate(names.people)
    )
    return RulesMessage(
        at,
        you,
        core.title,
        players,
        subtitle=core.subtitle or "",
        options=rules.options,
        components=tuple(_components(rules, names, words)),
        zones=tuple(_zone(rules, number, zone, names) for number, zone in enumerate(core.zones) if not zone.box),
        fields=tuple(_fields(rules)),
        types={name: _out(names, some) for name, some in core.values.items() if not name.startswith(WORDS_OF_A_PICK)},
        boards=tuple(boards(core)),
        actions=tuple(_actions(rules)),
        effects=_effects(rules),
        looks=tuple(_looks(core, names)),
    )


def _looks(core: Core, names: Names) -> Iterator[Look]:
    for each in core.looks:
        yield Look(_out(names, (each.name,))[0], each.color or "", each.sign or "", each.side or "")


@lru_cache(maxsize=MAX_RULES_KEPT)
def _effects(rules: Rules) -> tuple[Effect, ...]:
    """What families say of kinds and values; the text is read for it, once for all tables."""
    named = [kind for component in rules.core.components for kind in component.kinds]
    named += [name for some in rules.core.values.values() for name in some]
    return tuple(Effect(member, family, text) for family, member, text in effects_of(rules, named))


def _out(names: Names, some: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(str, names.out(tuple(some))))


def _components(rules: Rules, names: Names, words: Words) -> Iterator[Component]:
    for each in rules.core.components:
        kinds = tuple(
            Kind(
                name,
                words.shown.get(name, ""),
                words.about.get(name, ""),
                each.copies[kind],
                {made.name: _value(rules, made, kind, names) for made in each.attributes},
            )
            for kind, name in enumerate(_out(names, each.kinds))
        )
        yield Component(each.name, kinds, each.title or "")


def _value(rules: Rules, attribute: Attribute, kind: int, names: Names) -> Value:
    """The value of an attribute of a kind."""
    value, type_ = attribute.table[kind], attribute.type
    if isinstance(type_, types.CountsT):
        counted = zip(names_of(rules.core, type_.of), value if isinstance(value, tuple) else (), strict=True)
        return {str(names.out((name,))[0]): number for name, number in counted if number}
    assert isinstance(value, int)
    return names.out((rules.naming.value(type_, value),))[0]


def _zone(rules: Rules, number: int, zone: Zone, names: Names) -> ZoneDeclared:
    core, kinds = rules.core, rules.core.components[zone.component].kinds
    stacked = stacked_on(zone, {each.place for each in core.geometries})
    stands_on = stacked[1] if stacked else ""
    signs = () if zone.picture is None else zone.picture.signs
    return ZoneDeclared(
        zone.name,
        zone.kind,
        core.components[zone.component].name,
        owners=tuple(name_of_type(owner) or "" for owner in zone.owners),
        may=_out(names, [kinds[kind] for kind in sorted(rules.possible.zones[number])]),
        capacity=zone.capacity,
        seen_by=zone.audience,
        top_seen_by=zone.top,
        places=zone.place or "",
        stands_on=stands_on,
        signs={"" if sign.kind is None else str(names.out((sign.kind,))[0]): sign.text for sign in signs},
        picture=pictured(core, zone, zone.place or stands_on),
    )


def _fields(rules: Rules) -> Iterator[FieldDeclared]:
    for each in rules.core.fields:
        sort: FieldSort
        match each.type:
            case types.MemoryT():
                continue
            case types.SetT(of):
                sort = "set"
            case types.CountsT(of):
                sort = "counts"
            case scalar:
                of = types.without_none(scalar)
                sort = "number" if isinstance(of, types.NumberT) else "flag" if of == types.BOOL else "value"
        if each not in rules.idle_fields:
            owners = tuple(name_of_type(owner) or "" for owner in each.owners)
            yield FieldDeclared(each.name, sort, name_of_type(of) or "", owners)


def _actions(rules: Rules) -> Iterator[Action]:
    """The kinds of moves; of a family, whose members pick otherwise, each member."""
    for action in rules.core.actions:
        yield Action(action.name, "", action.title or "", _picks(rules.core, action.header))
        for member in members_of(action):
            header = (*action.header, *member.header)
            yield Action(action.name, member.name, member.title or "", _picks(rules.core, header))


def _picks(core: Core, header: Sequence[HeaderLine]) -> tuple[Picked, ...]:
    free = {core.locals[line.local].name for line in header if isinstance(line, PickSeveral) and not line.ordered}
    some = picked(core, header)
    return tuple(Picked(local.name, sort_of(local.type), count, local.name not in free) for local, count in some)
