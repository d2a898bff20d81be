"""Values that are merged: as many positions as a second reading of the same rules finds, and refused where it is wrong.

The models below are written from the texts of the rules, and give values other names in all ways that there are.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from itertools import permutations
from math import factorial
from typing import Any, get_args

import attrs
import pytest
from attrs import evolve, frozen
from hypothesis import given, settings, strategies as st

from rulewright import Rules, RulesError, load
from rulewright.analysis.exploration import Explored, Merging, NoMerging, explored, tried
from rulewright.analysis.playtest.finding import of_all, way_of
from rulewright.language import core, merging as told_apart
from rulewright.language.merging import MOST_RENAMINGS
from rulewright.machine.positions import Layer, PlainPositions, Reach, Trouble, layers, path
from tests.made import BY_SEED, made_rules
from tests.made.loading import loaded

pytestmark = pytest.mark.thorough

DECLARATIONS = {"Attribute", "Component", "Geometry", "Limit", "ListTable", "Local", "Refill", "Secret", "Table"} | {
    *("Variable", "Zone"),
    *("ShownAs", "Picture", "Sign", "Look", "Sheet", "Standing", "Core"),  # how things look says nothing in play
    "Whole",  # what a memory remembers: what asks the memory is looked at
}
ALIKE = """
Get Read Attr CountOf SameCounts IsNone Not Junction Cases Size Sum Exists AllAre Contains Only On AskPiece
CallDefinition IsOver CanAct Values Listed Pieces Members Viewers Filter Region Groups FlatMap Mapped Chain
Held Steps Trail Aggregate KindCounts OneEach Plus Without Remember Forget ZoneRef VarRef PlaceRef Let Assign AssignAll
AddTo
MovePiece Draw Roll RollInto Flip SwapPlaces Show Tell FinishProcedure EndGame PassZones Passing RunProcedure If
Around Repeat RepeatTimes With OfferLine Choose ChooseAtOnce Words Pick PickSeveral Quoted Holding Needs MustChange
MustLeave Member Action Procedure Definition Scoring Invariant Clause
"""
SIX = "red, green, blue, grey, black, white"
Card = tuple[int, int]
Names = tuple[int, ...]

LAYING = """
game "Laying" "Lay cards of a suit"
    players Ann, Bob
suit is one of red, green, blue
component card: suit, rank 1..2
    1 of any, any
there is
    deck: pile of card
    table: row of card
    led: suit or none
each player has
    hand: hand of card
each suit has
    heap: area of card
setup:
    move all box's cards to the deck
    shuffle the deck
    each player: move 2 from the deck to your hand
play:
    repeat until Bob's hand is empty:
        each player: choose lay
action lay "Lay a card":
    pick card from your hand
    needs led is none or card's suit is not led or every c in your hand satisfies c's suit is led
    set led to card's suit
    if card's rank is 2: move card to the table
    otherwise: move card to card's suit's heap
scoring:
    score of player: 0
    winners: nobody
"""


@frozen
class Laid:
    """`turn`: who is asked. A card is its suit and its rank; the table is in order."""

    turn: int
    hands: tuple[frozenset[Card], ...]
    table: tuple[Card, ...]
    heaps: frozenset[Card]
    led: int | None
    deck: tuple[Card, ...]

    def next(self) -> Iterator["Laid"]:
        """All that can come of it."""
        mine = self.hands[self.turn]
        for suit, rank in mine:
            if self.led is None or suit != self.led or all(own == self.led for own, _ in mine):
                card = (suit, rank)
                hands = tuple(hand - {card} for hand in self.hands)
                table, heaps = ((*self.table, card), self.heaps) if rank == 2 else (self.table, self.heaps | {card})
                yield Laid(1 - self.turn, hands, table, heaps, suit, self.deck)

    def renamed(self, names: Names) -> "Laid":
        """The same with other suits."""

        def cards(of: Iterable[Card]) -> Iterator[Card]:
            return ((names[suit], rank) for suit, rank in of)

        hands = tuple(frozenset(cards(hand)) for hand in self.hands)
        led = None if self.led is None else names[self.led]
        return Laid(
            self.turn, hands, tuple(cards(self.table)), frozenset(cards(self.heaps)), led, tuple(cards(self.deck))
        )


def dealt() -> Iterator[Laid]:
    """What shuffling and dealing can come to: the top of the deck is its beginning."""
    for deck in permutations((suit, rank) for suit in range(3) for rank in (1, 2)):
        yield Laid(0, (frozenset(deck[:2]), frozenset(deck[2:4])), (), frozenset(), None, deck[4:])


GEMS = """
game "Gems" "Draw gems and keep them, or lay them out"
    players Ann, Bob
colour is one of red, green, blue
component gem: colour
    2 of any
cell is grid 1 by 2
there is
    bag: area of gem
    shown: slot of gem
    board: gem on each cell
    seen: set of colour
each player has
    tally: counts of colour
each colour has
    mark: 0..2, starts 1
setup:
    move all box to bag
play:
    repeat until bag is empty:
        each player:
            draw gem from bag "bag"
            move gem to shown
            choose keep or lay
action keep "Keep it":
    let gem be the only g in shown
    add gem's colour to your tally
    move gem to box
    if your tally(gem's colour) is 2: end game, won by you
action lay "Lay it out":
    pick cell from cells where it is empty
    let gem be the only g in shown
    needs gem's colour is not in seen or cell is cells' first
    add gem's colour to seen
    set gem's colour's mark to 2
    move gem to cell
scoring:
    score of player: 0
    winners: nobody
"""


ASKED = "            choose keep or lay\n"
SEEN = "            add gem's colour to seen\n"
KEPT = f"            keep sure: colour, starts gem's colour\n{ASKED}            add sure to seen\n"


@frozen
class Drawn:
    """`turn`: who is asked, or for whom is drawn while nothing is `shown`; None at the end, when `won` says by whom."""

    turn: int | None
    bag: tuple[int, ...]
    shown: int | None
    board: tuple[int | None, ...]
    seen: frozenset[int]
    tallies: tuple[tuple[int, ...], ...]
    won: int | None = None
    marked: frozenset[int] = frozenset()

    def next(self) -> Iterator["Drawn"]:
        """All that can come of it."""
        if self.turn is None:
            return
        if self.shown is None:
            for gem in set(self.bag):
                left = list(self.bag)
                left.remove(gem)
                yield evolve(self, bag=tuple(left), shown=gem)
            return
        kept = tuple(
            tuple(sorted((*own, self.shown))) if at == self.turn else own for at, own in enumerate(self.tallies)
        )
        yield self._then(tallies=kept, won=self.turn if kept[self.turn].count(self.shown) == 2 else None)
        for cell in (0, 1):
            if self.board[cell] is None and (self.shown not in self.seen or cell == 0):
                board = tuple(self.shown if at == cell else old for at, old in enumerate(self.board))
                yield self._then(board=board, seen=self.seen | {self.shown}, marked=self.marked | {self.shown})

    def _then(self, **changes: Any) -> "Drawn":
        after = evolve(self, shown=None, **changes)
        over = after.won is not None or (self.turn == 1 and not self.bag)
        return evolve(after, turn=None if over else 1 - (self.turn or 0))

    def renamed(self, names: Names) -> "Drawn":
        """The same in other colours."""

        def heap(of: Iterable[int]) -> tuple[int, ...]:
            return tuple(sorted(names[colour] for colour in of))

        def place(of: int | None) -> int | None:
            return None if of is None else names[of]

        board, tallies = tuple(map(place, self.board)), tuple(map(heap, self.tallies))
        seen, marked = (frozenset(names[colour] for colour in of) for of in (self.seen, self.marked))
        return Drawn(self.turn, heap(self.bag), place(self.shown), board, seen, tallies, self.won, marked)


def filled() -> Iterator[Drawn]:
    """Where it begins."""
    yield Drawn(0, (0, 0, 1, 1, 2, 2), None, (None, None), frozenset(), ((), ()))


def reached(first: Iterable[Any]) -> set[Any]:
    """All states that can come of these."""
    waiting, found = list(first), set[Any]()
    while waiting:
        state = waiting.pop()
        if state not in found:
            found.add(state)
            waiting += state.next()
    return found


def orbits(states: Iterable[Any], values: int) -> int:
    """How many there are up to names."""
    ways = list(permutations(range(values)))
    return len({frozenset(state.renamed(names) for names in ways) for state in states})


def found_in(rules: Rules, *types: str) -> tuple[Explored, Merging | None]:
    """What exploring finds where these are merged; in all that there is."""
    told, merged = Explored(), Merging(rules, types) if types else None
    for _ in explored(rules, told, merged=merged):
        pass
    assert told.all
    assert not told.sampled
    return told, merged


@pytest.mark.parametrize(
    ("text", "name", "first", "waiting"),
    [
        pytest.param(LAYING, "suit", dealt, 1, id="laying"),
        pytest.param(GEMS, "colour", filled, 0, id="gems"),
    ],
)
def test_as_many_positions_as_a_second_reading_finds(
    text: str, name: str, first: Callable[[], Iterator[Any]], waiting: int
) -> None:
    """`waiting`: positions before a shuffle, of which the model knows nothing."""
    rules, states = loaded(text), reached(first())
    plain, merged = found_in(rules)[0], found_in(rules, name)[0]
    assert plain.positions == len(states) + waiting
    assert merged.positions == orbits(states, 3) + waiting
    assert merged.ends.keys() == plain.ends.keys()


KINDS = """
game "Hiring" "Hire helpers"
    players Ann, Bob
component helper: one of cook, thief, spy
each player has
    crew: area of helper
play:
    repeat until box's helpers is empty:
        each player:
            choose hire
            if you cannot: end game, drawn
action hire "Hire one":
    pick helper from box's helpers
    move helper to your crew
scoring:
    score of player: 0
    winners: nobody
"""


def test_kinds_of_a_component_are_merged() -> None:
    """Of three helpers 1, 3, 3 * 2 and 3 positions are found, and the last once more, at the end; it counts who has
    how many."""
    assert found_in(loaded(KINDS))[0].positions == 1 + 3 + 6 + 3
    assert found_in(loaded(KINDS), "helper")[0].positions == 4


def test_kinds_in_zones_that_change_places_are_merged() -> None:
    """Whoever hires gives all of it away: only one has helpers at a time, so that who decides says who."""
    hands = KINDS.replace("helper to your crew\n", "helper to your crew\n    swap your crew and your left's crew\n")
    assert found_in(loaded(hands))[0].positions == 1 + 3 + 3 + 1
    assert found_in(loaded(hands), "helper")[0].positions == 4


# ---- what tells values apart


def changed(text: str, *changes: tuple[str, str]) -> Rules:
    """The rules with these lines in place of others."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return loaded(text)


TURN = "    set led to card's suit\n"
FIRST_LAID = "each suit has\n"
OLD = f"{TURN}    for each c in table where c is not old: set c's old to yes\n"
PAST = "    past: memory of led, up to 99\n"
AGAIN = f"{TURN}    remember past\n    if past's repeats is 3: set led to none\n"
HEAPS = ("    heap: area of card", "    heap: pile of card")
NO_RED = 'winners: nobody\ninvariant "no red": every c in table satisfies c\'s suit is not red'
ONE_EACH = "    1 of any, any"
DECK = "    move all box's cards to the deck\n    shuffle the deck\n"
LAST = "(the last p in players where p's stack is empty)'s stack"
STACKS = f"    move all box's cards to {LAST}\n    shuffle {LAST}\n"
PHASE = 'phase ask-you "Choose":\n    choose keep or lay\n'
OPTION = ("suit is one of", 'option fierce "No red first": yes or no, default no\nsuit is one of')
SCORE = "score of player: 0"


Apart = dict[str, tuple[tuple[tuple[str, str], ...], str, str]]
"""Changes of a text, the line that tells values apart then, and what is said of it."""
SUITS_APART: Apart = {
    "value": (((TURN, f"    needs led is not red\n{TURN}"),), "led is not red", "red"),
    "value in a score": (
        ((SCORE, "score of player: count of its hand where its suit is green"),),
        "its suit is",
        "green",
    ),
    "value in an invariant": ((("winners: nobody", NO_RED),), "c's suit is not red", "red"),
    "value under an option": ((OPTION, (TURN, f"    needs fierce or led is not red\n{TURN}")), "led is not red", "red"),
    "copies": (((ONE_EACH, f"{ONE_EACH}\n    1 of red, 1"),), "component", "red"),
    "kinds": (((ONE_EACH, "    1 of any but red, any\n    1 of red, 2"),), "component", "red"),
    "the first of a hand": (((TURN, f"    let c be the first c in your hand\n{TURN}"),), "let c", "order"),
    "a hand in a row": (((TURN, f"    move all your hand to the table\n{TURN}"),), "move all your hand", "order"),
    "no shuffle": ((("    shuffle the deck\n", ""),), "move all box's cards", "order"),
    "a shuffle of another pile, perhaps": (
        ((DECK, STACKS), ("    hand: hand", "    stack: pile of card\n    hand: hand")),
        *("move all box's cards", "order"),
    ),
    "a loop": (((TURN, f"{TURN}    for each c in suits: set led to c\n"),), "for each c", "order"),
    "a table": (((TURN, "    set led to card's suit's next\n"),), "set led", "declared for each"),
    "a shuffle of one of several": (
        (("    shuffle the deck\n", "    shuffle the deck\n    shuffle red's heap\n"), HEAPS),
        *("shuffle red's heap", "one for each"),
    ),
    "notes": (
        ((FIRST_LAID, f"each card in table has\n    old: yes or no\n{FIRST_LAID}"), (TURN, OLD)),
        *("old", "notes lie on pieces"),
    ),
    "a memory": (
        (("    led: suit or none\n", f"    led: suit or none\n{PAST}"), (TURN, AGAIN)),
        *("repeats", "a memory is asked"),
    ),
}
COLOURS_APART: Apart = {
    "remembered": (((ASKED, f"{ASKED}{SEEN}"),), "draw gem", '"gem"'),
    "remembered while a phase runs": (((ASKED, f"            ask-you\n{SEEN}{PHASE}"),), "draw gem", '"gem"'),
    "kept": (((ASKED, KEPT),), "keep sure", '"sure"'),
}


@pytest.mark.parametrize("told_apart", [*SUITS_APART, *COLOURS_APART])
def test_what_tells_values_apart_is_refused(told_apart: str) -> None:
    text, name = (LAYING, "suit") if told_apart in SUITS_APART else (GEMS, "colour")
    changes, line, words = (SUITS_APART | COLOURS_APART)[told_apart]
    rules = changed(text, *changes)
    with pytest.raises(RulesError) as refused:
        Merging(rules, [name])
    said = [(rules.quote(each.span), each.message) for each in refused.value.diagnostics]
    assert {each.code for each in refused.value.diagnostics} == {"told-apart"}
    assert any(line in quoted and words in message for quoted, message in said), said


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        (GEMS, "player", "in an order"),
        (GEMS, "colours", 'Did you mean "colour"?'),
        (
            LAYING.replace("red, green, blue", "red, green, blue, grey, black, white"),
            "suit",
            f"720 ways; at most {MOST_RENAMINGS}",
        ),
    ],
)
def test_types_that_could_never_be_merged(text: str, name: str, words: str) -> None:
    with pytest.raises(NoMerging, match=words.replace("?", r"\?")):
        Merging(loaded(text), [name])


def test_a_kind_that_has_no_such_value_may_be_meant() -> None:
    """Exchanging suits leaves a card without a suit what it is."""
    old = "component card: suit, rank 1..2\n    1 of any, any"
    new = 'component card, called "c-{rank}-{suit}": rank 1..3, suit or none\n    1 of 1..2, any\n    1 of 3'
    lay = "    otherwise: move card to card's suit's heap\n"
    for kind, refused in (("c-3", False), ("c-1-red", True)):
        rules = changed(LAYING, (old, new), (TURN, f"    needs card is not {kind}\n{TURN}"), (lay, ""))
        with pytest.raises(RulesError, match=f"here {kind} is meant") if refused else nullcontext():
            Merging(rules, ["suit"])


def test_each_form_of_the_core_is_decided() -> None:
    """What is no declaration and explains nothing is looked at, or means the same under all names: it knows values by
    what they are equal to, and elements in no order. A new form is to be added to one of them."""
    declared = [each for each in vars(core).values() if isinstance(each, type) and each.__module__ == core.__name__]
    forms = set(filter(attrs.has, declared)) - {*get_args(core.Part), core.ScoreParts}
    looked_at = set(re.findall(r"core\.(\w+)", inspect.getsource(told_apart._decided)))
    assert {each.__name__ for each in forms} - looked_at - {*ALIKE.split()} == DECLARATIONS


def test_five_values_can_be_merged() -> None:
    """There are 120 ways to name them."""
    rules = loaded(KINDS.replace("cook, thief, spy", "cook, thief, spy, smith, guard"))
    assert found_in(rules, "helper")[0].positions == 6


# ---- laws


@pytest.mark.parametrize(("text", "name"), [(LAYING, "suit"), (GEMS, "colour"), (KINDS, "helper")])
def test_merged_positions_stand_for_all(text: str, name: str) -> None:
    """At least one of n! positions is found, each of those that differ in more than names once; all are reached as is
    told, and with any names."""
    rules = loaded(text)
    plain, merged = PlainPositions(rules), PlainPositions(rules, alike=Merging(rules, [name]).alike)
    for each in (plain, merged):
        assert all(isinstance(layer, Layer) for layer in layers(each))
    assert plain.found <= factorial(3) * merged.found <= factorial(3) * plain.found
    alike = Merging(rules, [name]).alike
    least = {alike(rules.standing_at(merged.vector(each))) for each in range(merged.found)}
    assert len(least) == merged.found
    assert {alike(rules.standing_at(plain.vector(each))) for each in range(plain.found)} == least
    for last in range(merged.found - 5, merged.found):
        assert way_of(rules, of_all(rules, path(merged, last), 10_000)).vectors[-1] == merged.vector(last)


def test_names_that_make_a_difference_in_play_are_told() -> None:
    """A renaming that forgets a field is no renaming."""
    rules = loaded(LAYING)
    right, positions = Merging(rules, ["suit"]), PlainPositions(rules)
    _: list[Layer | Trouble] = list(layers(positions))
    vectors = [positions.vector(each) for each in range(0, positions.found, 100)]
    tried(rules, right, vectors)
    right.swaps = tuple((one, other, evolve(swap, values=())) for one, other, swap in right.swaps)
    with pytest.raises(NoMerging, match="exchanging red and green makes a difference"):
        tried(rules, right, vectors)


def test_shipped_games_that_know_their_colours_are_refused() -> None:
    """Balloon Cup has other numbers in each colour, Line-it other cards."""
    for game, name in (("balloon-cup", "colour"), ("line-it", "color")):
        with pytest.raises(RulesError):
            Merging(load(game), [name])


@settings(BY_SEED, max_examples=max(4, BY_SEED.max_examples // 10))
@given(st.integers(0, 2**32))
def test_what_is_proven_of_made_rules_holds_in_play(seed: int) -> None:
    """Whatever is not refused: all values of a type, or kinds of a component, can take each other's names."""
    rules = made_rules(seed)
    for name in (*rules.core.values, *(each.name for each in rules.core.components)):
        try:
            merged = Merging(rules, [name])
        except (NoMerging, RulesError):
            continue
        positions = PlainPositions(rules, Reach(40, outcomes=10))
        for _ in layers(positions):
            pass
        tried(rules, merged, map(positions.vector, range(positions.found)))
