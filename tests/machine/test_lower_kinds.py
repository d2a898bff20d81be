"""Unordered zones, kind by kind: few kinds by an attribute, alike pieces together, always as if each were asked."""

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rulewright.language import core
from rulewright.language.span import NOWHERE
from rulewright.language.types import NONE_NUMBER, NumberT, OptionalT
from rulewright.language.walking import walk
from rulewright.machine.program.nodes import ForKinds
from tests.machine.tiny_cores import CARD, Play, Rules, assign, get, num, pieces, plus, read, run

SUIT = OptionalT(NumberT(0, 9))
KINDS = 7
SUITS = st.lists(st.sampled_from([NONE_NUMBER, 0, 1, 4]), min_size=KINDS, max_size=KINDS).map(tuple)
SORTED = SUITS.map(lambda suits: tuple(sorted(suits)))
HANDS = st.lists(st.integers(0, 3), min_size=KINDS, max_size=KINDS)


def _rules(suits: tuple[int, ...]) -> tuple[Rules, int, core.Expr]:
    """Cards of seven kinds, three copies each, each kind with a suit; a hand of them; the suit of a local."""
    rules = Rules()
    rules.cards(KINDS, 3)
    (rank,) = rules.components[0].attributes
    suit = core.Attribute("suit", SUIT, suits)
    rules.components[0] = evolve(rules.components[0], attributes=(rank, suit))
    rules.zone("hand", "hand")
    card = rules.card()
    return rules, card, core.Attr(0, 1, get(rules, card), SUIT)


def _played(rules: Rules, x: int, value: int, hand: list[int]) -> tuple[Play, list[int]]:
    game = run(rules, assign(x, num(value)))
    offset = game.program.zones[1].offset
    game.machine.memory[offset : offset + KINDS] = hand
    return game, [offset + kind for kind in range(KINDS)]


@given(SUITS | SORTED, HANDS, st.integers(0, 5))
def test_pieces_of_a_suit(suits: tuple[int, ...], hand: list[int], wanted: int) -> None:
    rules, card, suit = _rules(suits)
    x = rules.variable("x", SUIT)
    game, cells = _played(rules, x, wanted, hand)
    is_wanted = core.Compare("is", suit, read(x, type_=SUIT))
    seq = core.Filter(card, pieces(1), is_wanted)
    found = [(k, cells[k]) for k in range(KINDS) if suits[k] == wanted for _ in range(hand[k])]
    rank = core.Attr(0, 0, get(rules, card), NumberT(0, KINDS - 1))
    assert game.listed(seq) == found
    assert game.listed(core.Filter(card, pieces(1), core.Compare("is", read(x, type_=SUIT), suit))) == found
    assert game.ask(core.Size(seq)) == len(found)
    assert game.ask(core.Compare("is", core.Size(seq), num(0))) == (not found)
    assert game.ask(core.Compare("at-least", core.Size(seq), num(1))) == bool(found)
    assert game.ask(core.Exists(card, pieces(1), is_wanted)) == bool(found)
    assert game.ask(core.Total(card, seq, rank, NumberT(0, 200))) == sum(k for k, _ in found)
    assert game.ask(core.Extreme(True, card, seq, rank, OptionalT(NumberT(0, 9)))) == max(
        (k for k, _ in found), default=NONE_NUMBER
    )
    assert game.ask(core.Contains(seq, core.Const(3, CARD))) == any(k == 3 for k, _ in found)
    odd = core.Compare("is", core.Calc("mod", rank, num(2), NumberT(0, 1)), num(1))
    both = core.Filter(card, pieces(1), core.And((odd, is_wanted)))
    assert game.listed(both) == [(k, cell) for k, cell in found if k % 2]


@given(HANDS)
def test_alike_pieces_count_one_by_one(hand: list[int]) -> None:
    rules, card, suit = _rules((0, 0, 1, 1, NONE_NUMBER, 4, 4))
    x = rules.variable("x")
    game, _ = _played(rules, x, 0, hand)
    rank = core.Attr(0, 0, get(rules, card), NumberT(0, KINDS - 1))
    small = core.Compare("at-least", num(3), rank)
    assert game.ask(core.Size(core.Filter(card, pieces(1), small))) == sum(hand[:4])
    assert game.ask(core.Total(card, pieces(1), plus(rank, num(1)), NumberT(0, 500))) == sum(
        (k + 1) * n for k, n in enumerate(hand)
    )
    assert game.ask(core.Total(card, pieces(1), suit, NumberT(0, 500))) == sum(hand[2:4]) + 4 * sum(hand[5:])


def test_none_is_no_suit() -> None:
    rules, card, suit = _rules((NONE_NUMBER,) * KINDS)
    x = rules.variable("x", SUIT)
    game, _ = _played(rules, x, 0, [1] * KINDS)
    none = core.Const(NONE_NUMBER, SUIT)
    for known in (none, read(x, type_=SUIT)):
        assert game.listed(core.Filter(card, pieces(1), core.Compare("is", suit, known))) == []


def test_few_kinds_are_gone_through_alone() -> None:
    rules, card, suit = _rules((0, 0, 1, 1, 2, 2, 3))
    game = run(rules)
    seq = core.Filter(card, pieces(1), core.Compare("is", suit, num(2)))
    function = game.lowering.sequence(seq, NOWHERE)
    code = game.lowering.program().functions[function].body
    assert not any(isinstance(node, ForKinds) for node in walk(code))
