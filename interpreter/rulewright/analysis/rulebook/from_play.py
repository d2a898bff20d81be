"""What playing shows: the table when a game has been set up, and how the scores of a finished game come about.

In: rules without errors, and what is known of the setting. Out: blocks of a rulebook. Chance is by seeds, so that one
text gives one rulebook; who plays thinks where the fast backend can be had. What cannot be played, or not to its end
within `MOST_DECISIONS`, shows nothing; nor does what would take longer than `PATIENCE_S`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from time import process_time
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.documents import Block, Item, Paragraph, Points, Table
from rulewright.analysis.random_games import plies
from rulewright.analysis.rulebook.expressions import phrase
from rulewright.analysis.rulebook.meaning import Env, Given, Known, something
from rulewright.analysis.rulebook.naming import zone_name
from rulewright.analysis.rulebook.speech import listed, several, spoken, the
from rulewright.language import lattice, syntax
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import Setting, player_counts, settle
from rulewright.language.format import in_columns
from rulewright.language.parser import Parsed
from rulewright.language.source import Source
from rulewright.language.walking import walk
from rulewright.language.wording import up
from rulewright.levels import RANDOM, Level
from rulewright.machine.explain import Explainer, Value, explainer
from rulewright.machine.game import Game, Rules
from rulewright.machine.interpret import RulesFault
from rulewright.machine.lower import lower
from rulewright.machine.view import View, ZoneView
from rulewright.machine.wasm import IN_BROWSER, available

SEEDS: Final = range(4)
"""Games are set up with each of these; what differs between them is no rule."""
GAMES: Final = range(10)
"""Of these random games one is told, if none of those can be that are thought through."""
THINKERS: Final = Level("search:60", 60)
THOUGHT: Final = range(4)
"""Of these games by players who think one is told: the first in which all of a score counts and everybody has one, if
there is such a game."""
MOST_DECISIONS: Final = 1500
MOST_THOUGHT: Final = 600
"""So many decisions are thought about, in all games together."""
PATIENCE_S, PATIENCE_WITH_THINKERS_S = 5, 40
"""So long the processor may be at it, before no more is played; thinkers seldom need so long, on any machine."""
MOST_INSTANCES: Final = 8
"""Of more hands or places with different numbers in them none is told."""
PEOPLE: Final = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Leo")


@frozen
class FromPlay:
    """Blocks for the setup, and for the scoring."""

    setup: tuple[Block, ...] = ()
    scoring: tuple[Block, ...] = ()


def from_play(source: Source, ruleset: syntax.Ruleset, given: Given) -> FromPlay:
    """What playing shows, at what is given, and of each number of players that it leaves open."""
    env = Env(Known(source, ruleset, given))
    ready = [*_settings(source, ruleset, given)]
    views = {rules.players: _set_up(rules) for rules in ready}
    shown = {players: views_ for players, views_ in views.items() if views_}
    setup = (_numbers(shown, env), _picture(*next(iter(shown.items())), env)) if shown else ()
    return FromPlay(tuple(filter(None, setup)), tuple(_scores(ready, env)))


def _settings(source: Source, ruleset: syntax.Ruleset, given: Given) -> Iterator[Rules]:
    """The rules for each number of players, with what is given and else the defaults."""
    chosen = {name: value for name, value in given.items() if name != "player-count"}
    counts = player_counts(ruleset) if "player-count" not in given else (int(given["player-count"]),)
    end = process_time() + PATIENCE_S
    for count in counts:
        if process_time() > end:
            return
        setting = settle(ruleset, source, count, chosen)
        if isinstance(setting, Setting):
            made = elaborate(Parsed(ruleset, (), ()), source, count, dict(setting.options))
            if made.core is not None and not any(each.severity == "error" for each in made.diagnostics):
                yield Rules(made.core, lower(made.core), source.text, source.name, "")


def _set_up(rules: Rules) -> list[View]:
    """What everybody sees when the game has been set up, in several games; nothing where somebody is asked before."""
    core = evolve(rules.core, play=())
    only = Rules(core, lower(core), rules.source_text, rules.name, "")
    with suppress(RulesFault):
        games = [only.start(seed) for seed in SEEDS]
        return [game.view(None) for game in games] if all(game.over for game in games) else []
    return []


def _label(zone: ZoneView, env: Env, *, own: bool = False) -> str:
    """What a zone is called, of one of several with its owner."""
    name = spoken(zone_name(zone.name, env))
    if zone.box:
        return "left in the box"
    if not zone.owners:
        return name
    seats = dict(zip(env.known.world.values["player"], PEOPLE, strict=False))
    owners = [seats.get(str(owner), str(owner)) for owner in zone.owners]
    return f"{name} of {listed(owners)}" if own else name


def sizes(views: Sequence[View], env: Env) -> dict[str, str]:
    """How many pieces lie in each zone that has some, where that is always so many."""
    told: dict[str, str] = {}
    found = [defaultdict[str, list[int]](list) for _ in views]
    for view, made in zip(views, found, strict=True):
        for zone in view.zones:
            made[_label(zone, env)].append(zone.size)
    for name, first in found[0].items():
        if any(first) and all(made[name] == first for made in found):
            if len(set(first)) == 1:
                told[name] = str(first[0]) + " each" * (len(first) > 1)
            elif len(first) <= MOST_INSTANCES:
                told[name] = ", ".join(map(str, first))
    return told


def _numbers(shown: Mapping[int, Sequence[View]], env: Env) -> Table | None:
    """How much lies where, by the number of players."""
    columns = {players: sizes(views, env) for players, views in shown.items()}
    names = list(dict.fromkeys(name for column in columns.values() for name in column))
    head = ("When all is set up", *(several(str(players), "player") for players in columns))
    rows = tuple((up(name), *(column.get(name, "–") for column in columns.values())) for name in names)
    return Table(head, rows) if rows else None


def _picture(players: int, views: Sequence[View], env: Env) -> Points | None:
    """The zones in which something can be seen, as they lie in the first of these games."""
    lines: list[str] = []
    for zone in views[0].zones:
        if zone.kind == "board" and zone.pieces is not None:
            lines += [f"{up(_label(zone, env, own=True))}:", *(f"  {line}" for line in _board(zone, env))]
        elif zone.pieces and not zone.box:
            names = [f"{each.copies} × {each.name}" if each.copies > 1 else each.name for each in zone.pieces]
            lines.append(f"{up(_label(zone, env, own=True))}: {', '.join(names)}")
    head = f"So it can look then, with {several(str(players), 'player')}:"
    return Points((Item(head, drawn=tuple(lines)),)) if lines else None


def _board(zone: ZoneView, env: Env) -> Iterable[str]:
    """What lies on a board, as its places stand; of places that stand nowhere, a line for each that is not empty."""
    known = next(each for each in env.known.world.zones if each.name == zone.name)
    assert known.place is not None
    assert zone.pieces is not None
    there = {each.place: each.name for each in zone.pieces}
    places = env.known.world.places[known.place]
    standing = lattice.standing(places)
    if standing is None:
        return [f"{place}: {name}" for place, name in there.items()]
    spots = (["" if spot is None else there.get(places.names[spot], ".") for spot in row] for row in standing.rows)
    return in_columns([*spots], standing.shifts or ())


# ---- A worked example of scores: of some games one in which most of it counts


def _scores(ready: Sequence[Rules], env: Env) -> Iterator[Block]:
    """The scores of a game, with what each is made up of."""
    if not ready or ready[0].core.scoring.score is None or ready[0].core.scoring.common:
        return
    asking = [(rules, _asking(rules)) for rules in ready[:2]]
    found = _best(asking, THOUGHT, THINKERS) if available() is None and not IN_BROWSER else None
    if found is None or not all(found[1].scores):
        found = max(filter(None, (found, _best(asking, GAMES, RANDOM))), key=lambda each: each[0], default=None)
    if found is None:
        return
    _, game, parts = found
    people = PEOPLE[: game.rules.players]
    yield Paragraph(f"A game of {listed(people)} may end so:")
    seats = dict(zip(game.rules.core.seat_names, people, strict=True))
    terms = zip(_terms(parts, env), zip(*parts, strict=True), strict=True)
    rows = [(name, *(_told(part, seats) for part in column)) for name, column in terms]
    yield Table(("", *people), (*rows, ("Score", *map(str, game.scores))))
    winners = [people[seat] for seat in game.winners]
    yield Paragraph(f"{listed(winners)} {'win' if len(winners) > 1 else 'wins'}." if winners else "Nobody wins.")


Ended = tuple[tuple[int, int, int], Game, list[tuple[Value, ...]]]
"""How much of the score counts, for how many, and the sum of all; a game that is over; what its scores are made of."""


def _best(asking: Sequence[tuple[Rules, Explainer]], seeds: Iterable[int], level: Level) -> Ended | None:
    """Of games of these seeds by players of a level one in which most counts; nothing where none ends, or counts."""
    found, thinks = list[Ended](), level is THINKERS
    end, left = process_time() + (PATIENCE_WITH_THINKERS_S if thinks else PATIENCE_S), MOST_THOUGHT
    for seed in seeds:
        with suppress(RulesFault):
            rules, asked = asking[seed % len(asking)]
            game, levels = rules.start(seed), dict.fromkeys(range(rules.players), level)
            most = left + 1 if thinks else MOST_DECISIONS
            for _ in islice(plies(game, seed=seed, number=0, levels=levels), most):
                if process_time() > end:
                    break
            left -= min(left, game.decisions)
            if game.over:
                parts = [*asked.of_players("terms", game, None)]
                told = sum(any(each.value for each in part) for part in zip(*parts, strict=True))
                found.append(((told, sum(map(bool, game.scores)), sum(game.scores)), game, parts))
                if thinks and told == len(parts[0]) and all(game.scores):
                    break
    return max((each for each in found if each[0][0]), key=lambda each: each[0], default=None)


def _asking(rules: Rules) -> Explainer:
    """What tells the parts of scores."""
    scoring = rules.core.scoring
    return explainer(rules, {"terms": scoring.explanation.terms}, scoring.span, scoring.player)


def _told(part: Value, seats: Mapping[str, str]) -> str:
    """A number, and of what it is the total."""
    of = [f"{seats.get(str(item), item)} {number}" for item, number in part.of]
    return f"{part.value}{f': {listed(of)}' if of else ''}"


def _terms(parts: Sequence[tuple[Value, ...]], env: Env) -> list[str]:
    """What the parts of a score are, in words."""
    said = dict[str, str]()
    heads: list[syntax.Score | syntax.Define] = [*env.known.all(syntax.Define)]
    for each in (*(part for one in env.known.all(syntax.Scoring) for part in one.parts), *heads):
        if each.of is None:
            continue
        mine = env.about(the(each.of.text), something(each.of, env), each.subject or each.of)
        for node in walk(each.body):
            if isinstance(node, syntax.Expr):
                text = env.known.comments.source.text[node.span.start : node.span.end]
                for name in filter(None, (each.subject, each.of)):
                    text = re.sub(rf"(?<![\w-]){name.text}'s(?!\w)", "its", text).replace(f"({name.text})", "")
                said.setdefault(text, phrase(node, mine))
    return [up(said.get(part.text, spoken(part.text)).removeprefix("the ")) for part in parts[0]]
