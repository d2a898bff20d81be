"""Reading a game that was played: going through it, with whose eyes, reasons, and the game as text."""

import random
import re

import pytest
from attrs import evolve

from rulewright import Game, load
from rulewright.machine.record import Table
from rulewright.table.editing import complete
from rulewright.table.reader import Reader, Standing, asked, read_line, transcript
from rulewright.table.text_lines import lines, plain
from rulewright.table.undo_redo import others
from tests.made.loading import loaded
from tests.table.test_asking import SECRET, TRICKS


@pytest.fixture(scope="module")
def game() -> Game:
    made = loaded(TRICKS + SECRET).start(seed=3)
    rng = random.Random(2)
    while not made.over:
        made.play(made.deciders[0], rng.choice(made.moves(made.deciders[0])))
    return made


def said(reader: Reader, line: str) -> str:
    reply = read_line(reader, line)
    return shown_here(reader) if reply.anew else plain(reply.lines)


def shown_here(reader: Reader) -> str:
    return plain(Standing(reader).lines(80, None))


def test_forward_and_back_lead_to_the_same_place(game: Game) -> None:
    reader = Reader.of(game)
    shown = [shown_here(reader)]
    shown += [said(reader, "") for _ in range(game.decisions)]
    assert [said(reader, ":back") for _ in range(game.decisions)] == shown[-2::-1]
    for line, at in (("3", 3), (":goto 1", 1), (":end", 6), (":first", 0), ("next", 1), ("b", 0)):
        assert said(reader, line) == shown[at]
        assert reader.at == at
    assert game.decisions == 6, "reading changes nothing"


def test_there_is_a_beginning_and_an_end(game: Game) -> None:
    reader = Reader.of(game)
    assert said(reader, ":back") == "This is the beginning of the game.\n"
    assert said(reader, "7") == "After :goto stands how many decisions were made: 0 to 6.\n"
    assert "Scores: " in said(reader, ":end")
    assert said(reader, "") == "This is the end of the record.\n"
    assert said(reader, ":why lay card-1") == "The game is over: nobody is to move.\n"
    assert read_line(reader, ":q").then == "quit"
    reader = Reader.of(game)
    assert "player-1 (you)" in shown_here(reader)
    assert "player-2 (you)" in said(reader, "")
    assert "player-1 (you)" in said(reader, ":as 0")
    assert "player-2 (you)" in said(reader, ":as player-2")
    spectator = said(reader, ":as spectator")
    assert "(you)" not in spectator
    assert "as a spectator sees it" in spectator
    assert said(reader, ":as 5").startswith('There is no seat "5". After :as stands 0 (player-1)')


def test_stars_tell_what_the_last_decision_has_changed(game: Game) -> None:
    reader = Reader.of(game, eyes=0)
    assert "*" not in shown_here(reader)
    first, second = said(reader, ""), said(reader, "")
    assert "*" in first
    assert said(reader, ":goto 2") == second
    assert "*" not in said(reader, ":first")


def test_where_the_game_ends_it_is_told_what_ended_it(game: Game) -> None:
    end = said(Reader.of(game, eyes=0), ":end")
    assert "The game is over.\nPlay came to its end: " in end, "nothing in these rules ends it before"


def test_a_seat_is_shown_nothing_of_the_hands_of_others(game: Game) -> None:
    reader = Reader.of(game, eyes=0)
    for _ in range(game.decisions):
        theirs = re.search(r"player-2 score .* hand (\S+)\n", shown_here(reader))
        assert theirs
        assert re.fullmatch(r"[\d–]\*?", theirs[1])
        assert "player-2's hand" not in shown_here(reader).split("Tricks\n")[1]
        read_line(reader, "")


def test_questions_are_answered_as_in_play(game: Game) -> None:
    reader = Reader.of(game)
    assert "4 of 6" in said(reader, "4")
    assert "lay is not offered here" in said(reader, ":why lay card-1")
    assert "pay is legal" in said(reader, "why pay")
    read_line(reader, ":as 1")
    assert "It is not player-2 who decides now, but player-1." in said(reader, ":why pay")
    read_line(reader, ":as none")
    assert said(reader, ":why pay") == "A spectator has no moves. Look as who decides: :as decider.\n"
    reader = Reader.of(game)
    read_line(reader, "1")
    assert "1. player-1: " in said(reader, ":history")
    assert "card-1 — card" in said(reader, ":look card-1")
    assert "player-2 (you): " in said(reader, ":score")
    assert "card-1" in said(reader, ":odds card-1")
    assert "rick" in said(reader, ":last trick")
    assert "deck" in said(reader, ":table")
    assert "Pay a fine." in said(reader, ":rules pay")
    assert ":goto N" in said(reader, "?")
    assert "Did you mean :next?" in said(reader, "nxt")
    assert read_line(reader, "pay").refused


def test_commands_of_the_reader_are_completed(game: Game) -> None:
    offered = [each.text for each in complete(":go", asked(Reader.of(game)))]
    assert offered == [":goto"]
    rows = [
        (each.text, -each.start_position, each.display_meta_text) for each in complete(":as ", asked(Reader.of(game)))
    ]
    assert rows == [
        ("player-1", 0, "seat 0"),
        ("player-2", 0, "seat 1"),
        ("0", 0, "player-1"),
        ("1", 0, "player-2"),
        ("spectator", 0, "what everybody sees"),
        ("decider", 0, "whoever decides"),
    ]
    assert [each.text for each in complete(":as Pl", asked(Reader.of(game)))] == ["player-1", "player-2"]
    for name, _, _ in rows:
        assert not read_line(Reader.of(game), f":as {name}").refused
    assert ":undo" not in [each.text for each in complete(":", asked(Reader.of(game)))]


def test_a_transcript_tells_every_decision_in_full_and_the_scores(game: Game) -> None:
    text = plain(lines(transcript(game, "record"), 80))
    for number, line in enumerate((line for line in game.lines if hasattr(line, "move")), start=1):
        move = " ".join(map(str, line.move))
        assert re.search(rf"\n{number}\. player-{line.seat + 1}: {re.escape(move)}( —.*)?\n", text)
    assert f"Scores: player-1 {game.scores[0]}, player-2 {game.scores[1]}.\n" in text
    won = " and ".join(f"player-{seat + 1}" for seat in game.winners) or "nobody"
    assert text.endswith(f"Winners: {won}.\n")
    begun = game.copy()
    begun.back_to(3)
    assert plain(lines(transcript(begun, 1), 80)).endswith("The record stops before decision 3.\n")


PRAISING = """\
game "Praising"
    players 2

each player has
    points: 0..9

play:
    repeat 3 times:
        each player: choose praise

action praise:
    pick who from players
    add 1 to who's points

scoring:
    score of player: its points
    winners: players with highest score
"""


def played_by(people: dict[int, str | None]) -> Game:
    """A game in which everybody praises player-2, then takes it back and praises player-1."""
    game = loaded(PRAISING).start(seed=1)
    game.header = evolve(game.header, table=Table(tuple(people.items()), 1))
    for who in ("player-2", "player-1"):
        for seat in (0, 1):
            game.play(seat, ("praise", who))
        if who == "player-2":
            game.undo(2)
    return game


def test_people_are_called_by_the_names_that_they_gave() -> None:
    reader = Reader.of(played_by({0: "Ann"}))
    assert "Ann (you)" in shown_here(reader)
    assert "To decide: player-2." in said(reader, "")
    for name in ("Ann", "ann", "0", "player-1"):
        assert "as Ann sees it" in said(reader, f":as {name}")
    assert "1. Ann: praise Ann — your score 1 (+1)\n" in said(reader, ":history")
    text = plain(lines(transcript(reader.game, "record"), 80))
    assert "1. Ann: praise Ann — Ann's score 1 (+1)\n" in text
    assert "player-1" not in text


@pytest.mark.parametrize("name", ["praise", "12", "player-2"])
def test_a_name_that_nobody_can_have_is_none_in_a_record(name: str) -> None:
    assert "player-1 (you)" in shown_here(Reader.of(played_by({0: name})))


def test_a_line_of_play_that_was_left_is_read_from_where_it_parts() -> None:
    reader = Reader.of(played_by({0: "Ann", 1: "Bob"}))
    assert "1. parts at decision 1 (Ann, praise Bob), goes on to decision 3\n" in said(reader, ":branches")
    assert "praise" not in (read_line(reader, ":as Bob") and said(reader, ":branches"))
    assert "0 of 2 decisions on branch 1, as Bob sees it." in said(reader, ":branches 1")
    assert "1. Ann: praise Bob" in said(reader, "")
    assert "0 of 2 decisions, as Bob sees it." in said(reader, ":branches 0")
    assert "1. Ann: praise Ann" in said(reader, "")
    assert said(reader, ":branches 2") == 'There is no branch "2". The last is 1; 0 is the line that stands.\n'


def test_where_no_line_was_left_it_is_said(game: Game) -> None:
    assert said(Reader.of(game), ":branches").startswith("No line of play was left: nobody has gone back ")
    assert said(Reader.of(game), ":branches 1") == 'There is no branch "1". No line was left.\n'


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["high-tide", "biblios"])
def test_each_line_of_play_is_read_as_it_was_played(name: str, seed: int) -> None:
    """Whatever chance brought on the way, and however often one went back."""
    rng, game = random.Random(seed), load(name).start(seed=seed)
    left = list[tuple[object, ...]]()
    for taken in rng.choices(range(5), k=12):
        if 0 < taken <= game.decisions:
            left.append((game.state.vector, tuple(game.steps)))
            game.undo(taken)
        for _ in range(0 if game.over else 2):
            game.play(game.deciders[0], rng.choice(game.moves(game.deciders[0])))
    reader = Reader.of(game)
    for number in range(1, 1 + len(others(reader.tree))):
        assert not read_line(reader, f":branches {number}").refused
        assert (reader.game.state.vector, tuple(reader.game.steps)) in left
    assert number > 1
    read_line(reader, ":branches 0")
    assert reader.game is game
