"""`rulewright` alone: what is asked, what the answers make, and that a wrong one loses nothing."""

import sys
from pathlib import Path

import pytest

from rulewright.cli.greeting import greeted, people_named
from rulewright.cli.questions import Asking, Choice, Question, drawn
from rulewright.files import find
from rulewright.table.text_lines import plain
from tests.cli.emulated import Emulated
from tests.cli.processes import at_terminal, pexpect, talk
from tests.cli.running import COINS, Patch, Run

pytestmark = pytest.mark.thorough

DICE, BLUFF = "second-place-dice", "medieval-bluff"
COMMAND = [sys.executable, "-m", "rulewright"]


def answering(*answers: str) -> tuple[Asking, list[str]]:
    """Somebody who types these, and what was asked."""
    left, asked = list(answers), list[str]()

    def ask(question: Question) -> str:
        asked.append(f"{plain(drawn(question, 400, 40))}{question.word}> ")
        return left.pop(0)

    return ask, asked


def test_a_number_and_nothing_else_is_a_game_by_the_defaults() -> None:
    ask, asked = answering("1", "", "", "")
    assert greeted(ask) == ["play", "--players", "2", "--option", "fast-draw=no", "--", "alchemy"]
    assert "1. alchemy" in asked[0]
    assert asked[1].startswith("How many play? 2, 3, 4 or 5; Enter: 2.")
    assert "yes or no; Enter: no." in asked[2]


def test_defaults_follow_the_number_of_players() -> None:
    ask, asked = answering("biblios", "5", "c", "", "", "Ann, Bob")
    words = greeted(ask)
    assert words[:5] == ["play", "--players", "5", "--option", "second-place-dice=yes"]
    assert words[-6:] == ["--seat", "0=Ann", "--seat", "1=Bob", "--", "biblios"]
    assert "Enter: yes." in asked[3]


@pytest.mark.parametrize(("players", "dice"), [("2", "no"), ("5", "yes")])
def test_several_options_are_played_as_usual_without_being_asked_for(players: str, dice: str) -> None:
    ask, asked = answering("biblios", players, "as ever", "", "Ann")
    options = f"--option second-place-dice={dice} --option medieval-bluff=no"
    assert f"--players {players} {options} --seat 0=Ann" in " ".join(greeted(ask))
    assert f": {dice}; " in asked[2]
    assert "as ever means nothing here. Type nothing to play so" in asked[3]


def test_what_cannot_be_is_said_and_asked_again() -> None:
    answers = ("99", "lineit", "line-it", "7", "three", "3", "a, b, c, d", "Ann")
    ask, asked = answering(*answers)
    assert greeted(ask) == ["play", "--players", "3", "--seat", "0=Ann", "--", "line-it"]
    told = "\n".join(asked)
    assert "There is no game 99: they have the numbers 1 to " in told
    assert 'Did you mean "line-it"?' in told
    assert "can play, not 7." in told
    assert "can play, not three." in told
    assert "These are 4 people, and 3 can play." in told


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type the number of a game, its name or a part of it"),
        ("b", "4 (balloon-cup), 5 (biblios) or 7 (beacons)?"),
        ("alchmy", 'There is no game "alchmy". Did you mean "alchemy"?'),
        ("0", "There is no unfinished game to go on with."),
        ("resume", "There is no unfinished game to go on with."),
        ("none.rules", "Cannot read none.rules: No such file or directory."),
        ("back", "there is none before it"),
        (":undo", ":undo means nothing here. Type the number of a game"),
        *((word, "Type the number of a game") for word in ("?", ":?", "help", ":help", ":h", "HELP")),
    ],
)
def test_what_names_no_game_is_asked_again_with_the_reason(typed: str, said: str, monkeypatch: Patch) -> None:
    monkeypatch.setenv("RULEWRIGHT_NO_STATE", "1")
    ask, asked = answering(typed, "tic-tac-toe", "")
    assert greeted(ask) == ["play", "--players", "2", "--", "tic-tac-toe"]
    assert said in asked[1]
    assert "Which game?" not in asked[1]


@pytest.mark.parametrize("typed", ["tic", "TIC-TAC", "Tic_Tac_Toe", "tic tac toe", "toe"])
def test_a_part_of_a_name_that_fits_one_game_takes_it(typed: str) -> None:
    ask, _ = answering(typed, "")
    assert find(greeted(ask)[-1]).stem == "tic-tac-toe"


def test_a_part_of_a_title_does_so_too() -> None:
    ask, _ = answering("thirteen", "")
    assert greeted(ask)[-1] == "deal"


@pytest.mark.parametrize(
    ("typed", "people"),
    [
        *((text, ["Ann", "Bob"]) for text in ("Ann, Bob", "Ann,Bob,", "Ann and Bob", "Ann AND Bob", "Ann & Bob")),
        *((text, ["Ann", "Bob", "Cid"]) for text in ("Ann, Bob, and Cid", "Ann, Bob & Cid")),
        ("Andy, Sandra", ["Andy", "Sandra"]),
        ("", []),
    ],
)
def test_people_are_told_apart_by_commas_and_what_means_the_same(typed: str, people: list[str]) -> None:
    assert people_named(typed) == people


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Ann Bob", "Are these 2 people? Then write Ann, Bob with commas. For one person: Ann-Bob."),
        ("Ann, ann", 'Two people cannot both be called "Ann".'),
        ("cash-in", 'The name "cash-in" means something else in this game.'),
        ("player-2", 'The name "player-2" means something else in this game.'),
        ("12", '"12" cannot be a name at the table'),
        ("x" * 31, "cannot be a name at the table"),
    ],
)
def test_names_that_cannot_be_are_asked_for_again(typed: str, said: str) -> None:
    ask, asked = answering("line-it", "2", typed, "Ann")
    assert greeted(ask) == ["play", "--players", "2", "--seat", "0=Ann", "--", "line-it"]
    assert said in asked[3]


def test_back_asks_the_question_before_and_keeps_what_was_answered_before_it() -> None:
    answers = ("5", "change", "yes", "back", "no", "back", ":back", "back", "4", "change", "yes", "no", "Ann")
    ask, asked = answering("biblios", *answers)
    assert "--players 4 --option second-place-dice=yes --option medieval-bluff=no" in " ".join(greeted(ask))
    words = [question.splitlines()[-1] for question in asked]
    wanted = ("options", DICE, BLUFF, DICE, BLUFF, DICE, "options", "players", "options", DICE)
    assert words[2:12] == [f"{word}> " for word in wanted]
    assert asked[1] == asked[9], "it is put as before"


def test_help_tells_of_back_where_there_is_a_question_before() -> None:
    ask, asked = answering("?", "line-it", "?", "2", "")
    greeted(ask)
    assert [" back asks the question before again." in asked[at] for at in (1, 3)] == [False, True]
    assert "Type how many play, all together: 2, 3, 4 or 5." in asked[3]


@pytest.mark.parametrize("answers", [(), ("tic-tac-toe",), ("biblios",), ("biblios", "2")])
@pytest.mark.parametrize("typed", ["q", "Q", ":q", "quit", ":quit", "exit"])
def test_at_every_question_one_may_stop(answers: tuple[str, ...], typed: str) -> None:
    ask, asked = answering(*answers, typed)
    with pytest.raises(KeyboardInterrupt):
        greeted(ask)
    assert len(asked) == len(answers) + 1


WORDS = (
    "of these there are so many that they never stand in one row of a terminal, however wide it may be made by anybody"
)
MORE = "while this, which comes after all of it, is shown only where there is room"
SOME = tuple(Choice(at, name, WORDS, MORE) for at, name in ((9, "one"), (10, "another")))


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_what_is_said_of_a_choice_stands_in_a_column_of_its_own(width: int) -> None:
    asked = Question("which", "Which?", "", SOME)
    rows = plain(drawn(asked, width, 60)).splitlines()
    assert max(map(len, rows)) <= width
    assert [row[:12] for row in rows if row[:12].strip()] == ["Which?", "  9. one    ", " 10. another"]
    said = " ".join(row[14:] for row in rows[1:])
    assert said == " ".join([f"{WORDS} - {MORE}"] * 2)


def test_where_there_is_no_room_less_is_said_of_the_choices() -> None:
    asked = Question("which", "Which?", "", SOME)
    rows = [len(drawn(asked, 60, height)) for height in (60, 5)]
    assert rows[0] > rows[1]
    assert MORE[:10] not in plain(drawn(asked, 60, rows[0]))
    assert MORE[:10] in plain(drawn(asked, 60, rows[0] + 1))


def test_a_question_follows_the_size_of_the_terminal() -> None:
    with Emulated(COMMAND, 24, 60) as terminal:
        assert "Turn components" not in terminal.sees(" tic-tac-toe        Tic-tac-toe", "game>")
        terminal.resize(40, 120)
        terminal.sees(
            " tic-tac-toe        Tic-tac-toe (2 players, about 5 minutes) - Three of your marks in a line win", "game>"
        )


def test_a_setting_that_the_rules_refuse_is_chosen_again() -> None:
    ask, asked = answering("biblios", "5", "change", "no", "", "", "5", "", "")
    assert "second-place-dice=yes" in greeted(ask)
    assert "five players need the white dice" in asked[5]


def test_rules_of_ones_own_are_asked_for_by_their_path(tmp_path: Path) -> None:
    ask, _ = answering(str(COINS), "3", "5", "", "")
    assert greeted(ask)[-1] == str(COINS)
    (tmp_path / "broken.rules").write_text('game "Broken"\n    players some\n')
    ask, _ = answering(str(tmp_path / "broken.rules"))
    assert greeted(ask) == ["play", "--", str(tmp_path / "broken.rules")]


@pytest.mark.parametrize("words", [["--plain"], ["play", "--plain"]], ids=" ".join)
def test_at_a_terminal_it_leads_into_a_game(words: list[str]) -> None:
    with at_terminal([*COMMAND, *words]) as child:
        talk(child, ("game> ", "tic-tac-toe"), ("names> ", "Ann"), ("Ann> ", "\x04"), ("yes or no> ", "yes"))
        child.expect(pexpect.EOF)
    assert child.exitstatus == 0


def test_the_game_into_which_it_leads_has_the_whole_screen() -> None:
    with Emulated(COMMAND) as terminal:
        for word, typed in (("game>", "tic-tac-toe"), ("names>", "Ann")):
            terminal.sees(word)
            assert not terminal.full
            terminal.type(typed)
        terminal.sees("Ann, your move:", "Ann>")
        assert terminal.full
        terminal.send("\x04")
        terminal.sees("yes or no>")
        terminal.type("yes")
        assert "Stopped after 0 decisions." in terminal.ends()


def test_who_leaves_it_is_told_nothing_wrong() -> None:
    with at_terminal(COMMAND) as child:
        talk(child, ("game> ", "\x04"), "Stopped.")
        child.expect(pexpect.EOF)


def test_through_a_pipe_nobody_is_asked(run: Run, monkeypatch: Patch) -> None:
    monkeypatch.setattr(sys, "argv", ["rulewright"])
    assert "COMMAND" in run(typed="line-it\n").err
