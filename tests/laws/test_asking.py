"""The law of secrecy for questions at the table: games that look alike to a seat get the same answers, byte by byte;
where they told it the same, the table has the same stars, too.

The twins of whole games were played otherwise from the beginning and told the seat the same; those of `twins` begin
in the middle of a game.
"""

import os
import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from rulewright import Game, Rules
from rulewright.language.elaborate.settings import Setting
from rulewright.machine.chance import RandomPlayer, Seeded
from rulewright.machine.game import Decision
from rulewright.table import asking, odds
from rulewright.table.asking import Asker
from rulewright.table.commands import Question
from rulewright.table.drawing import compared
from rulewright.table.names_at_table import Naming, name_people
from rulewright.table.real_game import Seated
from rulewright.table.tableau import tableau
from rulewright.table.text_lines import WIDTH, plain
from rulewright.table.view_to_scene import scene
from rulewright.table.vocabulary import vocabulary
from tests.laws.positions import GAMES as SHIPPED, moved, rules_of, settings_of
from tests.laws.test_imagining import leading_there, told_again
from tests.laws.twins import pairs
from tests.made import made_rules

GAMES = 200 if os.environ.get("HYPOTHESIS_PROFILE") == "deep" else 1
MOST_NAMES = 8


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn by lot is drawn alike however often."""
    monkeypatch.setattr(odds, "SAMPLES", 25)
    monkeypatch.setattr(odds, "FEWEST", 10)


@cache
def rules_and_asker(name: str, setting: Setting) -> tuple[Rules, Asker]:
    """The rules of a shipped game, and who is asked about all games by them."""
    rules = rules_of(name, setting)
    return rules, asker_of(rules)


def asker_of(rules: Rules) -> Asker:
    words = vocabulary(rules.core)
    names = name_people(rules.core.seat_names, {}, words)
    return Asker(rules, names, names.words(words))


def questions(asker: Asker, rng: random.Random) -> Iterator[tuple[Question, str]]:
    """What may be asked: everything that has no name, and some names of each sort."""
    yield from (("score", ""), ("history", "all"))
    subjects = list(asker.subjects)
    yield from (("look", each.name) for each in rng.sample(subjects, min(MOST_NAMES, len(subjects))))
    pieces = [each.name for each in subjects if each.sort == "piece"]
    yield from (("odds", name) for name in rng.sample(pieces, min(1, len(pieces))))
    yield from (("last", zone.name) for zone in asker.rules.core.zones if not zone.box)


def differences(asker: Asker, game: Game, twin: Game, seat: int, rng: random.Random) -> str | None:
    """A question to which two games give the seat other answers."""
    for question, text in questions(asker, rng):
        answers = [asking.answer(asker, each, seat, question, text) for each in (game, twin)]
        if answers[0] != answers[1]:
            return f":{question} {text}: {answers[0]} or {answers[1]}"
    for guess in guesses(asker, game, seat, rng):
        reasons = [Seated(each, asker.names, RandomPlayer(0)).why(seat, guess) for each in (game, twin)]
        if reasons[0] != reasons[1]:
            return f":why {guess}: {reasons[0]} or {reasons[1]}"
    return None


def guesses(asker: Asker, game: Game, seat: int, rng: random.Random) -> Iterator[str]:
    """Moves with any words in place of some of theirs, and cut short."""
    moves, names = game.moves(seat), [each.name for each in asker.subjects]
    for move in rng.sample(moves, min(MOST_NAMES, len(moves))):
        words = [move[0], *(rng.choice((word, rng.choice(names), rng.randrange(20))) for word in move[1:])]
        yield " ".join(map(str, words[: rng.randrange(1, len(words) + 1)]))


def played_otherwise(game: Game, seat: int, seed: int) -> Game | None:
    """A game from the beginning that told the seat the same, if one is soon found."""
    imagined = game.imagined(seat, Seeded(seed))
    if imagined.past is None:
        return None
    tried = (leading_there(game, seat, imagined.past, seed + lot) for lot in range(20))
    answers = next(filter(None, tried), None)
    twin = None if answers is None else told_again(game.rules, answers)
    return twin if twin and twin.information(seat) == game.information(seat) else None


def starred(asker: Asker, game: Game, seat: int) -> str:
    """The table with what has changed since a seat last decided, if it did."""
    made = [step.seat for step in game.steps if isinstance(step, Decision)]
    before = None
    if seat in made:
        then = game.copy()
        then.back_to(len(made) - made[::-1].index(seat))
        before = scene(then, seat, asker.names)
    return plain(tableau(compared(before, scene(game, seat, asker.names)), WIDTH, Naming()).lines)


def some_way(rules: Rules, rng: random.Random) -> Game:
    """A game that was played for some moves and is not over."""
    game = rules.start(seed=rng.randrange(1000))
    for _ in range(rng.randrange(60)):
        before = game.copy()
        if not moved(game, rng) or game.over:
            return before
    return game


@pytest.mark.sampled(24, 6)
@pytest.mark.parametrize("name", SHIPPED)
def test_whole_games_that_told_a_seat_the_same_are_answered_the_same(name: str) -> None:
    rng, other = random.Random(name), 0
    for number in range(GAMES):
        rules, asker = rules_and_asker(name, rng.choice(settings_of(name)))
        game, seat = some_way(rules, rng), rng.randrange(rules.players)
        twin = played_otherwise(game, seat, number)
        if twin is not None:
            other += twin.state != game.state
            told = differences(asker, game, twin, seat, rng)
            assert told is None, f"{rules.name}, seat {seat}: {told}"
            assert starred(asker, game, seat) == starred(asker, twin, seat)
    print(f"{other} of {GAMES} games had something else hidden")


@pytest.mark.sampled(20, 4)
@pytest.mark.parametrize("name", SHIPPED)
def test_positions_that_look_alike_are_answered_alike(name: str) -> None:
    rules, asker = rules_and_asker(name, settings_of(name)[0])
    for at, pair in enumerate(islice(pairs(rules, 5, games=20, share=0.1), 2 * GAMES)):
        told = differences(asker, pair.game, pair.twin, pair.seat, random.Random(at))
        assert told is None, f"{name}, seat {pair.seat}: {told}"


@pytest.mark.sampled(4, 2)
@pytest.mark.parametrize("seed", range(100, 100 + 4 * GAMES))
def test_rulesets_that_nobody_wrote_answer_alike(seed: int) -> None:
    rules = made_rules(seed)
    asker = asker_of(rules)
    for at, pair in enumerate(islice(pairs(rules, seed, games=3), 3)):
        told = differences(asker, pair.game, pair.twin, pair.seat, random.Random(at))
        assert told is None, f"seat {pair.seat}: {told}\n{rules.source_text}"


def test_the_law_finds_an_answer_that_depends_on_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a mistake would: a seat is answered with what another one sees."""
    rules = rules_of("kuhn-poker", settings_of("kuhn-poker")[0])
    real = asking.sight_of
    monkeypatch.setattr(asking, "sight_of", lambda game, seat: real(game, 1 - seat))
    found = pairs(rules, 1, games=30)
    asker = asker_of(rules)
    looks = (
        [asking.answer(asker, each, pair.seat, "look", "hand") for each in (pair.game, pair.twin)] for pair in found
    )
    assert any(one != other for one, other in looks)
