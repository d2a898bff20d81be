"""`check`: everything that can be said of a text without playing, over all its settings."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from time import thread_time
from typing import Any, Final

from attrs import evolve, field, frozen

from rulewright.analysis.example_parts import by_setting, examples_of
from rulewright.analysis.trying import read_helpfully
from rulewright.language import core
from rulewright.language.checks import oversights
from rulewright.language.checks.expression_values import Outcomes, may
from rulewright.language.checks.named_in_vain import named_nowhere, read_anywhere, told_to_players
from rulewright.language.checks.proposed_secrets import proposed_of_all
from rulewright.language.checks.value_analysis import contents, outcomes
from rulewright.language.core_queries import everything
from rulewright.language.diagnostics import Diagnostic, Place
from rulewright.language.elaborate import settings as choices
from rulewright.language.elaborate.elaboration import UNKNOWN, elaborate
from rulewright.language.elaborate.queries import said_of_nothing
from rulewright.language.elaborate.settings import Admitted, Setting, admitted, options_of, trouble, values_of
from rulewright.language.messages import flow, kinds_of_values, names as name_words, playing, reading as reading_words
from rulewright.language.nesting_limits import bounded
from rulewright.language.older_texts import says_nothing
from rulewright.language.parser import Parsed
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.syntax import Accepted, Name, Option, Ruleset
from rulewright.language.text_parts import named_places, titled_twice
from rulewright.language.tokens import Token, scan
from rulewright.language.types import OptionSetting, shown_option
from rulewright.language.walking import rewritten, walk

# ---- Names that nobody knows: told once, and where they are misspelt in a declaration told there

MIN_USES: Final = 2
"""What is asked so often is probably spelt as it is meant."""


def told_where_declared(source: Source, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings, those of a name that is unknown replaced by one at the name like it that nothing else names."""
    unknown = [one for one in found if one.code == name_words.unknown_name.code]
    asked = [one.facts.get("name") for one in unknown]
    moved = dict[str, Token]()
    nearest = {one.facts.get("name"): one.facts["near"] for one in reversed(unknown) if one.facts.get("near")}
    for name, near in nearest.items():
        there = [token for token in scan(source.text, 0, len(source.text)) if token.text == near]
        if asked.count(name) >= MIN_USES and len(there) == 1:
            moved[str(name)] = there[0]
    if not moved:
        return list(found)
    lost = [source.line_text(source.line(one.span.start)) for one in unknown if one.facts.get("name") in moved]
    misspelt = {token.text for token in moved.values()}
    incomplete = kinds_of_values.family_incomplete.sentence

    def follows(one: Diagnostic) -> bool:
        # whether a finding does not know a name that is asked on these lines, or called there: what stands on them is
        # lost; or misses a member for a name that is misspelt
        if one.code == name_words.unknown_name.code:
            return any(str(one.facts.get("name")) in line for line in lost)
        missing = one.facts.get("missing")
        return one.sentence == incomplete and isinstance(missing, tuple) and misspelt.issuperset(missing)

    told = [one for one in found if not follows(one)]
    for name, token in moved.items():
        also = next(one.span for one in found if one.facts.get("name") == name)
        span, line = Span(token.start, token.end), source.line(also.start)
        told.append(name_words.declared_otherwise(span, name=token.text, other=name, line=line, also=also))
    return told


def once_each_name(told: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Of all that do not know the same name the first, with the place of the second: what stands in many places is
    most likely misspelt or missing where it is declared."""
    places: dict[object, list[Span]] = {}
    for one in told:
        if one.sentence in UNKNOWN:
            places.setdefault(one.facts["name"], []).append(one.span)
    ordered = {name: sorted(set(spans), key=lambda span: span.start) for name, spans in places.items()}
    kept = []
    for one in told:
        spans = ordered[one.facts["name"]] if one.sentence in UNKNOWN else [one.span]
        if one.span == spans[0]:
            kept.append(evolve(one, also=Place(spans[1], "asked here, too")) if spans[1:] else one)
    return kept


# ---- `check`: everything that can be said of a text without playing, over all its settings
# In: a source. Out: diagnostics by place, each once. A warning counts where all settings have it that have its line.

PLAYED: Final = frozenset((
    *("broken-invariant", "goes-wrong", "nobody-can-move", "need-not-end", "never-fails", "never-happens"),
    *("never-refuses", "never-changes", "changes-nothing", "goes-round", "same-moves", "known-order"),
    "never-best",
))  # fmt: skip
"""The codes of what playing may find, whether or not reading finds some of it.

That there is none of a code is known of `never-fails`, `never-happens` and `never-refuses` (all that was asked for
happened), and of `same-moves` (every choice was seen to make a difference). It never is of `changes-nothing`,
`goes-round`, `known-order` and `never-best`: a few games show some, and no number of games shows that there is none;
nor of `never-changes`, for which much has to be played.
The others are errors."""


class Acceptances:
    """What a text accepts, as findings come in."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._all = [each for each in ruleset.declarations if isinstance(each, Accepted)]
        self._places, self._used = [*named_places(ruleset)] if self._all else [], set[int]()

    def take(self, one: Diagnostic) -> bool:
        """Whether this is accepted; then what accepts it is idle no more."""
        names = {name for name, span in self._places if span.start <= one.span.start < span.end}
        names |= {"game"} if one.span == NOWHERE else set()
        taken = [each for each in self._all if each.code.text == one.code and each.name.text in names]
        if not taken or one.severity == "error":
            return False
        self._used.add(taken[0].span.start)
        return True

    def idle(self, looked: Callable[[str], bool]) -> list[Diagnostic]:
        """Each acceptance that has taken nothing, of a code that was `looked` for."""
        idle = (each for each in self._all if each.span.start not in self._used and looked(each.code.text))
        return [reading_words.nothing_accepted(each.span, code=each.code.text, at=each.name.text) for each in idle]


def untold(acceptances: Acceptances, found: Iterable[Diagnostic], looked: Callable[[str], bool]) -> list[Diagnostic]:
    """What is not accepted, by place, and each acceptance of a code that was `looked` for in vain."""
    kept = [one for one in found if not acceptances.take(one)] + acceptances.idle(looked)
    return sorted(kept, key=lambda one: (one.span.start, one.code))


READING_SECONDS: Final = 3
"""For so many seconds of processor time one setting after the other is begun to be read."""


@frozen
class Reading:
    """What reading finds; what the text accepts, of which playing may still find some; `unread`: for so many settings
    there was no time; `admits`: all of them, if they are known; `proposed`: secrets that hold, by their titles."""

    found: list[Diagnostic]
    acceptances: Acceptances = field(factory=lambda: Acceptances(Ruleset(())))
    unread: int = 0
    admits: Admitted | None = None
    proposed: Mapping[str, str] = field(factory=dict)


def check(source: Source) -> list[Diagnostic]:
    """All static findings about a text."""
    return reading(source).found


@bounded(lambda one: Reading([one]))
def reading(source: Source) -> Reading:
    """The same, with what playing has to know of it. Oversights count where there is no error, and where all settings
    have them that have their line and that there was time for."""
    due = thread_time() + READING_SECONDS
    parsed = read_helpfully(source)
    wrong, admits = chosen_from(parsed, source)
    settings, cores = admits.settings, dict[Setting, core.Core]()
    refused = None if wrong or settings else choices.refused_all(parsed.ruleset, source)
    twice = titled_twice(examples_of(parsed), source)
    found = [*parsed.diagnostics, *wrong, *filter(None, [refused]), *twice]
    overseen, known = Oversights(), frozenset[int]()
    examples = by_setting(parsed, source, settings) if settings else {}
    for number, setting in enumerate(settings):
        if number and thread_time() > due:
            settings = settings[:number]
            break
        made = elaborate(parsed, source, setting.players, dict(setting.options), tuple(examples[setting]))
        found += made.diagnostics
        if made.core is not None:
            cores[setting] = made.core
            overseen, known = in_all(overseen, known, made.core, source)
    sound = all(one.severity != "error" for one in found)
    more = [*overseen.values(), *said_of_nothing(parsed.ruleset, source)] if sound else []
    kept = once(found, len(settings))
    more += unnamed_fields(cores.values(), known.union(one.span.start for one in (*kept, *more))) if sound else ()
    kept = kept if sound else once_each_name(told_where_declared(source, kept))
    unread = len(admits.settings) - len(settings)
    whole = admits.complete and not unread
    if sound and whole:
        unasked = {one.span.start for one in kept if one.code == "unused"}
        more += (one for one in idle_options(parsed.ruleset, cores) if one.span.start not in unasked)
    unsaid = filter(None, [says_nothing(source)])
    told = sorted((*kept, *more, *unsaid), key=lambda one: (one.span.start, one.code))
    acceptances = Acceptances(parsed.ruleset)
    unlooked = PLAYED if whole else PLAYED | {name_words.idle_option.code}
    found = untold(acceptances, told, lambda code: sound and code not in unlooked)
    proposed = proposed_of_all(cores.values(), source) if sound else {}
    return Reading(found, acceptances, unread, admits, proposed)


def chosen_from(parsed: Parsed, source: Source) -> tuple[tuple[Diagnostic, ...], Admitted]:
    """What is wrong with the players and options of a text, and its settings."""
    wrong = trouble(parsed.ruleset, source)
    if choices.game_of(parsed.ruleset) is None and not any(head.kind == "game" for head in parsed.broken):
        wrong = (flow.no_game(), *wrong)
    # it is clear between which players and options one chooses, whatever else is wrong with them
    few = len(options_of(parsed.ruleset)) <= choices.MOST_OPTIONS
    chosen = few and not any(choices.seats_trouble(choices.game_of(parsed.ruleset)))
    return wrong, admitted(parsed.ruleset, source) if chosen else Admitted((), complete=True)


def told_by_reading(source: Source, found: Sequence[Diagnostic]) -> Callable[[Diagnostic], bool]:
    """Whether what is found in play has been told by reading, which found these."""
    by_reading = (flow.always_holds.code, flow.never_holds.code, name_words.idle_option.code, name_words.no_change.code)
    settled = {each.span for each in found if each.code in by_reading}
    unset = {each.facts.get("name") for each in found if each.code == name_words.never_set.code} - {None}
    alike = {playing.never_holds.code, playing.always_so.code, playing.never_refuses.code, playing.never_changes.code}

    def about(span: Span, condition: Span) -> bool:
        """Whether what is found there is about this condition alone, or about the guard that asks it."""
        before, behind = source.text[span.start : condition.start], source.text[condition.end : span.end]
        return span == condition or (
            before.strip("( ") == "needs" and behind.lstrip(") ").partition(" ")[0] in ("", "because", "when")
        )

    return lambda one: (
        one.code in alike and (one.facts.get("name") in unset or any(about(one.span, each) for each in settled))
    )


Oversights = dict[tuple[object, ...], Diagnostic]


def in_all(
    before: Oversights, known: frozenset[int], made: core.Core, source: Source
) -> tuple[Oversights, frozenset[int]]:
    """What the settings so far and one more agree on, and the places that any of them has: where fields stand that its
    rules name, and lines that it does not fold away. A finding counts if all have it that have its place."""
    fields = {each.span.start for each in (*made.zones, *made.variables)}
    lines = {-source.line(node.span.start) for node in walk(everything(made)) if hasattr(node, "span")}
    here = (fields - named_nowhere(made)) | lines
    if known and not before and here <= known:
        return before, known
    seen = {
        (one.code, one.span.start, one.facts.get("name"), one.facts.get("value")): one
        for one in oversights(made, source)
    }

    def counts(key: tuple[object, ...], start: int) -> bool:
        place = start if start in fields else -source.line(start)
        gone, new = place in known and place not in here, place in here and place not in known
        return (key in seen or gone) and (key in before or new or not known)

    return {key: one for key, one in (before | seen).items() if counts(key, one.span.start)}, known | here


def unnamed_fields(cores: Iterable[core.Core], known: Collection[int]) -> Iterator[Diagnostic]:
    """One for each field that stands at none of these places, and that no rule of any of these settings names; a board
    may be meant by its places."""
    fields = dict[int, core.Zone | core.Variable]()
    for made in cores:
        secret = {each.of.number for each in made.secrets if each.of.sort == "zone"}
        named = {number for number, zone in enumerate(made.zones) if zone.box or zone.kind == "board"} | secret
        zones = (zone for number, zone in enumerate(made.zones) if number not in named)
        variables = (each for each in made.variables if each.since is None and each.answers is None)
        fields |= {zone.span.start: zone for zone in zones} | {each.span.start: each for each in variables}
    for start in sorted(fields.keys() - known):
        yield name_words.never_comes(fields[start].span, name=fields[start].name)


def once(found: Iterable[Diagnostic], settings: int) -> list[Diagnostic]:
    """Sorted by place, each once; warnings only where all settings have them."""
    same = dict[tuple[int, str], list[Diagnostic]]()
    for one in found:
        same.setdefault((one.span.start, one.code), []).append(one)
    return [each[0] for _, each in sorted(same.items()) if each[0].severity != "warning" or len(each) >= settings]


# ---- Options of which two values make the same games, whatever else is chosen
# In: the core of every setting that there is. Options are folded away in it, so equal cores are equal rules; where all
# that differs stands where no game comes, games are equal.


def idle_options(ruleset: Ruleset, cores: Mapping[Setting, core.Core]) -> Iterator[Diagnostic]:
    """One for each option, of the first values that mean the same."""
    bare = {setting: evolve(made, options=()) for setting, made in cores.items()}
    in_games = cache(lambda setting: all_that_games_ask(bare[setting]))
    for option in options_of(ruleset):
        if same := same_values(option, bare, lambda one, two: bare[one] == bare[two]):
            yield name_words.idle_option(option.name, values=map(shown_option, same))
        elif same := same_values(option, bare, lambda one, two: in_games(one) == in_games(two)):
            others = (each for each in ruleset.declarations if not isinstance(each, Option))
            named = (node for each in others for node in walk(each) if isinstance(node, Name))
            asked = next((node.span for node in named if node.text == option.name.text), NOWHERE)
            yield name_words.option_in_vain(option.name, values=map(shown_option, same), also=asked)


def same_values(
    option: Option, settings: Collection[Setting], alike: Callable[[Setting, Setting], bool]
) -> list[OptionSetting]:
    """The first values of an option with which settings that differ in nothing else are alike, if there are any."""

    def same(value: OptionSetting, other: OptionSetting) -> bool:
        pairs = [*exchanged(option, value, other, settings)]
        return value != other and bool(pairs) and all(alike(one, two) for one, two in pairs)

    values = values_of(option)
    groups = ([value, *(each for each in values if same(value, each))] for value in values)
    return next((group for group in groups if len(group) > 1), [])


def exchanged(
    option: Option, value: OptionSetting, other: OptionSetting, settings: Collection[Setting]
) -> Iterator[tuple[Setting, Setting]]:
    """The settings with one value of an option, each beside the one that has the other, if there is one."""
    name = option.name.text
    for setting in settings:
        if (name, value) in setting.options:
            options = tuple((each, other if each == name else chosen) for each, chosen in setting.options)
            if (with_it := evolve(setting, options=options)) in settings:
                yield setting, with_it


@frozen
class Spliced:
    """Sentences that stand in the place of one: those of the case that always comes, or none."""

    body: tuple[core.Statement, ...] = ()


def all_that_games_ask(made: core.Core) -> object:
    """What can be compared of a core: all but invariants, secrets, how a score is explained, what nothing runs, offers
    or asks, what stands under a condition that never holds, and what sets a field that nobody reads."""
    of, nodes = outcomes(contents(made)), [*walk(everything(made))]
    read = read_anywhere(made, nodes) | {at for at, each in enumerate(made.variables) if told_to_players(made, each)}
    made = evolve(made, invariants=(), secrets=(), scoring=evolve(made.scoring, explanation=core.ScoreParts()))
    made = rewritten((made,), lambda node: with_spliced(what_comes(of, read, node)))[0]
    own = evolve(made, procedures=(), actions=(), definitions=())
    found, waiting = dict[object, object](), list[object]((own,))
    for here in waiting:
        led = dict[object, object]()  # what is run, offered or asked there, by its sort and number
        for node in walk(here):
            match node:
                case core.RunProcedure(procedure=number):
                    led["run", number] = made.procedures[number]
                case core.OfferLine(action=number):
                    led["offered", number] = made.actions[number]
                case core.CallDefinition(definition=number):
                    led["asked", number] = made.definitions[number]
                case _:
                    pass
        waiting += (body for key, body in led.items() if key not in found)
        found |= led
    return own, found


def what_comes(of: Outcomes, read: Collection[int], node: Any) -> Any:  # noqa: ANN401 # any node of a core
    """A node without the cases that never come, and without the body of an action that nobody can choose; nothing
    instead of a sentence that sets what is not `read`."""
    match node:
        case core.If() | core.Cases():
            # without the cases whose condition never holds, and those behind one that always does
            either: Any = node  # of sentences, or of values
            cases, otherwise = list[Any](), either.otherwise
            for condition, then in either.cases:
                known = may(of, condition, {})
                if known.only(1):
                    otherwise = then
                    break
                cases += [] if known.only(0) else [(condition, then)]
            if cases:
                return evolve(either, cases=tuple(cases), otherwise=otherwise)
            return Spliced(otherwise) if isinstance(node, core.If) else otherwise
        case core.Action(header=header) | core.Member(header=header):
            needs = (line.condition for line in header if isinstance(line, core.Needs))
            return evolve(node, body=()) if any(may(of, each, {}).only(0) for each in needs) else node
        case core.Assign() | core.AddTo() if node.var.variable not in read:
            return Spliced()
        case _:
            return node


def with_spliced(node: Any) -> Any:  # noqa: ANN401 # any node of a core
    """A node with the sentences of its blocks one after the other."""

    def flat(block: tuple[object, ...]) -> tuple[object, ...]:
        found = list[object]()
        for each in block:
            part = flat(each) if isinstance(each, tuple) else each
            found += part.body if isinstance(part, Spliced) else (part,)
        return tuple(found)

    blocks = {name: getattr(node, name, None) for name in ("body", "setup", "play", "cases", "otherwise")}
    return evolve(node, **{name: flat(block) for name, block in blocks.items() if isinstance(block, tuple)})
