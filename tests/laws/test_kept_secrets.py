"""The law of secrets: of two games that differ only in what is proven to be secret, in which the same moves are made, a
seat that may not know it sees the same, until it sees a piece that is another one.

Made programs state secrets, or those are taken that hold by reading. `HYPOTHESIS_PROFILE=deep` looks at 100,000 pairs.
What a seat sees is asked of games as everybody can ask it, and nothing is shared with what `check` plays.
"""

import random
from collections.abc import Iterator
from itertools import count, islice, zip_longest
from typing import Final

import pytest
from attrs import evolve, frozen

from rulewright import Game, Rules
from rulewright.language.checks.proposed_secrets import proposed
from rulewright.language.information_flow.open_tellings import open_tellings
from rulewright.language.source import Source
from rulewright.machine.chance import Seeded
from rulewright.machine.events import Spot
from rulewright.machine.game import Happened, IllegalMove
from rulewright.machine.information import Seen
from rulewright.machine.interpret import Deciding, Machine, RulesFault
from rulewright.machine.move_names import Move
from rulewright.machine.program.cell_map import State
from rulewright.machine.program.moves import picks_of, split
from tests.analysis.test_twins import findings
from tests.games.common import swap_pieces
from tests.laws.positions import DEEP
from tests.laws.twins import Alike, swap_variables
from tests.made import made_rules
from tests.made.loading import loaded

PAIRS: Final = 100_000 if DEEP else 120
A_PROGRAM: Final = 100 if DEEP else 12
"""So many pairs at most of one program."""
TOGETHER: Final = 6
"""So many decisions two games go on together."""
LONGEST: Final = 40


@frozen
class Kept:
    """Rules, and the zones and variables of which nothing is told."""

    rules: Rules
    zones: frozenset[int]
    variables: frozenset[int]


def kept(rules: Rules) -> Kept | None:
    """What is proven to be secret by these rules, without exceptions; None if that is nothing."""
    secrets = rules.core.secrets or proposed(rules.core, Source(rules.name, rules.source_text))
    bare = evolve(rules.core, secrets=tuple(evolve(each, told_by=()) for each in secrets))
    found = open_tellings(bare)
    of = [each.of for each in bare.secrets if not found[each.title].places]
    zones, variables = (frozenset(each.number for each in of if each.sort == sort) for sort in ("zone", "variable"))
    return Kept(rules, zones, variables) if of else None


def otherwise(game: Game, proven: Kept, seat: int, rng: random.Random) -> State:
    """The same state with something else in what is secret, as far as the seat does not see it."""
    rules, machine = proven.rules, game.rules.machine
    rules.loaded = None
    machine.load(game.state.vector)
    held = {machine.memory[loc] for _, loc in rules.program.held} | chosen_pieces(machine, rules.players)
    share = rng.choice((0.3, 0.7, 1))

    def meant(zone: int, loc: int) -> bool:
        seen = machine.zones.seen_by(loc) >> seat & 1
        return zone in proven.zones and not seen and loc not in held and rng.random() < share

    for component in range(len(rules.core.components)):
        swap_pieces(game, machine, component, meant, rng)
    state = State(machine.vector, rules.program)
    fields = {id(each) for at, each in enumerate(rules.core.variables) if at in proven.variables}
    return swap_variables(rules.resume(state), seat, rng, lambda each: id(each) in fields)


def chosen_pieces(machine: Machine, players: int) -> set[int]:
    """Words of choices at once that were made and that nobody has seen, among them the cells of pieces."""
    stop, program = machine.stop, machine.program
    site = program.sites[stop.site] if isinstance(stop, Deciding) else None
    if site is None or site.chosen is None:
        return set()
    return {*machine.memory[site.chosen : site.chosen + players * site.chosen_width]}


def differences(proven: Kept, seed: int) -> Iterator[str | None]:
    """Of pairs of games at random how the seat could tell each apart."""
    rules, rng = proven.rules, random.Random(f"secrets {seed}")
    for number in count():
        try:
            game = rules.start(seed, number)
            while not game.over and game.decisions < LONGEST:
                seat = rng.randrange(rules.players)
                state = otherwise(game, proven, seat, rng)
                if state != game.state:
                    yield told(rules, game.state, state, seat, rng)
                mover = rng.choice(game.deciders)
                game.play(mover, rng.choice(game.moves(mover)))
        except RulesFault:
            pass
        if number > A_PROGRAM:
            return


def told(rules: Rules, one: State, other: State, seat: int, rng: random.Random) -> str | None:
    """What is seen otherwise in games that go on from two states together, until a piece is seen."""
    said = list[Happened]()
    game, twin = rules.resume(one, Seeded(rng.getrandbits(30))), rules.resume(other, Alike(said, rng))
    for _ in range(TOGETHER):
        if game.over or game.state == twin.state:
            break
        mover = rng.choice(game.deciders)
        try:
            move, before = rng.choice(game.moves(mover)), len(game.steps)
            if move in twin.moves(mover) and picked_from(game, mover, move) != picked_from(twin, mover, move):
                break  # under the same name another piece
            game.play(mover, move)
            said += (step for step in game.steps[before:] if isinstance(step, Happened))
            twin.play(mover, move)
        except (IllegalMove, RulesFault):
            break
        seen = [each.information(seat) for each in (game, twin)]
        differ = [two for two in zip_longest(*seen) if two[0] != two[1]]
        if differ:
            first = next((two for two in differ if not is_named_later(*two)), differ[0])
            return None if is_sight(rules, *first) else f"{first[0]}\nor {first[1]}"
        if game.view(seat) != twin.view(seat):
            views = [each.view(seat) for each in (game, twin)]
            pairs = zip((*views[0].zones, *views[0].variables), (*views[1].zones, *views[1].variables), strict=True)
            return "\nor ".join(map(str, next((two for two in pairs if two[0] != two[1]), views)))
    return None


def picked_from(game: Game, seat: int, move: Move) -> list[Spot | None]:
    """Where the pieces lie that a move picks."""
    chosen = game.choices(seat)[move]
    machine = game.entered()
    assert isinstance(machine.stop, Deciding)
    picks = picks_of(game.rules.program, machine.stop.site, chosen)
    members = (place for pick, places in split(picks, chosen.picks) if pick.words > 1 for place in places)
    return [machine.zones.spot(chosen.picks[place + 1]) for place in members]


def is_named_later(one: Seen | None, other: Seen | None) -> bool:
    """Whether one move has the name of a piece where the other has none: it was seen in what came of the move."""
    if one is None or other is None or one.what != "move" or evolve(one, items=()) != evolve(other, items=()):
        return False
    return all(first == second or "?" in (first, second) for first, second in zip_longest(one.items, other.items))


def is_sight(rules: Rules, one: Seen | None, other: Seen | None) -> bool:
    """Whether two events are one but for what pieces are that are seen in both."""
    if one is None or other is None or evolve(one, piece=None, items=()) != evolve(other, piece=None, items=()):
        return False
    if one.what in ("move", "rolled"):
        return one.items == other.items
    kinds = {name for component in rules.core.components for name in component.kinds}
    words = [" / ".join(map(str, (each.piece, *each.items))).split() for each in (one, other)]
    pairs = [*zip_longest(*words)]
    return all(first == second or kinds.issuperset((first, second)) for first, second in pairs)


@pytest.mark.thorough
@pytest.mark.timeout(0 if DEEP else 600)
def test_what_is_proven_is_kept() -> None:
    number = 0
    for seed in count(20_000):
        proven = kept(made_rules(seed))
        for difference in islice(differences(proven, seed), A_PROGRAM) if proven else ():
            assert difference is None, f"seed {seed}: {difference}\n{proven and proven.rules.source_text}"
            number += 1
        if number >= PAIRS:
            break
    print(f"{number} pairs of {seed - 20_000} programs")


MOODS = """
game "Moods" "Hands go round in a rare mood, as if nobody would see that"
    players 3
spot is 1..16
component card: number 1..6
    3 of any
there is
    deck: pile of card
each player has
    hand: hand of card
each player and spot has
    mood: player or none, seen by owner, starts players's last
setup:
    move all box to deck
    shuffle deck
    each player: move 3 from deck to your hand
play:
    repeat 3 times:
        each player: turn
phase turn:
    SENTENCE
    choose pass
action pass: nothing
scoring:
    score of player: 0
    winners: players with highest score
secret "mood": nobody but its owner sees players' mood
secret "hand": nobody but its owner sees players' hand
"""
"""A made program of which play alone told too late what it tells."""
ROUND = "if your mood(3) is your left:\n        each player at once: move all your hand to your left's hand"


def test_a_rare_mood_is_told_by_which_hands_go_round() -> None:
    [found] = findings(MOODS.replace("SENTENCE", ROUND))
    assert (found.code, found.facts["title"]) == ("told-secret", "mood")
    assert findings(MOODS.replace("SENTENCE", "if your mood(3) is your left: nothing")) == []


def test_the_law_finds_what_is_told() -> None:
    tells, silent = (loaded(MOODS.replace("SENTENCE", sentence)) for sentence in (ROUND, "nothing"))
    proven = kept(silent)
    assert proven is not None
    assert any(differences(evolve(proven, rules=tells), 1))
    assert not any(differences(proven, 1))
