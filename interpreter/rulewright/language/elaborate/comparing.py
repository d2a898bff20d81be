"""Comparisons: `is`, `is in`, `is empty`, the order of numbers and enumerations, and `x is N` for yes/no questions."""

import re
from functools import partial
from itertools import pairwise, takewhile
from typing import Final, NoReturn

from attrs import evolve

from rulewright.language import core, intervals as fold, syntax, types
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.elaborate import coercions, environment
from rulewright.language.elaborate.coercions import as_seq, as_value, mismatch, only_board, piece_on, same_family
from rulewright.language.elaborate.environment import AggregateOf, Env, Mistake, Typed, Value, World, ZoneValue
from rulewright.language.elaborate.possessives import ask, is_question, tell_doubtful
from rulewright.language.elaborate.queries import left_by
from rulewright.language.elaborate.resolve import OR_MORE, itself
from rulewright.language.elaborate.suggestions import declared_at, type_words, with_outer_named
from rulewright.language.messages import kinds_of_values as words, names as name_words
from rulewright.language.span import Span

ORDER: Final[dict[str, tuple[core.Comparison, bool]]] = {
    "is at least": ("at-least", False),
    "is at most": ("at-least", True),
    "is more than": ("more-than", False),
    "is less than": ("more-than", True),
}
DENIED: Final = ("is not", "is not the same as")


def compare(world: World, env: Env, node: syntax.Compare) -> core.Expr:
    """`a is b`, `a is not b`, `a is the same as b`, `a is at least b` …, `a covers b`, `a splits into b`."""
    if node.op == "covers":
        return covers(world, env, node)
    if node.op == "splits into":
        return placed(fold.comparison("is", left_by(world, env, node), fold.number(0)), node.span)
    if node.op not in ORDER:
        same, denied = equality(world, env, node), node.op in DENIED
        if denied and isinstance(same, core.Compare):
            same = evolve(same, denied=True)
        return fold.negation(same) if denied else same
    op, swapped = ORDER[node.op]
    left, right = operands(world, env, node)
    if node.op == "is at least" and isinstance(left, AggregateOf) and isinstance(left.type, types.CountsT):
        better = f"{world.text(node.left.span)} covers {world.text(node.right.span)}"
        mismatch(world, left, "one value", node.left.span, f"Of each as many at least: write {better}.")
    first, second = ordered(world, left, node.left), ordered(world, right, node.right)
    if not same_family(types.without_none(first.type), types.without_none(second.type)):
        never_equal(world, node, first, second)
    sides = (second.core, first.core) if swapped else (first.core, second.core)
    return placed(fold.comparison(op, *sides), node.span)


def covers(world: World, env: Env, node: syntax.Compare) -> core.Expr:
    """`a covers b` of counts: there is no b without a."""
    left, right = operands(world, env, node)
    typed = left if isinstance(left, AggregateOf) else right
    if not (isinstance(typed, AggregateOf) and isinstance(typed.type, types.CountsT)):
        mismatch(world, left, "counts of something", node.left.span)
    needed, there = (
        coercions.as_aggregate(world, each, typed.type, at) for each, at in ((right, node.right), (left, node.left))
    )
    missing = core.Sum(core.Without(needed, there, world.size(typed.type.of)))
    return placed(fold.comparison("is", missing, fold.number(0)), node.span)


def never_equal(
    world: World, node: syntax.Compare, left: Value, right: Value, advice: str = "", edit: Edit | None = None
) -> NoReturn:
    """Ends the sentence: no value is of both types."""
    one, other = type_words(left.type), type_words(right.type)
    also = declared_at(world, left, right)
    raise Mistake(words.never_equal(node.span, left=one, right=other, advice=advice, also=also, edit=edit))


def placed(made: core.Expr, span: Span, *, denied: bool = False) -> core.Expr:
    """A comparison with its place."""
    return evolve(made, span=span, denied=denied) if isinstance(made, core.Compare) else made


def ordered(world: World, typed: Typed, node: syntax.Expr) -> Value:
    """A number or a value of an enumeration."""
    one = as_value(world, typed, node.span)
    number = isinstance(types.without_none(one.type), types.NumberT | types.ValueT)
    if not number or only_board(world, one.type) is not None:
        mismatch(world, typed, "a number", node.span, "Pieces and places are ordered by past(x).")
    return one


def operands(world: World, env: Env, node: syntax.Compare) -> tuple[Typed, Typed]:
    """Both sides; a bare value name on one side takes its type from the other."""
    if borne_types(world, env, node.left):
        right = world.expression(env, node.right)
        return world.expression(env, node.left, expected_type(world, right)), right
    left = world.expression(env, node.left)
    if isinstance(left, environment.BrokenValue):
        raise Mistake(None)  # what it is compared with may be a name of its type
    return left, world.expression(env, node.right, expected_type(world, left))


def borne_types(world: World, env: Env, node: syntax.Expr) -> list[types.Named | types.NumberT]:
    """The types of the values that a bare name may mean."""
    if not isinstance(node, syntax.Word) or node.name.text in env.names:
        return []
    return [type_ for type_, _ in world.bearers.get(node.name.text, ())]


def expected_type(world: World, typed: Typed) -> types.Scalar | None:
    """The type that a comparison with this expects."""
    match typed:
        case Value():
            return typed.type
        case environment.PlaceValue():
            return types.without_none(piece_on(world, typed.place).type)
        case environment.SeqValue() | AggregateOf() | ZoneValue():
            return coercions.element_type(world, typed)
        case _:
            return None


def equality(world: World, env: Env, node: syntax.Compare) -> core.Expr:
    """`a is b`: a predicate of a, the same value, or `x is none` and `x is nothing`."""
    predicate = asked_predicate(world, env, node) if node.op in ("is", "is not") else None
    if predicate is not None:
        return predicate
    left, right = operands(world, env, node)
    if isinstance(right, environment.NothingValue) or isinstance(left, environment.NothingValue):
        typed = itself(left if isinstance(right, environment.NothingValue) else right)
        if isinstance(typed, AggregateOf | environment.SeqValue):
            return nothing_in(world, typed, node.span)
        return fold.is_none(as_value(world, typed, node.left.span).core)
    if isinstance(left, AggregateOf) or isinstance(right, AggregateOf):
        type_ = left.type if isinstance(left, AggregateOf) else right.type if isinstance(right, AggregateOf) else None
        assert isinstance(type_, types.SetT | types.CountsT)
        if isinstance(left, Value) and isinstance(right, AggregateOf):
            one_or_set(world, left, type_, node)
        sides = ((left, node.left), (right, node.right))
        return core.SameCounts(*(coercions.as_aggregate(world, typed, type_, at) for typed, at in sides))
    zones = [world.zones[each.ref.zone] for each in (left, right) if isinstance(each, ZoneValue)]
    if len(zones) == 2 and all(zone.kind != "slot" for zone in zones):
        here, there = world.text(node.left.span), world.text(node.right.span)
        denied = "not " if node.op in DENIED else ""
        sizes = f"{here}'s size is {denied}{there}'s size"
        raise Mistake(words.two_zones(node.span, sizes=sizes, sorts=alike(world, node), edit=Edit(node.span, sizes)))
    several_and_several(world, left, right, node)
    one = as_value(world, left, node.left.span)
    one_of_several(world, one, right, node)
    return same_value(world, one, as_value(world, right, node.right.span), node)


def one_or_set(world: World, left: Value, type_: types.SetT | types.CountsT, node: syntax.Compare) -> NoReturn:
    """Ends the sentence with the question which is meant by `x is SET`; a set says so by standing first."""
    one, several = world.text(node.left.span), world.text(node.right.span)
    if same_family(types.without_none(left.type), types.without_none(type_.of)):
        edit, denied = Edit(node.span, inside(world, node)), "not " * (node.op in DENIED)
        same = f"{several} is {denied}{one}"
        raise Mistake(words.one_or_set(node.span, one=one, set=several, inside=edit.text, same=same, edit=edit))
    counted = isinstance(type_, types.CountsT) and isinstance(left.type, types.NumberT)
    many = f" How many of a value it has is {several}(VALUE), and of all {several}'s size." if counted else ""
    what, also = type_words(left.type), declared_at(world, left)
    raise Mistake(words.never_equal(node.span, left=what, right=type_words(type_), advice=many, also=also))


def several_and_several(world: World, left: Typed, right: Typed, node: syntax.Compare) -> None:
    """Ends the sentence if what may be several values is compared with what may be, too."""
    written = [world.text(each.span) for each in (node.left, node.right)]
    sides = [side for side in (left, right) if isinstance(side, environment.SeqValue)]
    kinds = any(side.plural in world.component_index for side in sides)
    # what an `it` means would not be clear in the middle of a longer question
    if len(sides) == 2 and not kinds and "nobody" not in written and not any(" where " in each for each in written):
        raise Mistake(words.several_and_several(node.span, same=alike(world, node)))


def alike(world: World, node: syntax.Compare) -> str:
    """That the same is on both sides of a comparison, denied as that is."""
    here, there = (world.text(each.span) for each in (node.left, node.right))
    ways = ((here, there), (there, here))
    both = " and ".join(f"(every a in {x} satisfies some b in {y} where b is a)" for x, y in ways)
    return f"not ({both})" if node.op in DENIED else f"({both})"


def one_of_several(world: World, one: Value, several: Typed, node: syntax.Compare) -> None:
    """Ends the sentence if a value is compared with a sequence, a zone or a line that can hold it."""
    line = isinstance(several, Value) and coercions.is_line(several.type)
    slot = isinstance(several, ZoneValue) and world.zones[several.ref.zone].kind == "slot"
    kinds = isinstance(several, environment.SeqValue) and several.plural in world.component_index
    if slot or kinds or not (line or isinstance(several, environment.SeqValue | ZoneValue)):
        return
    seq, second = as_seq(world, several, node.right.span), world.text(node.right.span)
    if second != "nobody" and same_family(types.without_none(one.type), types.without_none(seq.of)):
        edit, first = Edit(node.span, inside(world, node)), world.text(node.left.span)
        raise Mistake(words.one_of_several(node.span, one=first, several=second, inside=edit.text, edit=edit))


def inside(world: World, node: syntax.Compare) -> str:
    """`x is in SET` for what was written as `x is SET`, with its brackets."""
    written, begin = world.text(node.span), node.right.span.start - node.span.start
    return re.sub(r"\bis(\s+not)?(\s+the\s+same\s+as)?\b(?=\W*$)", r"is\1 in", written[:begin]) + written[begin:]


def asked_predicate(world: World, env: Env, node: syntax.Compare) -> core.Expr | None:
    """`x is N` where N is a yes/no question of x and no value of its type."""
    right = node.right
    if not isinstance(right, syntax.Word | syntax.Call) or right.name.text in env.names:
        return None
    borne = borne_types(world, env, node.left)
    left = world.expression(env, node.left, borne[0] if len(borne) == 1 else None)
    inner = expected_type(world, left)
    meant = [type_ for type_, _ in world.bearers.get(right.name.text, ())]
    if (inner is not None and types.without_none(inner) in meant) or not is_question(world, left, right.name.text):
        in_brackets(world, node, inner)
        return None
    args = right.args if isinstance(right, syntax.Call) else ()
    answer = ask(world, env, left, right.name, args, node.left)
    if isinstance(node.left, syntax.It):
        tell_doubtful(world, env, right.name)
    asked = as_value(world, answer, node.span)
    if isinstance(types.without_none(asked.type), types.NumberT | types.Named):
        return None
    return coercions.condition_type(world, answer, node.span).core


def in_brackets(world: World, node: syntax.Compare, asked: types.Scalar | None) -> None:
    """Ends the sentence where `x is N` asks a definition that takes one of x's type in brackets."""
    entry = world.definition_entries.get((None, node.right.name.text)) if isinstance(node.right, syntax.Word) else None
    if entry is None or asked is None or entry.syntax.of is not None or len(entry.syntax.params) != 1:
        return
    param, name = entry.syntax.params[0], entry.syntax.name
    if isinstance(param.type, syntax.Name) and param.type.text == coercions.declared_name(asked):
        better = f"{'not ' if node.op in DENIED else ''}{name.text}({world.text(node.left.span)})"
        made, edit = f"define {name.text} of {world.text(param.span)}", Edit(node.span, better)
        found = words.asked_in_brackets(node.span, name=name.text, better=better, made=made, also=name.span, edit=edit)
        raise Mistake(found)


def same_value(world: World, left: Value, right: Value, node: syntax.Compare) -> core.Expr:
    """Two scalars; a place compared with a kind means what lies on it, where a board says which."""
    kinds = [isinstance(types.without_none(each.type), types.KindT) for each in (left, right)]
    if kinds[0] != kinds[1]:
        left, right = (
            each if only_board(world, each.type) is None else coercions.as_piece(world, each, side.span)
            for each, side in ((left, node.left), (right, node.right))
        )
    if not same_family(types.without_none(left.type), types.without_none(right.type)):
        never_equal(world, node, left, right, *advice(world, left, right, node))
    if node.op in ("is the same as", "is not the same as"):
        both = isinstance(left.type, types.OptionalT) and isinstance(right.type, types.OptionalT)
        return placed(fold.comparison("same" if both else "is", left.core, right.core), node.span)
    if isinstance(left.type, types.OptionalT) and isinstance(right.type, types.OptionalT):
        complaint = words.both_none_negated if node.op == "is not" else words.both_none
        first, second = (world.text(each.span) for each in (node.left, node.right))
        world.doubts[node.span] = complaint(node.span, left=first, right=second, also=declared_at(world, left, right))
    return placed(fold.comparison("is", left.core, right.core), node.span)


def advice(world: World, left: Value, right: Value, node: syntax.Compare) -> tuple[str, Edit | None]:
    """A question of one side, or of the piece whose attribute it asks, that has the other's type, and its edit."""
    for asked, other, side in ((left, right, node.left), (right, left, node.right)):
        wanted = types.without_none(other.type)
        if isinstance(side, syntax.Word):
            borne = (of for of, _ in world.bearers.get(side.name.text, ()) if not isinstance(of, types.NumberT))
            if any(same_family(of, wanted) for of in borne):
                told = f' "{side.name.text}" is here {type_words(asked.type)} with this name, and hides the value.'
                return f"{told} Rename it.", None
        match asked.core, types.without_none(asked.type):
            case _, types.KindT() as inner:
                component = world.component(inner)
            case core.Attr(number), _:
                component = world.components[number]
            case _:
                continue
        for attribute in component.attributes:
            if isinstance(attribute.type, types.CountsT) or not same_family(types.without_none(attribute.type), wanted):
                continue
            edit = None
            if isinstance(side, syntax.Of) and isinstance(asked.core, core.Attr):
                edit = Edit(side.member.span, attribute.name)
            elif isinstance(side, syntax.Word) and not isinstance(asked.core, core.Attr):
                edit = Edit(Span(side.span.end, side.span.end), f"'s {attribute.name}")
            return f" Did you mean the {component.name}'s {attribute.name}?", edit
    return "", None


def within(world: World, env: Env, node: syntax.Within) -> core.Expr:
    """`x is in source`; a player is one of the `winners` of examples where the team is."""
    if isinstance(node.source, syntax.Range):
        typed = world.expression(env, node.subject)
        low, high = (each.core for each in ends(world, env, node.source, getattr(typed, "type", None), node))
        wanted: types.Scalar = coercions.ANY_NUMBER
        if isinstance(typed, Value) and isinstance(types.without_none(typed.type), types.ValueT):
            wanted = types.without_none(typed.type)
        left = coercions.coerce(world, typed, wanted, node.subject.span).core
        sides = (fold.comparison("at-least", left, low), fold.comparison("at-least", high, left))
        inside = fold.junction("and", [placed(each, node.span, denied=node.negated) for each in sides])
        return fold.negation(inside) if node.negated else inside
    source, span = as_seq(world, world.expression(env, node.source), node.source.span), node.subject.span
    subject, inner = world.expression(env, node.subject, source.of), types.without_none(source.of)
    won = isinstance(node.source, syntax.Word) and node.source.name.text == "winners" and "winners" in env.names
    if won and inner == types.TEAM and isinstance(subject, Value) and types.without_none(subject.type) == types.PLAYER:
        team = syntax.Member(syntax.Name("team", span=span), None, span=span)
        subject = world.expression(env, syntax.Of(node.subject, team, span=span), inner)
    if not isinstance(inner, types.KindT):
        one = coercions.coerce(world, subject, inner, span)
    else:
        of_that_value(world, env, node, subject, world.component(inner))
        one = coercions.as_piece(world, subject, span)
        if not same_family(types.without_none(one.type), inner):
            what, held, also = type_words(one.type), f"{type_words(inner)} in it", declared_at(world, one, source)
            raise Mistake(words.never_equal(node.span, left=what, right=held, advice="", also=also))
    contains: core.Expr = core.Contains(source.seq, one.core, here=one.piece and source.pieces)
    return fold.negation(contains) if node.negated else contains


def of_that_value(world: World, env: Env, node: syntax.Within, subject: Typed, component: core.Component) -> None:
    """Ends the sentence if a value is no piece in a zone, where pieces there have such values."""
    if not isinstance(subject, Value) or only_board(world, subject.type) is not None:
        return
    scalars = ((each.name, each.type) for each in component.attributes if not isinstance(each.type, types.CountsT))
    wanted = types.without_none(subject.type)
    of_type = [name for name, type_ in scalars if types.without_none(type_) == wanted]
    if len(of_type) != 1 or component.name in env.names:
        return
    word, source = "no" if node.negated else "some", world.text(node.source.span)

    def asked(name: str) -> str:
        asked = f"{word} {component.name} in {source} where {component.name}'s {of_type[0]} is {name}"
        goes_on = re.match(r" +(?:and|or)\b", world.source.text[node.span.end :])
        return f"({asked})" if goes_on else asked

    by_it = isinstance(node.subject, syntax.It)
    edit = with_outer_named(world, node.span, asked) if by_it else Edit(node.span, asked(world.text(node.subject.span)))
    example = f"Write: {edit.text}" if edit else f"Write: {asked('VALUE')}"
    coercions.misplaced(node.subject.span, type_words(subject.type), "a piece", example, edit)


def ends(
    world: World, env: Env, node: syntax.Range, expected: types.Scalar | None, compared: syntax.Within | None = None
) -> tuple[Value, Value]:
    """The ends of a range: numbers, or values of one type in their declared order; `expected`: perhaps of this one."""
    parts, of = (node.low, node.high), None if expected is None else types.without_none(expected)
    borne = [world.bearers.get(end.name.text, ()) if isinstance(end, syntax.Word) else () for end in parts]
    values = [{type_ for type_, _ in each if isinstance(type_, types.ValueT)} for each in borne]
    common = sorted(values[0] & values[1], key=lambda type_: type_.name)
    if not isinstance(of, types.ValueT):
        said = next((part for part in parts if not isinstance(part, syntax.Word)), node.low)
        first = None if common else as_value(world, world.expression(env, said), said.span)
        of = common[0] if first is None else types.without_none(first.type)
    if isinstance(of, types.ValueT) and of.name in world.places and world.places[of.name].kind == "grid":
        range_of_places(world, node, of.name, compared)
    wanted = of if isinstance(of, types.ValueT) else coercions.ANY_NUMBER
    return coercions.value(world, env, parts[0], wanted), coercions.value(world, env, parts[1], wanted)


def range_of_places(world: World, node: syntax.Range, place: str, compared: syntax.Within | None) -> NoReturn:
    """Ends the sentence: places of a grid lie in no row."""
    low, high = (world.text(end.span) for end in (node.low, node.high))
    if compared is None:
        plural = next((plural for plural, name in world.plurals.items() if name == place), place)
        better = f"{plural} where it is at least {low} and it is at most {high}"
        if re.match(r"\s+(?:as\s+\S+\s+)?where\b", world.source.text[node.span.end :]):
            raise Mistake(words.range_of_places(node.span, better=f"{better} and …"))
        raise Mistake(words.range_of_places(node.span, better=better, edit=Edit(node.span, better)))
    subject, before = world.text(compared.subject.span), world.source.text[: compared.span.start].rstrip()
    better = f"{subject} is at least {low} and {subject} is at most {high}"
    if compared.negated:
        better = f"({subject} is less than {low} or {subject} is more than {high})"
    elif before.endswith("not"):
        better = f"({better})"
    raise Mistake(words.range_of_places(compared.span, better=better, edit=Edit(compared.span, better)))


def nothing_in(world: World, typed: Typed, span: Span) -> core.Expr:
    """Whether there is nothing in it."""
    match typed:
        case AggregateOf() if isinstance(typed.type, types.CountsT):
            return fold.comparison("is", core.Sum(typed.value), fold.number(0))
        case _ if (place := coercions.place_of(world, typed)) is not None:
            return core.IsNone(piece_on(world, place).core)
        case Value() if not coercions.is_line(typed.type):
            mismatch(world, typed, "a zone or a place", span, "Ask of a single thing: is none.")
        case environment.GroupsValue():
            return fold.comparison("is", core.Size(typed.seq), fold.number(0))
        case _:
            return fold.comparison("is", core.Size(as_seq(world, typed, span).seq), fold.number(0))


# ---- `x is a or b`

MISREAD: Final = (words.not_a_condition.code, words.which_one.code, name_words.which_value.code)


def one_or_another(
    world: World, env: Env, operands: tuple[syntax.Expr, ...], place: int, found: Diagnostic | None
) -> Diagnostic | None:
    """What is said of an operand that is no condition: beside a comparison, that it is to be compared, too."""
    before, text = operands[place - 1] if place else None, world.source.text
    if found is None or found.code not in MISREAD or not bare(world, env, operands[place]):
        return found
    if not place:
        return one_or_another_before(world, env, operands, found)
    inner = isinstance(before, syntax.Junction) and before.word == "and"
    before = before.operands[-1] if isinstance(before, syntax.Junction) and inner else before
    match before:
        case syntax.Compare(op=op, left=left, right=other):
            denied = "not" in op
        case syntax.Within(subject=left, source=other, negated=denied):
            pass
        case _:
            return found
    more = tuple(takewhile(partial(bare, world, env), operands[place:]))
    if any(isinstance(each, syntax.Word) and each.name.text in OR_MORE for each in more):
        return found
    word = text[other.span.end : operands[place].span.start].strip()
    if word == "and" and not denied and isinstance(world.expression(env, left), AggregateOf):
        better = " + ".join(world.text(each.span) for each in (other, *more))
        edit = Edit(Span(other.span.start, more[-1].span.end), better)
        return words.joined_by_plus(found.span, better=better, edit=edit)
    bracketed = word not in ("and", "or")
    if bracketed or (word == "and" and not denied) or (denied and 1 + len(more) < len(operands)):
        return found
    head, single = text[left.span.start : other.span.start], f"{world.text(left.span)} is {'not ' if denied else ''}"
    within = isinstance(before, syntax.Within)
    heads = [single if within and isinstance(world.expression(env, each), Value) else head for each in (other, *more)]
    said = [how + world.text(each.span) for how, each in zip(heads, (other, *more), strict=True)]
    better = (" and " if denied else " or ").join(said)
    better = f"({better})" if inner and not denied else better
    edit = Edit(Span(left.span.start, more[-1].span.end), better)
    return words.one_or_another(found.span, word=word, better=better, edit=edit)


def one_or_another_before(world: World, env: Env, operands: tuple[syntax.Expr, ...], found: Diagnostic) -> Diagnostic:
    """The same of operands before the only comparison: `a or b is in z`."""
    some = tuple(takewhile(partial(bare, world, env), operands))
    match operands[len(some) :]:
        case (syntax.Compare(left=left) | syntax.Within(subject=left) as last,) if bare(world, env, left):
            text, each = world.source.text, (*some, left)
            between = {text[one.span.end : other.span.start].strip() for one, other in pairwise(each)}
            tail = text[left.span.end : last.span.end]
            if not between <= {"and", "or"} or "not" in tail.split()[:2]:  # in brackets, or "neither" may be meant
                return found
            (word,) = between
            better = f" {word} ".join(world.text(one.span) + tail for one in each)
            edit = Edit(Span(some[0].span.start, last.span.end), better)
            return words.one_or_another_before(found.span, word=word, better=better, edit=edit)
        case _:
            return found


def bare(world: World, env: Env, node: syntax.Expr) -> bool:
    """Whether this is something to compare with, and no condition by itself."""
    try:
        coercions.condition_type(world, world.expression(env, node, types.BOOL), node.span)
    except Mistake:
        return isinstance(node, syntax.Word | syntax.Number | syntax.Of | syntax.Call | syntax.Nobody | syntax.You)
    return False
