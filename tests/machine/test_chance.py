"""The generator against a small implementation of its definition, the sources of chance, and who sees a die."""

from collections.abc import Callable

import pytest
from hypothesis import given, strategies as st

from rulewright.machine import chance
from rulewright.machine.chance import ChanceEvent, Given, Scripted, Seeded, enumerate_outcomes, stream_key
from rulewright.machine.event_log import checked
from tests.machine import tiny
from tests.made.loading import loaded

M = 2**64


def scramble(z: int) -> int:
    """SplitMix64's finaliser, from its definition."""
    z = (z ^ z // 2**30) * 0xBF58476D1CE4E5B9 % M
    z = (z ^ z // 2**27) * 0x94D049BB133111EB % M
    return z ^ z // 2**31


def key_of(*words: int) -> int:
    """All words absorbed one after the other."""
    key = 0
    for word in words:
        key = scramble(((key ^ word % M) + 0x9E3779B97F4A7C15) % M)
    return key


def numbers_of(words: tuple[int, ...], limits: list[int]) -> list[int]:
    """Numbers below these limits, from the definition."""
    key, i, found = key_of(*words), 0, []
    for n in limits:
        while True:
            i += 1
            product = scramble((key + i * 0x9E3779B97F4A7C15) % M) // 2**32 * n
            if product % 2**32 >= 2**32 % n:
                found.append(product // 2**32)
                break
    return found


SHUFFLE = ChanceEvent(3, "shuffle", "base metals", ("copper", "tin", "zinc"), (2, 1, 3))
DRAW = ChanceEvent(0, "draw", "bag", ("red", "blue"), (1, 4))


def test_the_finaliser_is_that_of_splitmix64() -> None:
    """The published outputs of SplitMix64 with seed 1234567."""
    outputs = [scramble((1234567 + i * 0x9E3779B97F4A7C15) % M) for i in (1, 2, 3)]
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(st.integers(-(2**70), 2**70), st.integers(0, 2**70), st.integers(0, 1000), st.lists(st.integers(1, 2**32)))
def test_numbers_follow_the_definition(seed: int, number: int, event: int, limits: list[int]) -> None:
    """Both implementations give the same numbers."""
    ours = chance.Numbers(stream_key(seed, number, 0), event)
    assert [ours.below(n) for n in limits] == numbers_of((seed, number, 0, event), limits)


def test_vectors() -> None:
    """Fixed, for every version and backend."""
    ours = chance.Numbers(stream_key(7, 0, 0), 0)
    vector = [ours.below(106) for _ in range(8)]
    assert vector == numbers_of((7, 0, 0, 0), [106] * 8)
    assert vector == VECTOR
    assert chance.RandomPlayer(7, 0).choose(5, 10) == numbers_of((7, 0, 1, 5), [10])[0]


def test_a_shuffle_is_fisher_yates_from_the_top() -> None:
    """In declared order, the first one on top."""
    order = [0, 0, 1, 2, 2, 2]
    for place, jump in enumerate(numbers_of((11, 4, 0, 3), [6, 5, 4, 3, 2])):
        order[place], order[place + jump] = order[place + jump], order[place]
    assert Seeded(11, 4).outcome(SHUFFLE) == tuple(order)


def test_a_draw_counts_through_the_weights() -> None:
    """Four of five are blue."""
    drawn = [Seeded(seed).outcome(DRAW) for seed in range(2000)]
    assert drawn[:50] == [(int(numbers_of((seed, 0, 0, 0), [5])[0] > 0),) for seed in range(50)]
    assert 1500 < drawn.count((1,)) < 1700


def test_scripted_gives_by_label() -> None:
    """Blanks and hyphens are the same; the rest follows in declared order; a single outcome needs no listing."""
    source = Scripted([Given("base-metals", ("zinc",), rest=True), Given("bag", ("blue", "red"))])
    assert source.outcome(DRAW) == (1,)
    assert source.outcome(SHUFFLE) == (2, 0, 0, 1, 2, 2)
    assert source.outcome(DRAW) == (0,)
    assert source.left == ()
    assert source.outcome(DRAW) is None
    assert source.outcome(ChanceEvent(9, "draw", "bag", ("red",), (3,))) == (0,)


def test_what_cannot_be_is_refused() -> None:
    """Items that are not there, too many of one, missing ones."""
    for items, message in [(("gold",), "cannot give gold"), (("tin", "tin"), "only 1 of tin"), (("tin",), "also has")]:
        with pytest.raises(chance.ChanceError, match=message):
            Scripted([Given("base metals", items)]).outcome(SHUFFLE)
    with pytest.raises(chance.ChanceError, match='the record has roll "bag"'):
        chance.recorded_outcome(DRAW, "roll", "bag", "red")


ROLL = ChanceEvent(1, "roll", "cup", (1, 2, 3, 4, 5, 6), (1,) * 6)
DECK = ChanceEvent(0, "shuffle", "deck", ("jack", "queen", "king"), (1, 1, 1))
NOT_OUTCOMES: list[tuple[ChanceEvent, object, str]] = [
    (ROLL, 4, "Write (3,) for 4, or (4,) for 5"),
    (ROLL, 6, "Write (5,) for 6"),
    (ROLL, 0, "Write (0,) for 1"),
    (ROLL, 7, "5 is 6"),
    (ROLL, "4", "Write (3,) for 4"),
    (ROLL, None, "cannot give None"),
    (ROLL, 4.0, "An outcome is a tuple with the number of an item: 0 is 1"),
    (ROLL, (), "it has 0 numbers, not 1"),
    (ROLL, (1, 2), "it has 2 numbers, not 1"),
    (ROLL, (6,), "there is no item 6, the last one is 5"),
    (ROLL, (-1,), "there is no item -1"),
    (DRAW, "blue", "Write (1,) for blue"),
    (DRAW, ["blue"], "Write (1,) for blue"),
    (DECK, 2, "the numbers of all 3 pieces, the first on top: 0 is jack, 1 is queen, 2 is king"),
    (DECK, ["king", "jack", "queen"], "Write (2, 0, 1) for king, jack, queen"),
    (DECK, "king jack queen", "Write (2, 0, 1) for king, jack, queen"),
    (DECK, ("king", "jack"), "An outcome is a tuple"),
    (DECK, {0, 1, 2}, "An outcome is a tuple"),
    (DECK, (0, 1), "it has 2 numbers, not 3"),
    (DECK, (0, 0, 1), "jack, item 0, is there once, and named 2 times"),
    (SHUFFLE, (0, 0, 0, 1, 2, 2), "copper, item 0, is there 2 times, and named 3 times"),
]


@pytest.mark.parametrize(("event", "answer", "told"), NOT_OUTCOMES)
def test_what_is_no_outcome_is_told_with_what_to_write(event: ChanceEvent, answer: object, told: str) -> None:
    """Whatever somebody gives: numbers without a tuple, names, too few, too many."""
    with pytest.raises(chance.ChanceError) as trouble:
        checked(event, answer)
    assert told in str(trouble.value)


def test_what_is_an_outcome_is_taken() -> None:
    """A list, too."""
    assert checked(DECK, [2, 0, 1]) == checked(DECK, (2, 0, 1)) == (2, 0, 1)
    assert checked(ROLL, (5,)) == (5,)


NOT_GIVEN: list[tuple[Callable[[], object], str]] = [
    (lambda: Given("deck", "jack"), "write Given('deck', ('jack',))"),  # type: ignore[arg-type]
    (lambda: Given("deck", ["jack", "king"]), "write Given('deck', ('jack', 'king'))"),  # type: ignore[arg-type]
    (lambda: Given("cup", 4), "write Given('cup', (4,))"),  # type: ignore[arg-type]
    (lambda: Given("cup", None), "not None: write Given('cup', ('NAME',))"),  # type: ignore[arg-type]
    (lambda: Given(3, ("jack",)), "the label of Given is a text, not 3"),  # type: ignore[arg-type]
    (lambda: Scripted(Given("deck", ("jack",))), "Scripted takes a list of Given"),  # type: ignore[arg-type]
    (lambda: Scripted({"deck": ["jack"]}), "Scripted takes a list of Given"),  # type: ignore[arg-type]
    (lambda: Scripted([("deck", "jack")]), "a list of Given, not ('deck', 'jack')"),  # type: ignore[list-item]
    (lambda: Scripted([], otherwise=7), "7 is no source of chance"),  # type: ignore[arg-type]
    (lambda: Scripted([Given("cup", ())]).outcome(ROLL), 'Given for roll "cup" has no item; it has 1, 2, 3'),
    (lambda: tiny.rules().start(chance=7), "7 is no source of chance"),  # type: ignore[arg-type]
    (lambda: tiny.rules().start(7).imagine(0, "deck"), "'deck' is no source of chance"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("make", "told"), NOT_GIVEN)
def test_what_is_no_list_of_outcomes_is_told_with_what_to_write(make: Callable[[], object], told: str) -> None:
    """Where it is written, not where it is first asked for."""
    with pytest.raises(chance.ChanceError) as trouble:
        make()
    assert told in str(trouble.value)


def test_recorded_gives_back_what_was_written() -> None:
    """Writing and reading an outcome."""
    outcome = Seeded(5).outcome(SHUFFLE)
    assert chance.recorded_outcome(SHUFFLE, "shuffle", "base-metals", chance.written(SHUFFLE, outcome)) == outcome


def test_enumeration() -> None:
    """Every order once, weights of draws; beyond the limit a sample that says so."""
    found = enumerate_outcomes(SHUFFLE)
    assert found.complete
    assert len(found.outcomes) == len(set(found.outcomes)) == chance.count(SHUFFLE) == 60
    assert enumerate_outcomes(DRAW).outcomes == (((0,), 1), ((1,), 4))
    sample = enumerate_outcomes(ChanceEvent(0, "shuffle", "deck", tuple(range(10)), (1,) * 10), most=20)
    assert not sample.complete
    assert len(sample.outcomes) == 20


VECTOR = [4, 66, 81, 97, 101, 76, 66, 58]


CUPS = """game "Cups"
    players 2
component die: pips 3..5
    unlimited of any
each player has
    first-cup: KIND, seen by owner
    second-cup: KIND, seen by AUDIENCE
play:
    each player:
        roll 1 to your second-cup "dice"
        choose rest
action rest "Rest": nothing
scoring:
    score of player: 0
    winners: nobody
"""


@pytest.mark.parametrize(
    "kind", ["hand of die", "area of die", "row of die, up to 3", "pile of die, up to 3", "slot of die"]
)
@pytest.mark.parametrize("owner", [True, False])
def test_a_die_is_seen_by_those_who_see_its_cup(kind: str, owner: bool) -> None:
    game = loaded(CUPS.replace("KIND", kind).replace("AUDIENCE", "owner" if owner else "nobody")).start(seed=1)
    game.play(0, ("rest",))
    for watcher in (0, 1, None):
        told = game.information(watcher)
        rolled = [seen.items[0] for seen in told if seen.what == "rolled"]
        put = [seen.piece for seen in told if seen.what == "moved"]
        assert [item != "?" for item in rolled] == [owner and watcher == seat for seat in (0, 1)]
        assert rolled == put
