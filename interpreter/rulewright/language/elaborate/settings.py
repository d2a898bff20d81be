"""The players and options of a ruleset: what may be chosen, what holds by default, and which combinations are refused.

Laws: a default counts only where nothing was chosen, and options are decided in declared order; a setting that `settle`
gives passes every `needs`. Only the conditions of `game` and `option` are elaborated: of options and `player-count`."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, islice, product
from math import prod
from operator import itemgetter
from typing import Final

from attrs import frozen

from rulewright.language import core, intervals as fold, syntax
from rulewright.language.component_rows import end_words, plain
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.edits import without
from rulewright.language.elaborate.coercions import condition
from rulewright.language.elaborate.environment import Env, Mistake, World
from rulewright.language.elaborate.sentences import RECURSION
from rulewright.language.elaborate.suggestions import range_words
from rulewright.language.messages import declarations as words, names as name_words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import BOOL, NumberT, OptionSetting, Scalar, ValueT, shown_option
from rulewright.language.wording import listed, plural

MOST_PLAYERS: Final = 12
MOST_OPTIONS: Final = 16
MOST_SETTINGS: Final = 64
MOST_TRIED: Final = 4096
TRIES_FOR_A_PAIR: Final = 64
SWITCHES: Final = {"on": "yes", "true": "yes", "off": "no", "false": "no"}


@frozen
class Setting:
    """A number of players and a value for every option, in declared order."""

    players: int
    options: tuple[tuple[str, OptionSetting], ...]


@frozen
class Admitted:
    """The settings to build and check. `complete`: they are all; otherwise every pair of choices is among them."""

    settings: tuple[Setting, ...]
    complete: bool


def game_of(ruleset: syntax.Ruleset) -> syntax.Game | None:
    """The first paragraph `game`."""
    return next((each for each in ruleset.declarations if isinstance(each, syntax.Game)), None)


def options_of(ruleset: syntax.Ruleset) -> tuple[syntax.Option, ...]:
    """The options in declared order, of each name the first."""
    found: dict[str, syntax.Option] = {}
    for each in ruleset.declarations:
        if isinstance(each, syntax.Option):
            found.setdefault(each.name.text, each)
    return tuple(found.values())


def player_counts(ruleset: syntax.Ruleset) -> tuple[int, ...]:
    """The allowed numbers of players."""
    game = game_of(ruleset)
    match game.seats if game else ():
        case syntax.Number(value=number):
            counts = range(number, number + 1)
        case syntax.ConstRange(low=syntax.Number() as low, high=syntax.Number() as high, step=step):
            counts = range(low.value, high.value + 1, max(1, step or 1))
        case tuple() as names:
            counts = range(len(names), len(names) + 1)
        case _:
            counts = range(0)
    return tuple(number for number in range(1, MOST_PLAYERS + 1) if number in counts)


def seat_names(game: syntax.Game | None) -> tuple[syntax.Name, ...]:
    """The declared names of the seats, nothing where there are none."""
    return game.seats if game and isinstance(game.seats, tuple) else ()


def called_seats(game: syntax.Game | None, players: int) -> tuple[str, ...]:
    """What so many seats are called: as declared, or player-1 and so on."""
    declared = tuple(dict.fromkeys(seat.text for seat in seat_names(game)))
    return declared if len(declared) == players else tuple(f"player-{seat}" for seat in range(1, players + 1))


def values_of(option: syntax.Option) -> tuple[OptionSetting, ...]:
    """The values of an option in declared order."""
    return tuple(map(plain, option.values))


def shown_setting(setting: Setting) -> str:
    """A setting as people say it: "5 players and cube-cap yes"."""
    options = "".join(f" and {name} {shown_option(value)}" for name, value in setting.options)
    return f"{setting.players} player{'' if setting.players == 1 else 's'}{options}"


def read_value(option: syntax.Option, given: OptionSetting) -> OptionSetting | None:
    """A value of the option as somebody gave it (as text `_` is `-`, and on, true are yes), None if it is none."""
    values = values_of(option)
    if any(type(value) is type(given) and value == given for value in values):
        return given
    if not isinstance(given, str):
        return None
    word = given.strip().replace("_", "-")
    known = {shown_option(value): value for value in values}
    return known.get(word, known.get(SWITCHES.get(word.lower(), word.lower())))


def enter_option(world: World, option: syntax.Option) -> None:
    """Makes an option and its values known: yes or no, a range, or a type of its own; mixed ones are broken."""
    name, values = option.name.text, values_of(option)
    if len({type(value) for value in values}) > 1:
        world.broken_names.add(name)
        return
    numbers = [value for value in values if isinstance(value, int)]
    type_: Scalar = NumberT(min(numbers), max(numbers)) if numbers else ValueT(f"option:{name}")
    if all(isinstance(value, bool) for value in values):
        type_ = BOOL
    world.option_types[name], world.option_names[name] = type_, option.name
    if isinstance(type_, ValueT):
        world.values[type_.name] = tuple(dict.fromkeys(map(shown_option, values)))
        world.bear(type_, world.values[type_.name])


def option_world(ruleset: syntax.Ruleset, source: Source, players: int, options: Mapping[str, OptionSetting]) -> World:
    """A world in which nothing is known but these options and the number of players."""
    world = World(RECURSION, source, players, dict(options), declared_words(ruleset))
    for option in options_of(ruleset):
        if option.name.text in options:
            enter_option(world, option)
    return world


def decide(world: World, node: syntax.Expr) -> bool:
    """A condition that is decided at load; it speaks of options and `player-count` only. Raises `Mistake`."""
    return bool(known_at_load(world, lambda: condition(world, Env(), node), name_words.not_a_constant(node.span)))


def known_at_load(world: World, elaborated: Callable[[], core.Expr], otherwise: Diagnostic) -> int:
    """The constant that an expression comes to; `otherwise` where it needs the game or names of it."""
    try:
        known = fold.constant(elaborated())
    except Mistake as found:
        told = found.diagnostic
        if told is not None and told.code == "unknown-name" and world.text(told.span) in world.declared:
            raise Mistake(otherwise) from found
        raise
    if known is None:
        raise Mistake(otherwise)
    return known


def declared_words(ruleset: syntax.Ruleset) -> frozenset[str]:
    """The names of fields, definitions and types, which no condition at load may use."""
    found = {"box"}
    for each in ruleset.declarations:
        if isinstance(each, syntax.Has):
            found |= {field.name.text for field in each.fields}
        elif isinstance(each, syntax.Define | syntax.TypeDeclaration):
            found |= {each.name.text} if isinstance(each, syntax.Define) else {each.name.text, plural(each.name.text)}
    return frozenset(found)


def counts_said(counts: Sequence[int]) -> str:
    """For how many players a game is: `2`, `2 to 4`, `2, 4`."""
    low, high = min(counts, default=0), max(counts, default=0)
    if low == high:
        return f"{low}"
    return f"{low} to {high}" if len(counts) == high - low + 1 else listed(map(str, counts))


def settle(
    ruleset: syntax.Ruleset, source: Source, players: int, given: Mapping[str, OptionSetting]
) -> Setting | tuple[Diagnostic, ...]:
    """The setting that was chosen, completed by the defaults, or what is wrong with it."""
    game, options = game_of(ruleset), {option.name.text: option for option in options_of(ruleset)}
    span = game.title.span if game else NOWHERE
    found: list[Diagnostic] = []
    if players not in player_counts(ruleset):
        found.append(words.players_not_allowed(span, range=counts_said(player_counts(ruleset)), players=players))
    chosen: dict[str, OptionSetting] = {}
    for name, value in given.items():
        option = options.get(name.strip().replace("_", "-"))
        read = read_value(option, value) if option else None
        if option is None:
            found.append(words.unknown_option(span, name=name, candidates=list(options)))
        elif read is None:
            allowed, one, given_ = [shown_option(each) for each in values_of(option)], option.name, shown_option(value)
            found.append(words.value_not_allowed(one.span, option=one.text, name=given_, candidates=allowed))
        else:
            chosen[option.name.text] = read
    completed = found or complete(ruleset, source, players, chosen)
    if not isinstance(completed, Setting):
        return tuple(completed)
    refused = refusal(ruleset, source, completed)
    return completed if refused is None else (refused,)


def complete(
    ruleset: syntax.Ruleset, source: Source, players: int, chosen: Mapping[str, OptionSetting]
) -> Setting | list[Diagnostic]:
    """What was chosen with the defaults of all other options."""
    decided: dict[str, OptionSetting] = {}
    found: list[Diagnostic] = []
    for option in options_of(ruleset):
        name = option.name.text
        try:
            decided[name] = chosen[name] if name in chosen else default(ruleset, source, option, players, decided)
        except Mistake as mistake:
            found += [mistake.diagnostic] if mistake.diagnostic else []
    return found or Setting(players, tuple(decided.items()))


def default(
    ruleset: syntax.Ruleset, source: Source, option: syntax.Option, players: int, decided: Mapping[str, OptionSetting]
) -> OptionSetting:
    """The first default whose condition holds; options below are undecided. Raises `Mistake` if none is left."""
    world, asked = option_world(ruleset, source, players, decided), Setting(players, tuple(decided.items()))
    for each in option.defaults:
        try:
            chosen = each.when is None or decide(world, each.when)
        except Mistake as found:
            later = {one.name.text: one.name.span for one in options_of(ruleset) if one.name.text not in world.options}
            told = found.diagnostic
            if told is not None and (name := world.text(told.span)) in later:
                complaint = words.decided_later(told.span, name=name, option=option.name.text, also=later[name])
                raise Mistake(complaint) from found
            raise
        if chosen:
            return allowed_default(option, each)
    taken = [plain(each.value) for each in option.defaults]
    left = [each for each in values_of(option) if each not in map(partial(read_value, option), taken)]
    value = shown_option([*left, *values_of(option)][0])
    end, of = option.defaults[-1].span.end if option.defaults else 0, option.name
    edit = Edit(Span(end, end), f", default {value}") if end and len(left) == 1 else None
    raise Mistake(words.no_default_left(of.span, option=of.text, setting=shown_setting(asked), value=value, edit=edit))


def allowed_default(option: syntax.Option, node: syntax.Default) -> OptionSetting:
    """The value of a default. Raises `Mistake` where the option does not have it."""
    value = read_value(option, plain(node.value))
    if value is None:
        given, known = shown_option(plain(node.value)), map(shown_option, values_of(option))
        raise Mistake(words.default_no_choice(node.value.span, value=given, values=known))
    return value


def refusal(ruleset: syntax.Ruleset, source: Source, setting: Setting) -> Diagnostic | None:
    """The first `needs` of the game that refuses the setting, with its sentence. A broken one refuses nothing."""
    game = game_of(ruleset)
    if game is None or not game.needs:
        return None
    world = option_world(ruleset, source, setting.players, dict(setting.options))
    for needs in game.needs:
        if not world.tried(partial(decide, world, needs.condition), otherwise=True):
            sentence = needs.because.text if needs.because else world.text(needs.condition.span)
            return words.setting_refused(needs.span, sentence=sentence, setting=shown_setting(setting))
    return None


# ---- what is wrong with the declarations themselves


def trouble(ruleset: syntax.Ruleset, source: Source) -> tuple[Diagnostic, ...]:
    """All that is wrong with the players, options and `needs`, whatever is chosen."""
    game, options = game_of(ruleset), options_of(ruleset)
    found = [*seats_trouble(game)]
    if len(options) > MOST_OPTIONS:
        found.append(words.too_many_options(options[MOST_OPTIONS].name.span, number=len(options), most=MOST_OPTIONS))
    for option in options:
        name, values = option.name, values_of(option)
        if len({type(value) for value in values}) > 1:
            found.append(words.mixed_values(name.span, name=name.text))
            continue
        for at, (node, value) in enumerate(zip(option.values, values, strict=True)):
            if value in values[:at]:
                also, edit = option.values[values.index(value)].span, without(source.text, node.span)
                shown = shown_option(value)
                found.append(words.option_value_twice(node.span, option=name.text, value=shown, also=also, edit=edit))
        for each in option.defaults:
            try:
                allowed_default(option, each)
            except Mistake as mistake:
                found += [mistake.diagnostic] if mistake.diagnostic else []
    if found:
        return tuple(found)
    for players in player_counts(ruleset):
        completed = complete(ruleset, source, players, {})
        if isinstance(completed, Setting):
            world = option_world(ruleset, source, players, dict(completed.options))
            for needs in game.needs if game else ():
                world.tried(partial(decide, world, needs.condition), otherwise=False)
            found += world.diagnostics
        else:
            found += completed
    return tuple({(each.code, each.span.start): each for each in reversed(found)}.values())[::-1]


def seats_trouble(game: syntax.Game | None) -> Iterator[Diagnostic]:
    """What is wrong with the number of players."""
    match game.seats if game else ():
        case syntax.Number(value=number) as one if not 1 <= number <= MOST_PLAYERS:
            yield words.players_range(one.span, given=f"{number}", most=MOST_PLAYERS)
        case syntax.ConstRange(low=syntax.Number(low), high=syntax.Number(high)) as range_:
            if not 1 <= low <= high <= MOST_PLAYERS:
                yield words.players_range(range_.span, given=range_words(NumberT(low, high)), most=MOST_PLAYERS)
        case syntax.ConstRange() as range_:
            yield words.range_of_two(range_.span, low=end_words(range_.low), high=end_words(range_.high))
        case tuple() as names if len(names) > MOST_PLAYERS:
            yield words.players_range(names[-1].span, given=f"{len(names)}", most=MOST_PLAYERS)
        case _:
            pass


# ---- all settings

Choice = tuple[OptionSetting, ...]
Placed = tuple[int, OptionSetting]
"""A value and its place in a choice."""


def admitted(ruleset: syntax.Ruleset, source: Source) -> Admitted:
    """Every setting that `needs` admits, up to 64; beyond that enough of them that every two choices meet."""
    options = options_of(ruleset)
    ways: list[Choice] = [player_counts(ruleset), *(tuple(dict.fromkeys(values_of(option))) for option in options)]

    def setting(choice: Choice) -> Setting:
        names = (option.name.text for option in options)
        return Setting(int(choice[0]), tuple(zip(names, choice[1:], strict=True)))

    def fits(choice: Choice) -> bool:
        return refusal(ruleset, source, setting(choice)) is None

    if not prod(map(len, ways)):
        return Admitted((), complete=True)
    if prod(map(len, ways)) <= MOST_TRIED:
        found = list(islice(filter(fits, product(*ways)), MOST_SETTINGS + 1))
        if len(found) <= MOST_SETTINGS:
            return Admitted(tuple(map(setting, found)), complete=True)
    return Admitted(tuple(map(setting, every_pair(ways, fits))), complete=False)


def refused_all(ruleset: syntax.Ruleset, source: Source) -> Diagnostic | None:
    """What is said of rules that admit no setting, shown by the first; None where `needs` is not why."""
    counts, ways = player_counts(ruleset), [(option.name.text, values_of(option)) for option in options_of(ruleset)]
    if not counts or not all(values for _, values in ways):
        return None
    one = refusal(ruleset, source, Setting(counts[0], tuple((name, values[0]) for name, values in ways)))
    return one and words.all_refused(one.span, setting=one.facts["setting"], sentence=one.facts["sentence"])


def every_pair(ways: Sequence[Choice], fits: Callable[[Choice], bool]) -> list[Choice]:
    """Choices in which every two values meet, unless 64 ways to complete their pair have failed."""
    places = [[(place, choice) for choice in choices] for place, choices in enumerate(ways)]
    met: defaultdict[Placed, set[Placed]] = defaultdict(set)

    def rows(row: tuple[Placed, ...], left: Sequence[Sequence[Placed]]) -> Iterator[tuple[Placed, ...]]:
        """All ways to go on with a row at the places that are left, those with many pairs that have not met first."""
        if not left:
            yield row
        for value in sorted(left[0], key=lambda value: sum(each in met[value] for each in row)) if left else ():
            yield from rows((*row, value), left[1:])

    found: list[Choice] = []
    for one, other in combinations(places, 2):
        for pair in product(one, other):
            if pair[1] not in met[pair[0]]:
                met[pair[0]].add(pair[1])
                met[pair[1]].add(pair[0])
                left = [place for place in places if place not in (one, other)]
                for row in islice(rows(pair, left), TRIES_FOR_A_PAIR):
                    if fits(choice := tuple(value for _, value in sorted(row, key=itemgetter(0)))):
                        found.append(choice)
                        for value in row:
                            met[value].update(row)
                        break
    return found
