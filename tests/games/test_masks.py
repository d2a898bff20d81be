"""Masks: its titles."""

import json

from rulewright import Game, load
from rulewright.analysis.export import names_of_all
from rulewright.machine import record
from rulewright.machine.replay import replay
from rulewright.table.log_lines import news
from rulewright.table.reader import Reader, transcript
from tests.machine.stepping import seat_file_lines


def test_a_title_says_who_claims_what_to_everybody() -> None:
    game = load("masks", players=3).start(1)
    assert game.view(None).phases == ("player-1 to act",)
    game.play(0, "tax")
    assert game.view(2).phases == ("player-1 to act", "player-1 claims to be the duke")
    game.play(1, "trust")
    game.play(2, "trust")
    assert game.view(0).phases == ("player-2 to act",)


CLAIMED = "player-1 claims to be the duke"


def claimed() -> Game:
    """After a claim, one who trusts it, one who doubts it, and a mask that is lost."""
    game = load("masks", players=3).start(1)
    for move in ("tax", "trust", "doubt"):
        game.play(game.deciders[0], move)
    (loser,) = game.deciders
    game.play(loser, game.moves(loser)[0])
    return game


def test_news_tell_each_move_with_the_claim_under_which_it_was_made() -> None:
    game = claimed()
    told = [turn.move for turn in news(game, None, Reader.of(game).asker.names)[1:]]
    assert told[:3] == ["player-1: tax", f"player-2: trust ({CLAIMED})", f"player-3: doubt ({CLAIMED})"]
    assert "(" not in told[3]  # "… loses a mask" says no more than who is asked


def test_a_transcript_tells_the_claim() -> None:
    game = claimed()
    for eyes in (0, None, "record"):
        assert f"2. player-2: trust ({CLAIMED})" in [each.text for each in transcript(game, eyes).remarks]


def test_records_tell_the_claim_and_are_followed_without_it() -> None:
    game = claimed()
    header, *lines = [record.dump(line) for line in game.record]
    moves = [json.loads(line) for line in lines if '"move"' in line]
    assert [line.get("phase") for line in moves] == [None, CLAIMED, CLAIMED, None]
    without = [json.dumps({key: value for key, value in json.loads(line).items() if key != "phase"}) for line in lines]
    for told in (lines, without):
        followed = replay(game.rules, record.parse(f"{line}\n".encode() for line in (header, *told)))
        assert followed.parting is None
        assert followed.game.record == game.record


def test_what_a_spectator_saw_tells_the_claim() -> None:
    game = claimed()
    lines = list(seat_file_lines(game, None))
    assert [json.loads(line).get("phase") for line in lines if '"move"' in line] == [None, CLAIMED, CLAIMED, None]


def test_a_host_finds_the_values_of_titles_in_the_vector() -> None:
    game = load("masks", players=3).start(1)
    game.play(0, "tax")
    (claim,) = (phase for phase in names_of_all(game.rules)["phases"] if phase["name"] == "claim")
    told = {part["name"]: part["names"][game.state.vector[part["cell"]]] for part in claim["told"]}
    assert told == {"claimant": "player-1", "role": "duke"}
