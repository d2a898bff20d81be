"""Names of doings, the arguments given to them, and the members of families."""

from collections.abc import Sequence

from rulewright.language import core
from rulewright.language.building import BORROWED, WRITTEN
from rulewright.language.edits import widened, without_brackets
from rulewright.language.elaborate.coercions import apart, bare_words, coerce, range_words
from rulewright.language.elaborate.environment import Env, Mistake, Value
from rulewright.language.elaborate.queries import check_free
from rulewright.language.elaborate.world import ActionEntry, Parameter, ProcedureEntry, World
from rulewright.language.facts.ranges import names_of
from rulewright.language.messages import kinds_of_values as type_words
from rulewright.language.messages import names as name_words
from rulewright.language.messages import sentences as words
from rulewright.language.span import Span
from rulewright.language.suggest import closest
from rulewright.language.syntax import Expr, FamilyMember, Name
from rulewright.language.types import KindT, Named, Scalar, without_none


def procedure_named(world: World, name: Name) -> ProcedureEntry:
    """The procedure or phase of this name; otherwise a mistake that says what the name is instead."""
    if name.text in world.procedures:
        entry = world.procedures[name.text]
        if entry.broken:
            raise Mistake(None)
        return entry
    if name.text in world.actions:
        raise Mistake(words.is_action(name))
    if name.text in world.menus:
        raise Mistake(words.is_menu(name))
    if name.text in world.broken_names:
        raise Mistake(None)
    if BORROWED.get(name.text) in ("finish", "nothing"):  # the only ones that need no more words
        raise Mistake(name_words.no_doing(name, form=WRITTEN[BORROWED[name.text]]))
    raise Mistake(name_words.unknown_doing(name, what="a procedure or phase", candidates=sorted(world.procedures)))


def arguments(
    world: World, env: Env, name: Name, entry: ProcedureEntry | ActionEntry, args: tuple[Expr, ...]
) -> tuple[core.Expr, ...]:
    """The arguments as values of the parameters' types."""
    params = entry.params
    if len(params) != len(args):
        wanted, also = [shown(param) for param in params], entry.syntax.name.span
        edit = without_brackets(world.source.text, name.span.end) if not wanted else None
        raise Mistake(
            type_words.arguments(name.span, name=name.text, wanted=wanted, got=len(args), also=also, edit=edit)
        )
    return tuple(argument(world, env, param, arg) for param, arg in zip(params, args, strict=True))


def shown(param: Parameter) -> str:
    """A parameter as its declaration says it: `player winner`, or one word for both."""
    name = param.name.text
    return name if param.type_name in (name, "") else f"{param.type_name} {name}"


def argument(world: World, env: Env, param: Parameter, arg: Expr) -> core.Expr:
    """One argument; a number that never fits is a mistake."""
    given = coerce(world, world.expression(env, arg, param.type), param.type, arg.span)
    fits(world, param.name.text, param.type, given, "", arg.span, param.span)
    return given.core


def fits(world: World, target: str, wanted: Scalar, given: Value, advice: str, span: Span, declared: Span) -> None:
    """Ends the sentence if the number lies outside the wanted range, which is declared there, whatever happens."""
    ranges = apart(wanted, given.type)
    if ranges is not None:
        inner, has = ranges
        wide = f"{min(inner.low, has.low)}..{max(inner.high, has.high)}"
        advice = advice or f"Widen it: {wide} {target}."
        raise Mistake(
            type_words.out_of_range(
                span,
                target=target,
                has=range_words(inner),
                value=range_words(has),
                advice=advice,
                also=declared,
                edit=widened(world.source.text, declared, target, wide),
            )
        )


def parameter_locals(world: World, env: Env, params: Sequence[Parameter]) -> tuple[tuple[int, ...], Env]:
    """A local for each parameter, and the environment that knows them; parameters of a component are pieces."""
    made: list[int] = []
    for param in params:
        check_free(world, env, param.name, without_none(param.type))
        piece = isinstance(without_none(param.type), KindT)
        made.append(world.local(param.name, param.type, piece=piece))
        value = Value(core.Get(made[-1], param.type), param.type, piece)
        env = env.bind(param.name, value, "a parameter")
    return tuple(made), env


# ---- members of families


def member_values(world: World, family: Name, type_: Scalar, members: Sequence[FamilyMember]) -> dict[int, list[int]]:
    """The values of each member, by where it begins; what is missing, twice or no value is told, and of
    one that is misspelt no more."""
    names = {name: number for number, name in enumerate(value_names(world, type_))}
    found: dict[int, list[int]] = {member.span.start: [] for member in members}
    first, meant = dict[str, Name](), set[str | None]()
    for member in members:
        for name in member.values:
            if name.text not in names:
                world.tell(words.no_such_member(name, type=bare_words(type_), candidates=names))
                meant.add(closest(name.text, names))
            elif first.setdefault(name.text, name) is not name:
                world.tell(type_words.family_twice(name, also=first[name.text].span))
            else:
                found[member.span.start].append(names[name.text])
    missing = [name for name in names if name not in first and name not in meant]
    if missing:
        world.tell(
            type_words.family_incomplete(family, missing=missing, lines=[f'"when {value}:"' for value in missing[:3]])
        )
    return found


def value_names(world: World, type_: Scalar) -> tuple[str, ...]:
    """The names of the values of a family's type."""
    inner = without_none(type_)
    return tuple(names_of(world, inner)) if isinstance(inner, Named) else ()
