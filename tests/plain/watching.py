"""What is seen in play is not denied: games by the plain reading of their rules, which note what each question came to,
what lay where and which sentences were carried out and changed something; and what the checks say to the contrary.

What a check calls certain must be so in every game. So a difference is a false alarm, or would be one elsewhere.
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from unittest.mock import patch

from attrs import define, field

from rulewright import Rules
from rulewright.language import core
from rulewright.language.checks import oversights
from rulewright.language.checks.certain_conditions import agreed, judgements
from rulewright.language.checks.expression_values import may
from rulewright.language.checks.setup_pieces import emptied_by_setup
from rulewright.language.checks.value_analysis import contents, outcomes
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.machine.chance import ChanceEvent, Seeded
from tests.plain import expressions, sentences
from tests.plain.game import PlainGame
from tests.plain.state import Chosen, Event, Piece, PlainFault, Play, Run, Value, bare, ordered


@define
class Watched:
    """What was seen: by the identity of each expression what it came to, by zone the kinds that lay there, the zones in
    which something lay behind setup, the places of sentences that were carried out, and of idle ones that changed
    something."""

    rules: Rules
    values: dict[int, tuple[core.Expr, set[int | None]]] = field(factory=dict)
    kinds: dict[int, set[int]] = field(factory=lambda: defaultdict(set))
    filled: set[int] = field(factory=set)
    done: set[Span] = field(factory=set)
    changing: set[Span] = field(factory=set)


def watched(rules: Rules, games: int, *, seed: int = 0, most: int = 100) -> Watched:
    """Random games, each to its end, a fault, or so many decisions."""
    seen, value, one = Watched(rules), expressions.value, sentences.one
    source = Source("seen.rules", rules.source_text)
    idle = {found.span for found in oversights(rules.core, source) if found.code == "no-change"}

    def noted(play: Play, expr: core.Expr) -> Value:
        found = value(play, expr)
        seen.values.setdefault(id(expr), (expr, set()))[1].add(bare(found))
        return found

    def carried_out(play: Play, line: core.Statement) -> Run:
        seen.done.add(line.span)
        before = appearance(play) if line.span in idle else None
        yield from one(play, line)
        if before is not None and appearance(play) != before:
            seen.changing.add(line.span)

    with patch.object(expressions, "value", noted), patch.object(sentences, "one", carried_out):
        for number in range(games):
            with suppress(PlainFault):
                play_one(seen, Seeded(seed, number), random.Random(f"{seed} {number}"), most)
    return seen


def appearance(play: Play) -> object:
    """What a sentence may change, as far as anybody can tell."""

    def looks(each: Piece) -> tuple[object, ...]:
        return each.kind, each.owner, each.up, sorted(each.mark), sorted(each.notes, key=repr)

    zones = {
        key: {place: looks(each) for place, each in content.items()}
        if isinstance(content, dict)
        else (list if ordered(play.zone(key)) else sorted)(map(looks, content))
        for key, content in play.state.zones.items()
    }
    variables = play.state.variables.items()
    return zones, {key: held.copy() if isinstance(held, dict) else held for key, held in variables}


def play_one(seen: Watched, chance: Seeded, rng: random.Random, most: int) -> None:
    """One game, after which its result is reckoned up."""
    seen.done -= {line.span for line in seen.rules.core.play}
    game, events, left = PlainGame(seen.rules.core), 0, most
    game.begin()
    while game.stop is not None:
        behind_setup = any(line.span in seen.done for line in seen.rules.core.play)
        for key in game.play.state.zones:
            kinds = {piece.kind for piece in game.play.lying(key)}
            seen.kinds[key[0]] |= kinds
            seen.filled |= {key[0]} if kinds and behind_setup else set()
        if isinstance(game.stop, Event):
            stop, events = game.stop, events + 1
            game.answer(chance.outcome(ChanceEvent(events, stop.kind, stop.label, stop.items, stop.weights)))
            continue
        seats = [seat for seat, moves in game.stop.moves.items() if moves]
        if not seats or left == 0:
            return
        left -= 1
        seat = rng.choice(seats)
        game.answer(Chosen(seat, rng.choice(game.stop.moves[seat])))
    game.result()


def denied(seen: Watched) -> Iterator[str]:
    """What the checks say that was seen to be otherwise."""
    made, source = seen.rules.core, Source("seen.rules", seen.rules.source_text)
    found = contents(made)
    for zone, kinds in seen.kinds.items():
        if kinds - found.zones[zone]:
            yield f"{made.zones[zone].name} never holds kinds {kinds - found.zones[zone]}"
    for zone in seen.filled & emptied_by_setup(made).keys():
        yield f"{made.zones[zone].name} is empty behind setup"
    of = outcomes(found)
    for expr, values in seen.values.values():
        possible = may(of, expr, {})
        low, high = possible.range.low, possible.range.high
        wrong = {each for each in values if not (possible.none if each is None else low <= each <= high)}
        if wrong:
            yield f"{expr} is never {wrong}, but {possible}"
    judged = list(judgements(of))
    for each in judged:
        if each.comes_to is not None and came_to(seen, each.condition) - {each.comes_to}:
            yield f"{said(source, each.place)} always comes to {each.comes_to}"
    for each, group in agreed(judged, made.settled):
        if any(came_to(seen, other.condition) - {each.comes_to} for other in group):
            yield f"{said(source, each.place)} comes to {each.comes_to} for whoever asks it"
    for one in oversights(made, source):
        if "never carried out" in one.message and one.span in seen.done:
            yield f"{said(source, one.span)} is never carried out"
        if one.code == "no-change" and one.span in seen.changing:
            yield f"{said(source, one.span)} changes nothing"


def came_to(seen: Watched, condition: core.Expr) -> set[bool]:
    """Whether a condition was seen to hold, and not to hold."""
    _, values = seen.values.get(id(condition), (None, set()))
    return {bool(value) for value in values}


def said(source: Source, place: Span) -> str:
    """The words at a place, with their line."""
    return f"line {source.line(place.start)}: {source.text[place.start : place.end]}"
