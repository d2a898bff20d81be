"""`test`: the examples of a text, each played from its position and compared with what it expects."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import inf
from time import monotonic
from typing import Final, Unpack

from attrs import evolve, frozen

from rulewright.analysis import example_parts, position_text, trying
from rulewright.analysis.check import check, once
from rulewright.analysis.example_play import Play, Stumble, laid_out, seated
from rulewright.language import core, example_core, nesting_limits, syntax, text_parts
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import Setting
from rulewright.language.messages import flow as words
from rulewright.language.parser import Parsed
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.suggest import closest
from rulewright.language.tokens import paragraphs
from rulewright.language.types import NumberT
from rulewright.loading import RulesError, Text
from rulewright.machine.game import Game, Rules
from rulewright.machine.lower import lower
from rulewright.machine.lower.lowering import How
from rulewright.machine.program.nodes import Notice
from rulewright.shown import Misuse, shown

# ---- Examples that begin at the same phase with the same players, lowered in one go: that takes most of their time
# A hidden variable says whose position the setup lays out. Its first value is all in which their programs differ,
# besides the invariants that each asks.


MOST_SHARED: Final = 12
"""Examples in a program: each makes what it takes to begin the others a little longer."""
WHICH: Final = "which example"


def shared_plays(
    base: core.Core, scenes: Sequence[example_core.Scene | None], text: str, **how: Unpack[How]
) -> Iterator[Play | None]:
    """Each example before it begins; None for one that shares no program or has no position to begin at; `how` their
    programs are lowered."""
    alike = defaultdict[object, list[tuple[int, example_core.Scene]]](list)
    for number, scene in enumerate(scenes):
        if scene is not None:
            alike[scene.entry, scene.seats].append((number, scene))
    batches = [each[at : at + MOST_SHARED] for each in alike.values() for at in range(0, len(each), MOST_SHARED)]
    first = {batch[0][0]: batch for batch in batches if len(batch) > 1}
    waiting: dict[int, Play] = {}
    for number in range(len(scenes)):
        numbers, together = zip(*first[number], strict=True) if number in first else ((), ())
        waiting.update(zip(numbers, _plays(base, together, text, **how), strict=False))
        yield waiting.pop(number, None)


def _plays(base: core.Core, scenes: Sequence[example_core.Scene], text: str, **how: Unpack[How]) -> Iterator[Play]:
    """Those of one program; none where there is no position to begin at."""
    if not scenes:
        return
    type_ = NumberT(0, len(scenes) - 1)
    variable = core.Variable(WHICH, type_, (), "nobody", core.Const(0, type_), shown=False)
    which = core.Read(core.VarRef(len(base.variables)), type_)
    meant = (core.Compare("same", which, core.Const(at, NumberT(at, at))) for at in range(len(scenes)))
    laid = tuple(core.If(((it, laid_out(base, scene)),), ()) for it, scene in zip(meant, scenes, strict=True))
    try:
        with_variable = evolve(base, variables=(*base.variables, variable))
        entered = seated(with_variable, evolve(scenes[0], givens=laid, as_set_up=False))
    except Stumble:
        return
    own = len(entered.invariants)
    made = [example_parts.probed(entered, scene) for scene in scenes]
    asked = [each.invariants[own:] for each in made]
    asking = evolve(made[0], invariants=(*entered.invariants, *chain.from_iterable(asked)))
    program = lower(asking, **how)
    cell, end = next(slot.offset for slot in program.slots if slot.name == WHICH), own
    for number, (scene, mine) in enumerate(zip(scenes, asked, strict=True)):
        start, end = end, end + len(mine)
        checks = (*program.invariants[:own], *program.invariants[start:end])
        initial = (*program.initial[:cell], number, *program.initial[cell + 1 :])
        yield Play(entered, scene, text, program=evolve(program, invariants=checks, initial=initial))


def all_plays(
    base: core.Core, scenes: Sequence[example_core.Scene | None], text: str, **how: Unpack[How]
) -> Iterator[Play | None]:
    """The same, also those that share no program; None where there is no position to begin at."""
    for scene, shared in zip(scenes, shared_plays(base, scenes, text, **how), strict=True):
        if shared is not None or scene is None:
            yield shared
            continue
        try:
            entered = seated(base, scene)
        except Stumble:
            yield None
        else:
            yield Play(entered, scene, text, program=lower(example_parts.probed(entered, scene), **how))


# ---- `test`: the examples of a text, each played from its position and compared with what it expects
# In: a source. Out: a diagnostic for each example that fails, sorted by place, with the game as it stands then;
# nothing where all pass. Or the position of one of them, as rules of a game that begins there.


MOST_MEANT: Final = 4
MAX_TOLD_IN_FULL: Final = 20
"""Failing examples of a text that are told with values and position: the rules are lowered for each."""
_EXAMPLE: Final = re.compile(r"example(?![\w+-]| +is\b)")


class NoPosition(Misuse):
    """There is no such example, or the game does not stand anywhere in it."""


@frozen
class Failing:
    """What goes wrong, and the game there, if any. `told`: the words tell its moves; `brief`: no values nor game."""

    diagnostic: Diagnostic
    game: Game | None = None
    told: bool = False
    brief: bool = False


@nesting_limits.bounded(lambda one: [Failing(one)])
def failing_in(source: Source) -> list[Failing]:
    """What goes wrong in the examples of a text; where it is wrong itself or has none, what is wrong with the rules."""
    parsed = trying.read_helpfully(source)
    told = failing(parsed, source, example_parts.examples_of(parsed))
    known = {each.diagnostic for each in told}
    unread = [Failing(one) for one in once(parsed.diagnostics, 0) if one not in known]
    return sorted([*unread, *told], key=lambda each: each.diagnostic.span.start)


@nesting_limits.bounded(lambda one: [Failing(one)])
def failing(parsed: Parsed, source: Source, nodes: tuple[syntax.Example, ...]) -> list[Failing]:
    """The same of some of its examples; one that cannot be read hides no other."""
    examples = examples_in(source)
    if any(example_at(examples, one) is None for one in parsed.diagnostics):
        return [*map(Failing, once(parsed.diagnostics, 0))]
    groups: dict[Setting, list[syntax.Example]] = {}
    spans = [node.span for node in nodes]
    unread = {one: at for one in parsed.diagnostics if (at := example_at(spans, one)) is not None}
    found = [*map(Failing, (*unread, *text_parts.titled_twice(nodes, source)))]
    broken = {*unread.values()}
    read = tuple(node for node in nodes if node.span not in broken)
    for node, setting in example_parts.with_settings(parsed, source, read):
        checks = (each for part in node.parts if isinstance(part, syntax.ExampleThen) for each in part.checks)
        expected, why = next((each for each in checks if isinstance(each, syntax.Refused)), None), ""
        if expected is None and isinstance(setting, Setting):
            groups.setdefault(setting, []).append(node)
        elif isinstance(setting, Setting):
            why = "the options are not refused."
        elif expected is None:
            found += map(Failing, setting)
        elif expected.because and not any(expected.because.text in each.message for each in setting):
            why = f'the options are refused, but: "{setting[0].message}"'
        if why and expected is not None:
            found.append(Failing(words.fails(expected.span, title=node.title.text, why=why)))
    if not groups and not found:
        found += map(Failing, check(source))
    played: list[Failing] = []
    for setting, group in groups.items():
        played += run_group(parsed, source, setting, tuple(group), MAX_TOLD_IN_FULL - len(played))
    found += played
    all_told = {each.diagnostic: each for each in found}
    return [all_told[one] for one in once([one for one in all_told if one.severity == "error"], 0)]


def examples_in(source: Source) -> list[Span]:
    """Where the examples of a text stand, whether or not they can be read."""
    return [Span(*part) for part in paragraphs(source.text) if _EXAMPLE.match(source.text, part[0])]


def example_at(examples: Sequence[Span], one: Diagnostic) -> Span | None:
    """In which of these examples, in the order of the text, a finding stands."""
    before = bisect_right(examples, one.span.start, key=lambda each: each.start)
    return examples[before - 1] if before and one.span.start < examples[before - 1].end else None


def outcome(source: Source, found: Sequence[Diagnostic]) -> tuple[int, int] | None:
    """How many examples a text has, and how many of them come true; None where something else is found in it."""
    examples = examples_in(source)
    wrong = {example_at(examples, one) for one in found}
    return None if None in wrong else (len(examples), len(examples) - len(wrong))


def run_group(
    parsed: Parsed,
    source: Source,
    setting: Setting,
    nodes: tuple[syntax.Example, ...],
    in_full: int,
    *,
    checked: bool = True,
    seconds: float = inf,
) -> Iterator[Failing]:
    """The examples of one setting: elaborated together, entered and played one by one; so many are told in full. Not
    `checked`: these rules are played once, and nobody asks what else is wrong with them. One that takes more than so
    many `seconds` fails."""
    how: How = {} if checked else {"passes": frozenset()}
    made = elaborate(parsed, source, setting.players, dict(setting.options), nodes, checked=checked)
    if made.core is None:
        yield from map(Failing, made.diagnostics)
        parts = [node.span for node in nodes]
        wrong = {example_at(parts, one) for one in made.diagnostics if one.severity == "error"}
        sound = tuple(node for node in nodes if node.span not in wrong)
        if None not in wrong and 0 < len(sound) < len(nodes):
            yield from run_group(parsed, source, setting, sound, in_full, checked=checked, seconds=seconds)
        return
    plays = shared_plays(made.core, made.scenes, source.text, **how)
    for example, play in zip(made.scenes, plays, strict=True):
        full = in_full > 0
        found = None if example is None else run_scene(made.core, example, play, source, in_full=full, seconds=seconds)
        if found is not None:
            in_full -= 1
            yield found


def run_scene(
    base: core.Core,
    example: example_core.Scene,
    shared: Play | None,
    source: Source,
    *,
    in_full: bool,
    seconds: float = inf,
) -> Failing | None:
    """The first thing that goes wrong in an example, `in_full` with values and position."""
    try:
        play = shared or Play(seated(base, example), example, source.text)
    except Stumble as stumble:
        return Failing(stumble.told(example.title))
    play.rules.machine.c.deadline = monotonic() + seconds
    try:  # begin, then carry out events and compare, part by part
        play.go_to_first_stop()
        for part in example.parts:
            if isinstance(part, example_core.When):
                play.carry_out(part.events)
            else:
                play.compare(part)
    except Stumble as stumble:
        broken = next((each for each in play.core.invariants if each.span == stumble.asked), None)
        so = ""
        if in_full and broken is not None and stumble.asked != NOWHERE:
            names = position_text.Names(play.rules, {name: name for name in play.example.seats})
            so = ", and ".join(position_text.values_there(names, broken, play.machine.vector))
        more = (play.offered() if stumble.moves else "") + play.overwritten(stumble)
        wrong = stumble.told(example.title, so and f": {so}", more)
        game = play.game if play.begun and in_full else None
        return Failing(wrong, game, stumble.moves or example.entry is None, brief=not in_full)
    return None


def happening(
    parsed: Parsed, source: Source, setting: Setting, nodes: tuple[syntax.Example, ...], *, changes: bool = False
) -> Iterator[Mapping[Notice, int] | None]:
    """How often what the rules note happens in each of the examples of a setting (`changes`: also which sentences
    changed something); None of one that does not come true, nothing where they cannot be read."""
    made = elaborate(parsed, source, setting.players, dict(setting.options), nodes)
    if made.core is None:
        return
    plays = all_plays(made.core, made.scenes, source.text, noting=True, changes=changes, passes=frozenset())
    for scene, play in zip(made.scenes, plays, strict=True):
        if scene is None or play is None or run_scene(made.core, scene, play, source, in_full=False):
            yield None
        else:
            yield dict(zip(play.program.notes, play.rules.machine.notes, strict=True))


def position(text: Text, name: str, title: str) -> Rules:
    """The rules of this name as a game that begins where the example of this title does, at its setting. RulesError
    where the text is none or the example is impossible; NoPosition where there is none, or nothing is played in it."""
    source = text.source
    parsed = trying.read_helpfully(source)
    if parsed.diagnostics:
        raise RulesError(source, tuple(parsed.diagnostics))
    play = beginning(parsed, source, example_of(parsed, title))
    if play.example.entry is None:
        nowhere = f'The example "{shown(title)}" does not say where in the game it is'
        raise NoPosition(f"{nowhere}, so nothing is played in it.")
    # without what the example compares
    return Rules(play.entered, lower(play.entered), source.text, name, "", source.language)


def example_of(parsed: Parsed, title: str) -> syntax.Example:
    """The example of this title; NoPosition where there is none, with those that may be meant."""
    nodes = {node.title.text: node for node in example_parts.examples_of(parsed)}
    if title in nodes:
        return nodes[title]
    begun = [each for each in nodes if each.lower().startswith(title.strip().lower())]
    near = begun or [each for each in [closest(title, nodes)] if each]
    meant = " or ".join(f'"{shown(each)}"' for each in near[:MOST_MEANT])
    raise NoPosition(f'There is no example "{shown(title)}".{f" Did you mean {meant}?" * bool(near)}')


def beginning(parsed: Parsed, source: Source, node: syntax.Example) -> Play:
    """One example where it begins. RulesError where there is no such setting or position."""
    setting = example_parts.setting_of_example(parsed, source, node)
    if not isinstance(setting, Setting):
        raise RulesError(source, setting)
    made = elaborate(parsed, source, setting.players, dict(setting.options), (node,))
    if made.core is None or made.scenes[0] is None:
        raise RulesError(source, tuple(one for one in made.diagnostics if one.severity == "error"))
    try:
        play = Play(seated(made.core, made.scenes[0]), made.scenes[0], source.text)
        play.go_to_first_stop()
    except Stumble as stumble:
        raise RulesError(source, (stumble.told(node.title.text),)) from stumble
    return play
