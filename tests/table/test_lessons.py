"""What somebody is told who learns a game: of every shipped one, and that all they are told to type can be typed."""

import random
import re

import pytest

from rulewright import Game, load
from rulewright.machine.ahead import faster
from rulewright.machine.chance import RandomPlayer
from rulewright.table.asking import Asker
from rulewright.table.lessons import FEWEST_STEPS, MOST_STEPS, lesson, what_wins
from rulewright.table.names_at_table import name_people
from rulewright.table.real_game import Seated, Sitting
from rulewright.table.session import Session, advance, answer, asked
from rulewright.table.sitting import sit
from rulewright.table.text_lines import Remark, Said, answered
from rulewright.table.typed_line import Chosen, Command, move_text, understand
from rulewright.table.vocabulary import vocabulary
from tests.laws.positions import GAMES
from tests.table.fake import Lists, book


def asker_of(game: Game, **people: str) -> Asker:
    words = vocabulary(game.rules.core)
    names = name_people(game.rules.core.seat_names, {int(seat[1:]): name for seat, name in people.items()}, words)
    return Asker(game.rules, names, names.words(words))


def text(said: Said) -> str:
    return "\n".join(each.text for each in said.remarks)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", GAMES)
def test_a_first_round_of_every_game_tells_only_what_can_be_typed(name: str) -> None:
    rng, game = random.Random(name), load(name).start(3)
    asker, seat, told = asker_of(game), 0, list[str]()
    while not game.over and len(told) < 2 * MOST_STEPS:
        (decider, *_) = game.deciders
        if decider == seat:
            moves = tuple(game.moves(seat))
            advice = answered(Remark(f"{move_text(moves[0])}: promises most", style="title"))
            now = text(lesson(asker, game, seat, lambda said=advice: said))
            told.append(now)
            decision = asked(
                Session(Seated(game, asker.names, RandomPlayer(0)), (0,), asker.names.people, book=book), 0
            )
            for line in re.findall(r'"([^"\n]+)"', " ".join(re.findall(r"\btype (.*)", now, re.IGNORECASE))):
                meaning = understand(line, decision)
                assert isinstance(meaning, Chosen | Command), (line, now)
                assert not isinstance(meaning, Chosen) or meaning.move in moves
            assert all(f"You can {action}" in now for action in {move[0] for move in moves}) or "Step" not in now
        game.play(decider, rng.choice(game.moves(decider)))
    steps = [each for each in told if each.startswith("Step") or "\nStep" in each]
    assert 1 <= len(steps) <= MOST_STEPS
    assert steps == told[: len(steps)]
    assert all(not each or each.startswith("That was a first round.") for each in told[len(steps) :])
    assert sum(bool(each) for each in told[len(steps) :]) <= 1
    title = game.rules.core.title
    assert told[0].startswith(title)
    own_words = re.search(r'\nabout game:\s+"([^"]+)"', game.rules.source_text)
    begins = re.escape(own_words[1]) if own_words else r"\b(ends|wins?|winners|won)\b"
    assert re.search(begins, " ".join(told[0].split())), "as the rulebook begins"


FIRST_STEP = [
    "Tic-tac-toe: Three of your marks in a line win.",
    "You are Ann as cross; what is yours is marked (you). With you at the table: nought.",
    (
        "In turn each player puts a mark on an empty cell. Whoever has three marks in a row, a column or a diagonal "
        "wins. If the board is full before, nobody does."
    ),
    "For 2 players.",
    "Step 1. It is your turn.",
    'You can place - Put a mark on an empty cell. Type "place a1" or "place a2", or one of 7 others.',
    "What promises most here: place b2: 60 % of a win.",
    "What usually follows: …",
    'Type a move, or the number beside it; "?" shows what else you can ask before.',
]


def test_the_first_step_of_tic_tac_toe() -> None:
    game = load("tic-tac-toe").start(1)
    advice = answered(Remark("place b2: 60 % of a win", style="title"), Remark("What usually follows: …", 1))
    assert text(lesson(asker_of(game, s0="Ann"), game, 0, lambda: advice)).splitlines() == FIRST_STEP


def test_what_cannot_be_done_is_told_with_the_reason_of_the_rules() -> None:
    """Line-it: a card is taken once a turn, and an empty hand plays none."""
    game = load("line-it").start(7)
    game.play(0, game.moves(0)[0])
    now = text(lesson(asker_of(game), game, 0, lambda: answered("end-turn: as good")))
    assert "You cannot take now: you have already used take in this turn." in now
    assert 'Type ":why play-hand" to read the rule.' in now


def test_an_action_is_explained_in_the_authors_words_until_the_learner_has_done_it() -> None:
    game = load("line-it").start(7)
    said = "Choose where the card goes: to the right end of your row"
    assert said in text(lesson(asker_of(game), game, 0, lambda: answered("take: as good")))
    assert "How it goes: A round of one turn each. A turn: take a card" in text(
        lesson(asker_of(game), game, 0, lambda: answered("take: as good"))
    )
    game.play(0, game.moves(0)[0])
    while game.deciders[0] != 0 or "take" not in {move[0] for move in game.moves(0)}:
        game.play(game.deciders[0], game.moves(game.deciders[0])[-1])
    now = text(lesson(asker_of(game), game, 0, lambda: answered("take: as good")))
    assert "You can take" in now
    assert said not in now


@pytest.mark.parametrize(("name", "highest"), [("balloon-cup", True), ("hearts", False)])
def test_a_plan_says_of_what_who_won_had_more_or_less_than_the_others(name: str, highest: bool) -> None:
    game = faster(load(name)).start(3)
    while 0 not in game.deciders:
        game.play(game.deciders[0], game.moves(game.deciders[0])[0])
    told = text(what_wins(asker_of(game), game, 0))
    assert told.startswith("What wins: in ")
    (first, *_) = re.findall(r"(-?[0-9.]+) \(the others (-?[0-9.]+)\)", told)
    assert (float(first[0]) > float(first[1])) is highest


def test_there_is_no_plan_where_nobody_scores() -> None:
    game = faster(load("tic-tac-toe")).start(3)
    assert what_wins(asker_of(game), game, 0) == Said(())


def test_a_lesson_ends_once_everybody_has_decided_and_the_learner_some_times() -> None:
    game, asker = load("tic-tac-toe").start(1), asker_of(load("tic-tac-toe").start(1))
    told = list[str]()
    for cell in ("a1", "b1", "a2", "b2", "c3", "c1", "b3"):
        if game.deciders[0] == 0:
            told.append(text(lesson(asker, game, 0, lambda: answered("place: good"))))
        game.play(game.deciders[0], f"place {cell}")
    assert [each.count("Step") for each in told] == [1] * FEWEST_STEPS + [0]
    assert told[-1].startswith("That was a first round.")


def test_who_learns_is_told_below_the_table_and_once_for_each_decision() -> None:
    game = load("tic-tac-toe").start(1)
    words = vocabulary(game.rules.core)
    names = name_people(game.rules.core.seat_names, {0: "Ann"}, words)
    for teaches in (True, False):
        seated = Seated(game.copy(), names, RandomPlayer(0), sitting=Sitting({0: "Ann"}, teaches=teaches))
        sitting = Session(seated, (0,), names.people, words, book=book)
        screen = Lists(["?", "place b2"])
        sit(sitting, screen)
        steps = re.findall(r"Step (\d)", "".join(screen.shown))
        assert steps == (["1", "2"] if teaches else [])
    assert advance(sitting)
    assert answer(sitting, 0, "?").then == "ask"
