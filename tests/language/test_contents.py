"""What can get where, and the moves that this leaves open."""

from rulewright.analysis.check import check
from rulewright.language import core
from rulewright.language.checks.value_analysis import contents
from rulewright.language.source import Source
from tests.language.test_sentences import FRAME, codes, good


def kinds_in(zone: str, play: str, more: str = "") -> set[str]:
    """The names of the kinds that the zone can hold."""
    made = good(f"play:\n{''.join(f'    {line}' for line in play.splitlines(keepends=True))}\n{more}")
    index = next(i for i, each in enumerate(made.zones) if each.name == zone)
    names = made.components[made.zones[index].component].kinds
    return {names[kind] for kind in contents(made).zones[index]}


def where(condition: str) -> set[str]:
    """The cards that pass a condition."""
    return kinds_in("waste", f"move all box where {condition} to waste")


def test_conditions_of_attributes_count() -> None:
    assert where("its color is red and its rank is at least 2") == {"red-2", "red-3"}
    assert where("its color is red or its rank is 3") == {"red-1", "red-2", "red-3", "green-3", "blue-3"}
    assert where("not (its rank is less than 3)") == {"red-3", "green-3", "blue-3"}
    assert where("it is red-1") == {"red-1"}
    assert where("its rank is score-line and its color is red") == {"red-1", "red-2", "red-3"}
    assert where("it is none") == set()


def test_definitions_count() -> None:
    more = (
        "define high of card: its rank is 3\n"
        "define worth of card:\n    5   when its color is red\n    its rank   otherwise\n"
        "define odd of card(1..3 n): its rank is n\n"
    )
    assert kinds_in("waste", "move all box where it is high to waste", more) == {"red-3", "green-3", "blue-3"}
    assert kinds_in("waste", "move all box where its worth is 5 to waste", more) == {"red-1", "red-2", "red-3"}
    assert len(kinds_in("waste", "move all box where it is odd(score-line) to waste", more)) == 9


def test_pieces_are_followed_on_their_way() -> None:
    red = "move all box where its color is red and its rank is 1 to line\n"
    for move in (
        "move line's first to waste",
        "move all line to waste",
        "let c be line's first\nmove c to waste",
        "let cs be line where its rank is 1\nfor each c in cs: move c to waste",
        "for each c in line: move c to waste",
        "put(line's last)",
        "move 1 from line to deck\nmove (only c in deck) to waste",
        "draw c from line\nmove c to waste",
        "each player: move all line to your hand\nmove all players' hand to waste",
    ):
        assert kinds_in("waste", red + move, "to put(card): move card to waste\n") == {"red-1"}, move


def test_refills_and_changes_count() -> None:
    assert kinds_in("deck", "move all box where its rank is 1 to waste\nmove 1 from deck to line") == {
        "red-1",
        "green-1",
        "blue-1",
    }
    changed = "move all box where it is red-1 to line\nfor each c in line: set c's rank to 2\nmove all line to waste"
    assert len(kinds_in("waste", changed)) == 9
    assert len(kinds_in("cup", "each player: roll 2 to your cup")) == 6


def test_boards_hold_what_is_put_there() -> None:
    assert kinds_in("bag", "move all box where it is red to a1\nmove a1 to bag") == {"red"}


def open_move(source: str, before: str = "move all box to waste") -> list[str]:
    """What is wrong with moving one piece from there."""
    return codes(f"play:\n    {before}\n    each player: move 2 from {source} to line\n")


def test_what_pins_the_kind() -> None:
    assert open_move("waste") == ["which-piece"]
    assert open_move("line") == []
    assert open_move("waste where its color is red and its rank is score-line") == []
    assert open_move("waste where score-line is its rank") == ["which-piece"]
    assert open_move("waste where it is line's first") == []
    assert open_move("waste where its rank is its rank and its color is red") == ["which-piece"]
    assert open_move("players' hand", "each player: move all box to your hand") == ["which-piece"]
    assert open_move("players' hand where it is red-1", "each player: move all box to your hand") == []


def test_a_sequence_in_order_leaves_no_choice() -> None:
    made = good("play:\n    move all box to deck\n    move 1 from deck to line\n")
    assert isinstance(made.play[1], core.MoveSome)


STORE = """\
there is
    store: area of card
    depot: area of card
    chest: row of card
setup: move all box where it is red-1 to store
play:
    each player: choose act
action act:
    {move}
example "strange":
    players Ann, Bob
    given:
        {given}
    at play
"""


def strange(move: str, *given: str) -> list[str]:
    """What is said of an example that gives these lines, where the action moves so."""
    text = STORE.format(move=move, given="\n        ".join(given))
    source = Source("strange.rules", FRAME + text)
    return [f"{each.code}: {each.message}" for each in check(source) if each.severity == "error"]


def test_an_example_may_not_open_what_play_leaves_clear() -> None:
    take = "move 1 from store to waste"
    why = 'example-impossible: In example "strange" {} holds {}, which play never brings there; and line {} moves some '
    line = FRAME.count("\n") + 9
    for given, zone, kind in (
        (("store holds red-1, green-1",), "store", "green-1"),
        (("store holds red-1", "depot holds green-2"), "depot", "green-2"),
        (("chest holds blue-3",), "chest", "blue-3"),
    ):
        move = take if zone == "store" else f"move all {zone} to store\n    {take}"
        (said,) = strange(move, *given)
        assert said.startswith(why.format(zone, kind, line + (zone != "store")) + "of store"), said
    assert strange(take, "store holds red-1", "depot holds green-1", "chest holds blue-1") == []
    assert strange("move 1 from store where it is green-1 to waste", "store holds red-1, green-1") == []
    assert strange("pick card from store\n    move card to waste", "store holds red-1, green-1") == []
    assert strange("move all store to waste", "store holds red-1, green-1") == []
