"""What names mean at one place of the rules, what the author wrote beside the lines, and what a setting decides."""

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from attrs import evolve, field, frozen

from rulewright.analysis.example_parts import options_of_example
from rulewright.analysis.rulebook.speech import called
from rulewright.language import core, syntax
from rulewright.language.elaborate import assignments, coercions, definitions, elaboration, environment, offering
from rulewright.language.elaborate.environment import AggregateOf, GroupsValue, Mistake, SeqValue, Typed, Value, World
from rulewright.language.elaborate.queries import one_of, source
from rulewright.language.elaborate.resolve import variable_value
from rulewright.language.elaborate.scoring import declare_scoring
from rulewright.language.elaborate.settings import (
    Setting,
    admitted,
    option_world,
    options_of,
    player_counts,
    settle,
    values_of,
)
from rulewright.language.elaborate.suggestions import are_listed
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.tokens import paragraphs, scan
from rulewright.language.types import BOOL, PLAYER, KindT, LineT, NumberT, OptionalT, OptionSetting, Type, ValueT
from rulewright.language.walking import rebuilt, rewritten, walk
from rulewright.language.wording import plural

Given = Mapping[str, OptionSetting]
"""What is known of the setting: options by name, and `player-count`."""
YES: Final = syntax.YesNo(value=True)
NO: Final = syntax.YesNo(value=False)
T = TypeVar("T")


# ---- What the author wrote beside the lines and above the paragraphs, after `--`: it may explain them to players,
# too


class Comments:
    """The comments of a text by line: `beside` what stands on it, `above` those that have the lines before it to
    themselves. Those in which the authors speak of themselves are left out: they do not explain the game."""

    def __init__(self, source: Source) -> None:
        lines = enumerate(source.text.split("\n"), start=1)
        own = {number: line.strip("- ") for number, line in lines if line.lstrip().startswith("--")}
        tokens = (token for start, end in paragraphs(source.text) for token in scan(source.text, start, end))
        told = {source.line(token.start): token.text.strip("- ") for token in tokens if token.kind == "comment"}
        above: dict[int, str] = {}
        for number in sorted(own):
            above[number + 1] = f"{above.pop(number, '')} {own[number]}".strip()
        self.source = source
        self.beside, self.above = (
            {line: note for line, note in notes.items() if not re.search(r"\b(we|our|ours|us)\b", note, re.IGNORECASE)}
            for notes in ({number: text for number, text in told.items() if number not in own}, above)
        )

    def first(self, span: Span) -> str:
        """What is said beside the first line of something."""
        return self.beside.get(self.source.line(span.start), "")

    def whole(self, span: Span) -> str:
        """What is said beside the lines of something."""
        end = len(self.source.text[: span.end].rstrip())
        lines = range(self.source.line(span.start), self.source.line(max(span.start, end - 1)) + 1)
        return " ".join(self.beside[line] for line in lines if line in self.beside)


# ---- What names mean at one place of the rules: how each is said, and what it is, as elaboration finds it
# Types do not depend on the setting, so one world tells them for a rulebook of all settings. Where an expression has a
# mistake nothing is known of it, and it is said by its form.


D = TypeVar("D", bound=syntax.Declaration)
ACTS = syntax.Action | syntax.ActionFamily | syntax.Choice


def _decided(source: Source, ruleset: syntax.Ruleset, given: Given) -> Given:
    """What is given, and the options that have one value in all settings in which it may be so."""
    ways = admitted(ruleset, source)
    known = ({**dict(each.options), "player-count": each.players} for each in ways.settings if ways.complete)
    left = [each for each in known if all(each.get(name) == value for name, value in given.items())]
    values = {name: {each[name] for each in left} for name in left[0]} if given and left else {}
    return {**given, **{name: value for name, (value, *more) in values.items() if not more}}


class Known:
    """The rules as told, at a setting where so much is given, and as written (`whole`), and what is declared; `types`:
    by their plurals; `boards`: what lies on places; `titles`: of actions; `doings`: names of what
    is done; `prose`: what the author tells of names."""

    def __init__(self, source: Source, ruleset: syntax.Ruleset, given: Given | None = None) -> None:
        self.whole, self.given = ruleset, _decided(source, ruleset, given or {})
        self.ruleset, self.comments = settled(source, ruleset, self.given), Comments(source)
        # the declarations at the first setting that is allowed, else at any
        chosen = {name: value for name, value in self.given.items() if name != "player-count"}
        number = self.given.get("player-count")
        counts = player_counts(ruleset) or (2,) if number is None else (int(number),)
        allowed = (settle(ruleset, source, count, chosen) for count in counts)
        first = [(each.name.text, values_of(each)[0]) for each in options_of(ruleset)]
        options = tuple((name, chosen.get(name, value)) for name, value in first)
        setting = next((each for each in allowed if isinstance(each, Setting)), Setting(counts[0], options))
        self.world = world = elaboration.declare(ruleset, (), source, setting.players, dict(setting.options))
        declare_scoring(world, next((each for each in ruleset.declarations if isinstance(each, syntax.Scoring)), None))
        self.types = world.plurals
        self.fields: dict[str, core.Zone | core.Variable] = {}
        for owners, name in world.field_names:
            entry = world.fields[owners][name]
            self.fields.setdefault(name, (world.zones if entry.sort == "zone" else world.variables)[entry.index])
        self.defines = frozenset(each.name.text for each in ruleset.declarations if isinstance(each, syntax.Define))
        self.attributes = frozenset(each.name for component in world.components for each in component.attributes)
        self.boards = {each.place: world.components[each.component].name for each in world.zones[::-1] if each.place}
        acts = (each for each in self.ruleset.declarations if isinstance(each, ACTS))
        self.titles = {each.name.text: each.title.text for each in acts if each.title}
        doings = (each for each in ruleset.declarations if isinstance(each, syntax.NamedDoing))
        self.doings = frozenset(each.name.text for each in doings)
        told = [each for each in self.ruleset.declarations if isinstance(each, syntax.Prose)]
        self.prose = {each.name.text: tuple(one for one in told if one.name.text == each.name.text) for each in told}

    def all(self, kind: type[D]) -> tuple[D, ...]:
        """The paragraphs of a sort, as they are told."""
        return tuple(each for each in self.ruleset.declarations if isinstance(each, kind))


@frozen
class Env:
    """What words mean at one place: how each of the `locals` and `it` are said, and what the `names` are."""

    known: Known
    locals: Mapping[str, str] = field(factory=dict)
    it: str = "it"
    names: environment.Env = field()

    @names.default
    def _names(self) -> environment.Env:
        return environment.Env(you=core.Get(self.known.world.local("you", PLAYER), PLAYER), dead=True)

    def bound(self, name: str, said: str, typed: Typed | None = None) -> "Env":
        """The same with one more local name."""
        return evolve(self.naming(name, typed), locals={**self.locals, name: said})

    def naming(self, name: str, typed: Typed | None) -> "Env":
        """The same with a name that is said as it is."""
        return evolve(self, names=self.names.bind(syntax.Name(name), typed or environment.BrokenValue(), ""))

    def about(self, said: str, typed: Typed | None, binder: syntax.Name | None = None) -> "Env":
        """The same where `it` is said so, and perhaps has a name."""
        inner = self.bound(binder.text, said, typed) if binder else self
        return evolve(inner, it=said, names=evolve(inner.names, it=typed, depth=1, named=None))


def typed(node: syntax.Expr, env: Env) -> Typed | None:
    """What an expression is."""
    try:
        return env.known.world.expression(env.names, node)
    except Mistake:
        return None


def one_of_them(among: syntax.Expr, env: Env) -> Typed | None:
    """One of those that something gives."""
    try:
        return one_of_those(source(env.known.world, env.names, among), env)
    except Mistake:
        return None


def one_of_those(several: SeqValue | GroupsValue | None, env: Env) -> Typed | None:
    """One of several."""
    return several and one_of(env.known.world, several, "")[1]


def picked(offered: syntax.Candidates, env: Env) -> SeqValue | None:
    """Those from which is picked."""
    try:
        return offering.candidates(env.known.world, env.names, evolve(offered, where=None), None)[0]
    except Mistake:
        return None
    finally:
        offering.forget_words(env.known.world)


def something(type_: syntax.Name | syntax.ConstRange | syntax.Optional, env: Env) -> Typed | None:
    """Something of a type as it is written; of a plural, several."""
    world = env.known.world
    try:
        param = definitions.parameter(world, syntax.Name(""), type_)
        if param.several:
            return definitions.anything(world, param)
        return Value(core.Get(world.local("", param.type), param.type), param.type)
    except Mistake:
        return None


def is_condition(node: syntax.Expr, env: Env) -> bool:
    """Whether an expression asks something that is yes or no."""
    found = typed(node, env) if isinstance(node, syntax.Word | syntax.Call | syntax.Of) else None
    return isinstance(node, syntax.Condition) or (isinstance(found, Value) and found.type == BOOL)


def noun(type_: Type) -> str | None:
    """What one of a type is called; nothing where it has no name."""
    match type_:
        case ValueT() if are_listed(type_):
            return "word"
        case ValueT(name):
            return name if not name.startswith("option:") else None
        case KindT(component):
            return component
        case LineT():
            return "line"
        case NumberT(place=place):
            return place
        case OptionalT(of):
            return noun(of)
        case _:
            return None


def element_noun(found: Typed | None, env: Env) -> str | None:
    """What there is in something that holds several, in the singular."""
    match found:
        case SeqValue() | AggregateOf() | environment.ZoneValue():
            one = coercions.element_type(env.known.world, found)
            return noun(one) or ("number" if isinstance(one, NumberT) else None)
        case GroupsValue():
            return "group"
        case Value(type=LineT(place)):
            return place
        case _:
            return None


def element(node: syntax.Expr, env: Env) -> str | None:
    """What there is in something, in the singular; of a local that holds nothing, what it is."""
    match node:
        case syntax.Query(among) | syntax.Picked(_, _, among):
            return element(among, env)
        case syntax.Of(_, syntax.Member(syntax.Name("squares"))):
            return "square"
        case syntax.It() | syntax.Word(syntax.Name()) if isinstance(node, syntax.It) or node.name.text in env.locals:
            found = typed(node, env)
            return element_noun(found, env) or (noun(found.type) if isinstance(found, Value) else None)
        case _:
            return element_noun(typed(node, env), env)


def after(sentence: syntax.ActionLine, env: Env) -> Env:
    """What words mean behind a sentence."""
    one = None
    found: Typed | None
    match sentence:
        case syntax.Let(name, value):
            found = typed(value, env)
            one = noun(found.type) if isinstance(found, Value) else None
        case syntax.Keep(name):
            world = env.known.world
            kept = name.span in world.kept
            found = variable_value(world, assignments.variable(world, sentence)) if kept else None
        case syntax.Draw(name, among):
            found, one = one_of_them(among, env), element(among, env)
        case syntax.Pick(name, offered):
            found = one_of_those(picked(offered, env), env)
            one = None if isinstance(offered.sources, syntax.Words) else picked_noun(offered, env)
        case syntax.PickSeveral(_, _, name, offered):
            found, one = picked(offered, env), picked_noun(offered, env)
            one = one and plural(one)
        case _:
            return env
    return env.bound(name.text, called(name.text, one), found)


def picked_noun(offered: syntax.Candidates, env: Env) -> str | None:
    """What one of those is that are offered to be picked, of several places the first."""
    match offered.sources:
        case syntax.Words():
            return "word"
        case syntax.Union(sources):
            return element(sources[0], env)
        case source_:
            return element(source_, env)


# ---- The rules as they are at one setting: what it decides is decided, and what cannot happen is left out
# In: a tree, and the number of players and values of options that are known (some, all or none). Out: a tree in which
# these are numbers and values. Law: where nothing is known nothing changes.


def settled(source: Source, ruleset: syntax.Ruleset, given: Given) -> syntax.Ruleset:
    """The rules where so much is known."""
    if not given:
        return ruleset
    options = {name: value for name, value in given.items() if name != "player-count"}
    world = option_world(ruleset, source, int(given.get("player-count", 0)), options)
    kept = tuple(each for each in ruleset.declarations if not isinstance(each, syntax.Example))
    decided = rebuilt(kept, partial(_decide, world, given))
    gone = frozenset(
        each.name.text
        for each in decided
        if isinstance(each, syntax.Action)
        and any(isinstance(line, syntax.Needs) and line.condition == NO for line in each.body)
    )
    rest: list[syntax.Declaration] = [
        each
        for each in decided
        if not (isinstance(each, syntax.Action) and each.name.text in gone)
        and not (isinstance(each, syntax.Prose) and each.when == NO)
    ]
    for each in ruleset.declarations:
        if isinstance(each, syntax.Example):  # unless it speaks of another setting
            players = [len(part.names) for part in each.parts if isinstance(part, syntax.ExamplePlayers)]
            asked = [*options_of_example(each).items(), *(("player-count", number) for number in players)]
            if all(given.get(name, value) == value for name, value in asked):
                rest.append(each)

    def offered(node: Any) -> Any:  # noqa: ANN401 - any node of the tree
        if not isinstance(node, syntax.Offer):
            return node
        return evolve(node, acts=tuple(act for act in node.acts if act.name.text not in gone) or node.acts)

    return syntax.Ruleset(tuple(rewritten(tuple(rest), offered) if gone else rest))


def _decide(world: World, given: Given, node: Any) -> Any:  # noqa: ANN401 - any node of the tree
    """A node with all in it that is decided, in a world that knows the setting and nothing else."""
    if isinstance(node, syntax.Expr) and (known := _value(world, given, node)) is not None:
        return known
    node = rebuilt(node, partial(_decide, world, given))
    match node:
        case syntax.Not(syntax.YesNo(value)):
            return syntax.YesNo(not value, span=node.span)
        case syntax.Junction(word, operands):  # leave out what is decided, or decide all of it
            neutral = word == "and"
            rest = tuple(each for each in operands if each != syntax.YesNo(neutral))
            if not rest or syntax.YesNo(not neutral) in operands:
                return syntax.YesNo(neutral != bool(rest), span=node.span)
            return rest[0] if len(rest) == 1 else evolve(node, operands=rest)
        case syntax.If(cases):
            blocks, sure = _until_always(cases, [case.condition for case in cases])
            return evolve(node, cases=blocks, otherwise=sure.body if sure else node.otherwise)
        case syntax.Body(_, tuple() as results):
            kept, always = _until_always(results, [case.when or YES for case in results])
            last = (evolve(always, when=None),) if always else ()
            return evolve(node, result=always.value if always and not kept else (*kept, *last))
        case syntax.Has(fields=fields):
            return evolve(
                node,
                fields=tuple(
                    evolve(each, modifiers=tuple(one for one in each.modifiers if one != syntax.When(YES)))
                    for each in fields
                    if syntax.When(NO) not in each.modifiers
                ),
            )
        case syntax.Component():
            return evolve(node, rows=_possible(node.rows))
        case syntax.Prose():
            return evolve(node, when=None) if node.when == YES else node
        case syntax.Option():
            return evolve(node, defaults=_possible(node.defaults))
        case syntax.Game():
            teams = _possible([node.teams] if node.teams else [])
            needs = tuple(each for each in node.needs if each.condition != YES)
            return evolve(node, teams=next(iter(teams), None), needs=needs)
        case syntax.Action(body=body):
            granted = [line for line in body if isinstance(line, syntax.Needs) and line.condition == YES]
            return evolve(node, body=tuple(line for line in body if line not in granted))
        case _:
            return node


def _value(world: World, given: Given, node: syntax.Expr) -> syntax.Expr | None:
    """What an expression comes to that asks for nothing but what is known."""
    asked = {each.name.text for each in walk(node) if isinstance(each, syntax.Word)}
    if not asked & given.keys() or asked - given.keys() - world.bearers.keys():
        return None
    try:
        found = world.expression(environment.Env(), node)
    except Mistake:
        return None
    match found:
        case Value(core.Const(value), type_) if type_ == BOOL:
            return syntax.YesNo(bool(value), span=node.span)
        case Value(core.Const(value), ValueT(name)):
            return syntax.Word(syntax.Name(world.values[name][value], span=node.span), span=node.span)
        case Value(core.Const(value)):
            return syntax.Number(value, span=node.span)
        case _:
            return None


def _until_always(cases: tuple[T, ...], conditions: list[syntax.Expr]) -> tuple[tuple[T, ...], T | None]:
    """The cases that may hold, and the first that always does."""
    end = conditions.index(YES) if YES in conditions else len(cases)
    kept = tuple(case for case, condition in zip(cases[:end], conditions, strict=False) if condition != NO)
    return kept, cases[end] if end < len(cases) else None


def _possible(rows: Iterable[Any]) -> tuple[Any, ...]:
    """What may be, without a condition that need not be said."""
    return tuple(evolve(row, when=None) if row.when == YES else row for row in rows if row.when != NO)
