"""Whether candidates hold: in many random games, at the positions of the explorer, and in the author's examples.

All are looked at together, as if they stood in the text. One that does not hold somewhere is left out, and the others
are looked at once more in the same games.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.example_parts import by_setting
from rulewright.analysis.example_play import Play, Stumble, seated
from rulewright.analysis.examples import run_scene, shared_plays
from rulewright.analysis.invariants.below import Below
from rulewright.analysis.invariants.templates import Candidate
from rulewright.analysis.random_games import reference_playouts
from rulewright.fast import fast_explorer
from rulewright.language import core
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import Setting
from rulewright.language.example_core import Scene
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.machine.game import Rules
from rulewright.machine.lower import lower
from rulewright.machine.playouts import BROKEN, FINISHED, Batch
from rulewright.machine.positions import Broken, Reach, layers
from rulewright.machine.wasm import TooLarge, available, engine_of

SEED: Final = 2
MOST_DECISIONS: Final = 100_000
FAST_AT_ONCE: Final = 2_000
SLOW_AT_ONCE: Final = 5
"""So many games are played, with the fast backend and without it, before somebody asks for the time."""
WITHOUT_FAST: Final = 100
"""Without the fast backend one game is played where there would be so many."""
POSITIONS: Final = 20_000
"""So many positions the explorer finds of each setting."""

Going = Callable[[], bool]


@frozen
class Stated:
    """A text with candidates below it."""

    below: Below
    candidates: tuple[Candidate, ...]

    @classmethod
    def of(cls, source: Source, candidates: Sequence[Candidate], settings: Sequence[Setting]) -> "Stated":
        """A text with those of the candidates that can be read at all of these settings."""
        below = Below.of(source, [each.sentence for each in candidates])
        wrong = below.wrong(settings)
        if not wrong:
            return cls(below, tuple(candidates))
        return cls.of(source, [each for number, each in enumerate(candidates) if number not in wrong], settings)


@frozen
class Held:
    """Which of the candidates hold, by number, and in how many games they were looked at that came to their end."""

    numbers: frozenset[int]
    games: int


@frozen
class Looking:
    """The rules of a setting with the candidates as their only invariants, `numbers` of all."""

    made: core.Core
    source: Source
    numbers: tuple[int, ...]

    @classmethod
    def at(cls, stated: Stated, setting: Setting, numbers: Sequence[int]) -> "Looking":
        """Those of a setting with these candidates."""
        made = stated.below.core(setting)
        assert made is not None, "the text is right"
        return cls(made, stated.below.source, tuple(numbers)).only([stated.candidates[each].title for each in numbers])

    def only(self, titles: Sequence[str]) -> "Looking":
        """The same with the invariants of these titles."""
        by_title = {each.title: each for each in self.made.invariants if each.sort == "invariant"}
        return evolve(self, made=evolve(self.made, invariants=tuple(by_title[each] for each in titles), secrets=()))

    def without(self, broken: set[int]) -> "Looking":
        """The same without the invariants at these places."""
        kept = [place for place in range(len(self.numbers)) if place not in broken]
        invariants = tuple(self.made.invariants[place] for place in kept)
        return evolve(
            self, made=evolve(self.made, invariants=invariants), numbers=tuple(self.numbers[place] for place in kept)
        )

    def rules(self) -> Rules:
        """They as rules."""
        return Rules(self.made, lower(self.made), self.source.text, self.source.name, "", self.source.language)


def in_games(stated: Stated, setting: Setting, numbers: Sequence[int], games: int, going: Going) -> Held:
    """Which of these candidates hold in so many random games of a setting, or as many as there is time for."""
    looking, played, finished = Looking.at(stated, setting, numbers), 0, 0
    play, fast = _player(looking)
    games, at_once = (games, FAST_AT_ONCE) if fast else (-(-games // WITHOUT_FAST), SLOW_AT_ONCE)
    while looking.numbers and played < games and going():
        batch = play(SEED, played, min(at_once, games - played), MOST_DECISIONS, checking=True)
        broken = {batch.winners[at] for at, status in enumerate(batch.status) if status == BROKEN}
        if broken:
            looking = looking.without(broken)
            play, _ = _player(looking)
            continue
        finished += sum(status == FINISHED for status in batch.status)
        played += len(batch)
        if batch.given_up:
            break
    return Held(frozenset(looking.numbers), finished)


def _player(looking: Looking) -> tuple[Callable[..., Batch], bool]:
    """What plays random games of rules, and whether it is the fast backend."""
    rules = looking.rules()
    with suppress(TooLarge, RecursionError, MemoryError):
        if available() is None:
            return engine_of(rules.program, "games").playouts, True

    def played(seed: int, first: int, count: int, most: int, *, checking: bool) -> Batch:
        return reference_playouts(rules, seed, first, count, most, counting=False, checking=checking)

    return played, False


def in_positions(stated: Stated, setting: Setting, numbers: Sequence[int], going: Going) -> frozenset[int]:
    """Which of these candidates hold at the first positions that can be reached, where the fast backend finds them."""
    looking = Looking.at(stated, setting, numbers)
    while looking.numbers and going():
        explorer = fast_explorer(looking.rules(), Reach(POSITIONS, going=going))
        found = () if explorer is None else layers(explorer)
        broken = {each.invariant for each in found if isinstance(each, Broken)}
        if not broken:
            break
        looking = looking.without(broken)
    return frozenset(looking.numbers)


def broken_in_examples(source: Source, stated: Stated, settings: Sequence[Setting]) -> dict[int, str | None]:
    """By their numbers those of the candidates that do not hold where an example of the author's comes: with its title
    where it lays out such a position, which play may never come to, and None where the rules lead to it."""
    found, titles = dict[int, str | None](), {each.title: number for number, each in enumerate(stated.candidates)}
    text, parsed = stated.below.source, stated.below.parsed
    for setting, nodes in by_setting(parse(source), source, tuple(settings)).items():
        if not nodes:
            continue
        made = elaborate(parsed, text, setting.players, dict(setting.options), tuple(nodes), checked=False)
        scenes = [] if made.core is None else [each for each in made.scenes if each is not None]
        while scenes and made.core is not None:
            asked = tuple(each for each in made.core.invariants if titles.get(each.title, -1) not in {-1, *found})
            base, again = evolve(made.core, invariants=asked), []
            for scene, play in zip(scenes, shared_plays(base, scenes, text.text), strict=True):
                broken, laid = _broken_in(base, scene, play, text)
                found |= {titles[asked[each].title]: scene.title if laid else None for each in broken}
                again += [scene] if broken else []
            scenes = again
    return found


def _broken_in(base: core.Core, scene: Scene, shared: Play | None, source: Source) -> tuple[set[int], bool]:
    """Which invariants of a core do not hold in the first position of an example in which one does not that must, and
    whether it is the one that is laid out."""
    try:
        play = shared or Play(seated(base, scene), scene, source.text)
    except Stumble:
        return set(), False
    if run_scene(base, scene, play, source, in_full=False) is None or not play.begun:
        return set(), False
    first = play.game.decisions == 0
    numbers = (number for number in play.machine.broken() if number < len(base.invariants))
    return {number for number in numbers if not (first and base.invariants[number].in_play)}, first
