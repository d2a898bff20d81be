"""Invariants that are proposed: they hold in other games, say what nobody has said, and can be pasted as they are."""

from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Final

import pytest

from rulewright.analysis.check import reading
from rulewright.analysis.examples import failing_in
from rulewright.analysis.invariants import holding, of_conditions
from rulewright.analysis.invariants.holding import Held, Looking, Stated, broken_in_examples, in_games
from rulewright.analysis.invariants.observing import Observed, Seen
from rulewright.analysis.invariants.proposing import GAMES, Proposal, proposals, spread
from rulewright.analysis.invariants.templates import Candidate
from rulewright.analysis.invariants.terms import Term
from rulewright.analysis.random_games import reference_playouts
from rulewright.files import find
from rulewright.language.elaborate.settings import Setting, admitted
from rulewright.language.parser import parse
from rulewright.language.source import Source, read_source
from rulewright.machine.playouts import BROKEN
from rulewright.machine.wasm import engine_of
from tests.wasm.common import WASM

NINES = Path(__file__).with_name("doubts.rules")
OTHER_SEED = 4711
FEW_GAMES = 1_000


def source_of(path: Path) -> Source:
    source = read_source(path.name, path.read_bytes())
    assert isinstance(source, Source)
    return source


def proposed(source: Source, games: int) -> tuple[Proposal, ...]:
    search: Generator[int, None, tuple[Proposal, ...]] = proposals(source, games=games)
    while True:
        try:
            next(search)
        except StopIteration as found:
            told = found.value
            assert isinstance(told, tuple)
            return told


def stating(source: Source, told: Sequence[Proposal]) -> Source:
    return source.with_text("\n".join([source.text, *(f"{each.sentence}\n" for each in told)]))


def settings_of(source: Source) -> tuple[Setting, ...]:
    return admitted(parse(source).ruleset, source).settings


def candidate(title: str, condition: str, *, in_play: bool = False) -> Candidate:
    return Candidate("", title, condition, frozenset(), in_play, ())


def as_candidates(told: Sequence[Proposal]) -> list[Candidate]:
    every = enumerate(each.sentence.partition('"')[2].partition('"')[2] for each in told)
    parts = [(at, each.partition(":")) for at, each in every]
    return [candidate(str(at), " ".join(so.split()), in_play=head == " in play") for at, (head, _, so) in parts]


@pytest.fixture(scope="module")
def source() -> Source:
    return source_of(NINES)


@pytest.fixture(scope="module")
def told(source: Source) -> tuple[Proposal, ...]:
    return proposed(source, FEW_GAMES)


def conditions(told: Sequence[Proposal]) -> set[str]:
    return {each.condition for each in as_candidates(told)}


@pytest.mark.thorough
def test_what_rules_always_keep_is_proposed(told: Sequence[Proposal]) -> None:
    """A rack is filled up after each turn as long as there are tiles, and the game ends with the round in which none is
    left; a point is a tile that was taken, and at least two make nine."""
    found = conditions(told)
    assert "every p in players satisfies p's rack is not empty" in found
    assert "(total points of players) is at most used's size" in found
    assert any("is at least 2" in each and "points is 0 or" in each for each in found)


@pytest.mark.thorough
def test_each_holds_in_other_games_and_can_be_pasted(source: Source, told: Sequence[Proposal]) -> None:
    pasted = stating(source, [each for each in told if each.example is None])
    assert not failing_in(pasted)
    own = len(source.text)
    assert [one.message for one in reading(stating(source, told)).found if one.span.start >= own] == []
    stated = Stated.of(source, as_candidates(told), ())
    for setting in settings_of(source):
        rules = Looking.at(stated, setting, range(len(told))).rules()
        assert BROKEN not in reference_playouts(rules, OTHER_SEED, 0, 40, checking=True).status
    assert all(each.games >= FEW_GAMES for each in told)


@pytest.mark.thorough
def test_what_is_stated_is_not_proposed_again(source: Source, told: Sequence[Proposal]) -> None:
    stated = stating(source, [each for each in told if each.example is None])
    again = proposed(stated, FEW_GAMES)
    assert not conditions(again) & conditions([each for each in told if each.example is None])


def test_what_declarations_say_is_not_proposed(told: Sequence[Proposal]) -> None:
    """There are eighteen tiles, all in play, and no rack has more than two, as the author states. Nine marks are in the
    box or on the board."""
    for each in conditions(told):
        assert "18" not in each
        assert "rack's size is at most" not in each
        assert "box" not in each
    assert "box's marks's size + board's size is 9" not in conditions(proposed(source_of(find("tic-tac-toe")), 100))


def test_a_least_that_is_the_most_is_said_once() -> None:
    """While the shop is open the price is 3; when it is closed anything from 2 to 5."""
    shop, price = (frozenset((name,)) for name in ("shop", "price"))
    terms = (Term("open", "not open", shop, (), "not open"), Term("price", "price", price, sum=True))
    is_open, prices = (1,) * 6 + (0,) * 6, (3,) * 6 + (2, 3, 4, 5, 2, 5)
    seen = Seen(2, 12, 0, ((is_open,), (prices,)))
    found = [*of_conditions.cases(Observed(terms, (seen,), (seen,)))]
    assert [each.condition for each in found] == ["not open or price is 3"]
    bad = Seen(2, 3, 0, (((1, 1, 0),), ((3, 4, 4),)))
    assert found[0].broken(bad) == 0b10


def test_what_fails_in_one_game_of_many_does_not_hold(source: Source) -> None:
    """Ten points are possible with eighteen tiles, and seldom come together at random."""
    every = [
        candidate("true", "used's size is at most 18"),
        candidate("often false", "bag is not empty"),
        candidate("seldom false", "every p in players satisfies p's points is at most 5"),
        candidate(
            "true before the end", "bag is not empty or (some p in players where p's rack is not empty)", in_play=True
        ),
        candidate("unreadable", "every p in players satisfies p's purse is empty"),
    ]
    stated = Stated.of(source, every, settings_of(source))
    assert [each.title for each in stated.candidates] == ["true", "often false", "seldom false", "true before the end"]
    held = in_games(stated, settings_of(source)[0], range(4), FEW_GAMES * 100, lambda: True)
    assert [stated.candidates[each].title for each in sorted(held.numbers)] == ["true", "true before the end"]


def test_without_the_fast_backend_fewer_games_are_played(source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holding, "available", lambda: "there is none")
    every = [candidate("true", "used's size is at most 18"), candidate("often false", "bag is not empty")]
    stated = Stated.of(source, every, ())
    assert in_games(stated, settings_of(source)[0], range(2), 1_001, lambda: True) == Held(frozenset((0,)), 11)


FORMS: Final = [
    "at most 1 of players as p where p's rack is empty",
    "exactly 1 of players as p where leader is p",
    "every p in players satisfies every q in players satisfies p's rack's size is at most q's rack's size + 1",
    "bag is empty or (18 - player-count - bag's size) mod (player-count + 2) is 0",
    "(bag is empty) is (used is empty)",
    "every p in players satisfies p's row is the different(number)",
    "bag's size + used's size is 3 * player-count + 2",
    "every p in players satisfies leader is not p or p's rack is not empty",
    "every p in players satisfies p's points is in 0..9",
    "some c in used where c's number is 3",
    "(total number of players' rack) is at most (total points of players)",
]


def test_each_form_is_a_sentence_of_the_language(source: Source) -> None:
    every = [candidate(each, each) for each in FORMS]
    assert [each.title for each in Stated.of(source, every, settings_of(source)).candidates] == FORMS


def test_an_example_may_lay_out_what_play_never_comes_to(source: Source) -> None:
    """What the rules themselves lead to is another matter: the example cashes in."""
    every = [
        candidate("all are there", "box's tiles is empty"),
        candidate("few", "used's size is at most 18"),
        candidate("never cashed in", "every p in players satisfies p's points is 0"),
    ]
    stated = Stated.of(source, every, ())
    assert broken_in_examples(source, stated, settings_of(source)) == {0: "nine is cashed in", 2: None}


NOTHING: Final = """game "Nothing" "Nobody ever decides"
    players 2

each player has
    points: 0..9

play:
    {}

scoring:
    score of player: its points
    winners: players with highest score
"""


@pytest.mark.parametrize("play", ["end game", "repeat: end game", "add 20 to players' first's points"])
def test_rules_without_decisions_have_no_proposals(play: str) -> None:
    assert proposed(Source("nothing", NOTHING.format(play)), 10) == ()


def test_some_settings_are_the_first_and_the_last_among_others() -> None:
    every = [Setting(players, ()) for players in range(1, 10)]
    assert [each.players for each in spread(every, 4)] == [1, 3, 6, 9]
    assert spread(every[:3], 4) == every[:3]


@WASM
@pytest.mark.slow
@pytest.mark.parametrize("game", ["alchemy", "apotheca", "aurum", "balloon-cup", "biblios", "line-it"])
def test_proposals_of_shipped_games_hold_in_as_many_other_games(game: str) -> None:
    source = source_of(find(game))
    told = proposed(source, GAMES)
    assert told
    settings = settings_of(source)
    stated = Stated.of(source, as_candidates(told), ())
    for setting in settings:
        rules = Looking.at(stated, setting, range(len(told))).rules()
        batch = engine_of(rules.program, "games").playouts(
            OTHER_SEED, 0, GAMES // len(settings), 100_000, checking=True
        )
        broken = {told[batch.winners[at]].sentence for at, status in enumerate(batch.status) if status == BROKEN}
        assert not broken
