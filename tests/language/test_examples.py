"""Examples: every form of what may be given, entered, listed and expected, and what is said when that is not so."""

import pytest

from rulewright.analysis.check import check
from rulewright.language.format import format_text
from rulewright.language.source import Source
from tests.analysis.looking import run_examples

FRAME = """\
game "Frame"
    players 2..3
option short: yes or no, default no
suit is one of clubs, hearts
space is grid 2 by 2
point is one of north, east, south
joined points:
    north, east, south
throw is 0..6
component card: suit, rank 1..4
    1 of any, any
component coin, called "c{worth}": worth 1..2
    3 of any
component die, called "die-{pips}": pips 1..6
    unlimited of any
there is
    deck: pile of card, refilled from pool "the deck"
    pool: area of card
    street: row of card, face up or down
    market: card on each space, face up or down
    path: coin on each point
    mint: area of coin
    purse-limit: area of coin, up to 1
    spare: slot of card
    leader: player
    bidder: player or none
    stones: 0..40
    out: set of player
    rolled: set of throw
    extra: area of card, when short
each player has
    hand: hand of card
    coins: 0..20, starts 1
    vial: counts of suit
    cup: area of die
play:
    repeat 2 times: round(leader)
    set stones to 20
phase round(player opener) "A round":
    add 1 to stones
    each player from opener: turn
    add 10 to stones
phase turn "A turn":
    choose take or draw-one or pass
    if you cannot: rest
action take "Take some stones":
    pick number from 1..3
    needs number is at most stones because "there are not so many"
    subtract number from stones
action draw-one "Draw a card":
    needs deck is not empty or pool is not empty because "there are no cards"
    move 1 from the deck to your hand
action pass "Do nothing": nothing
to rest:
    add 1 to your coins
to both-ways:
    each player: twice
to twice:
    choose pass
phase auction "An auction":
    go around from leader among out until out is empty: bid-turn
to bid-turn: choose leave or stay
action leave: remove you from out
action stay: add 1 to your coins
to asking:
    ask leader: answer
to answer: choose pass
scoring:
    score of player: its coins
    winners: players with highest score
"""
PREFIX = 'In example "E" '


def block(example: str) -> str:
    """The lines of an example: ` / ` between its parts, `; ` between the lines of one, ` | ` before a deeper one."""
    lines: list[str] = []
    for part in example.split(" / "):
        head, _, items = part.partition(": ")
        inside = items.split("; ") if head in ("given", "when", "then") else []
        lines.append(f"    {head}:" if inside else f"    {part}")
        for first, *deeper in (item.split(" | ") for item in inside):
            lines += [f"        {first}", *(f"            {line}" for line in deeper)]
    return "".join(f"{line}\n" for line in lines)


def found(example: str, frame: str = FRAME) -> list[str]:
    """What goes wrong, as line within the example, code and message."""
    head = frame + 'example "E":\n    players Ann, Bob\n'
    source, before = Source("examples.rules", head + block(example)), head.count("\n")
    wrong = run_examples(source)
    return [f"{source.line(one.span.start) - before} {one.code}: {one.message.removeprefix(PREFIX)}" for one in wrong]


GIVEN = {
    "deck holds clubs-1, hearts-2": "deck's first is clubs-1; deck holds clubs-1, hearts-2; box's cards's size is 6",
    "street holds clubs-1, hearts-2": "street's first is clubs-1; street's last is hearts-2",
    "pool holds nothing": "pool holds nothing; pool is empty",
    "pool holds rest": "pool's size is 8; box's cards is empty",
    "deck holds hearts-4, rest": "deck's size is 8; deck's first is hearts-4; deck's item(2) is clubs-1",
    "mint holds c1 * 2, c2": "mint's size is 3; (total worth of mint) is 4; mint holds c2, c1 * 2",
    "street holds clubs-1?(Bob), hearts-1?, hearts-2": (
        "street's first is face-down; street's first's viewers's only is Bob; street's item(2)'s viewers is empty; "
        "street's last is face-up; street holds clubs-1?(Bob), hearts-1?, hearts-2; Ann cannot see street"
    ),
    "spare holds clubs-3": "spare is clubs-3; spare holds clubs-3; Ann can see spare",
    "market(a2) holds clubs-3": "market(a2) is clubs-3; a2 holds clubs-3; market(a1) holds nothing",
    "a1 holds clubs-3?(Ann, Bob)": "market(a1) holds clubs-3?(Bob, Ann); a1 is face-down; Ann can see a1",
    "b1 holds clubs-3?(Ann)": "Bob cannot see b1; Ann can see market(b1)",
    "Ann's vial holds clubs * 2, hearts": "Ann's vial(clubs) is 2; Ann's vial holds hearts, clubs * 2",
    "Ann's vial is clubs + clubs": "Ann's vial's size is 2; Ann's vial holds clubs * 2",
    "out holds Bob": "out's only is Bob; out holds Bob; Ann is not in out",
    "out is players": "out's size is 2",
    "out is Bob": "out's only is Bob",
    "bidder is Bob": "bidder is Bob",
    "each player's coins is 4": "Ann's coins is 4; Bob's coins is 4",
    "each player's coins is player's seat + 3": "Ann's coins is 4; Bob's coins is 5",
    "Bob's coins is 2; each player's coins is 4": "Ann's coins is 4; Bob's coins is 2",
    "bidder is none": "bidder is none",
    "Ann's coins is 3": "Ann's coins is 3; Bob's coins is 1",
    "Ann's cup holds die-6 * 2": "Ann's cup holds die-6 * 2",
    "path(north) holds c1": "path(north) is c1; path(east) is none",
    "path holds: | c1 . c2": "path(north) is c1; path(south) is c2; path holds: | c1 . c2",
    "market holds: | . clubs-1 | hearts-2 .": (
        "market(a1) is hearts-2; market(b2) is clubs-1; market's size is 2; market holds: | . clubs-1 | hearts-2 ."
    ),
    "market holds: | clubs-1?(Bob) . | . hearts-2?": (
        "a2 is face-down; b1's viewers is empty; a2's viewers's only is Bob; "
        "market holds: | clubs-1?(Bob) . | . hearts-2?"
    ),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("given", GIVEN)
def test_what_is_given_is_so(given: str) -> None:
    assert found(f"given: {given} / then: {GIVEN[given]}") == []


IMPOSSIBLE = {
    "Ann's cup holds die-1 * 10000": "example-impossible: die-1 is given 10,000 times; a zone holds at most 9,999.",
    "Ann's vial holds clubs * 9999, hearts, clubs": (
        "example-impossible: clubs is listed 10,000 times; there are at most 9,999 of each. Remove some."
    ),
    "Zoe's hand holds clubs-1": 'unknown-name: Nothing is called "Zoe".',
    "(first p in players where p's coins is 1)'s hand holds clubs-1": "type-mismatch: Only a zone",
    "(clubs + hearts) holds clubs": "type-mismatch: This is counts of suit, and a field of the game belongs here.",
    "deck holds yes": 'unknown-name: There is no card called "yes".',
    "out holds Ann, no": "type-mismatch: This is yes or no, and a player belongs here.",
    "rolled holds yes": "type-mismatch: This is yes or no, and a number belongs here.",
    "spare holds clubs-1, clubs-2": "example-impossible: the position cannot be: ",
    "extra holds clubs-1": 'absent-field: "extra" does not exist with 2 players and short no',
    "pool holds: | . .": "type-mismatch: Only a board with pieces is drawn. Numbers are given one by one",
}
WRONG_PICTURES = {
    "market holds: | . . . | . . .": "example-impossible: This row has 3 cells, and its board 2 columns. Write a cell",
    "market holds: | . .": "example-impossible: This picture has 1 row, and its board 2. Write all of them, each of 2",
    "market holds: | . clubs | . .": 'unknown-name: "clubs" could be clubs-1, clubs-2, clubs-3, clubs-4. Write the',
    "market holds: | . gold | . .": 'unknown-name: There is no card called "gold".',
    "market holds: | . clubs-1?(Zoe) | . .": 'unknown-name: Nobody here is called "Zoe". At the table: Ann, Bob.',
}


@pytest.mark.parametrize("given", [*IMPOSSIBLE, *WRONG_PICTURES])
def test_positions_that_cannot_be(given: str) -> None:
    (one,) = found(f"given: {given} / then: stones is 0")
    line, message = one.split(" ", 1)
    assert message.startswith({**IMPOSSIBLE, **WRONG_PICTURES}[given]), one
    assert line == "2" or given in WRONG_PICTURES


TWICE = [
    ("stones is 5", "stones is 6", "stones"),
    ("out is Bob", "out holds Ann, Bob", "out"),
    ("Ann's vial holds clubs", "Ann's vial is hearts + hearts", "Ann's vial"),
    ("Ann's coins is 2", "Ann's coins is 2", "Ann's coins"),
]


@pytest.mark.parametrize(("one", "other", "name"), TWICE)
def test_nothing_is_given_twice(one: str, other: str, name: str) -> None:
    (wrong,) = found(f"given: {one}; Bob's coins is 3; {other} / then: stones is 0")
    assert wrong == f"4 example-impossible: {name} is given twice. Remove one."


def changed(*pairs: str) -> str:
    """The frame with some of its text exchanged."""
    frame = FRAME
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        assert old in frame
        frame = frame.replace(old, new, 1)
    return frame


def played(first: str) -> str:
    """The frame with another play."""
    return changed("    repeat 2 times: round(leader)\n", f"    {first}\n    repeat 2 times: round(leader)\n")


def test_a_unique_part_of_a_name_is_enough_in_a_picture() -> None:
    frame = changed("    1 of any, any", "    1 of clubs, 1\n    1 of hearts, 2")
    assert found("given: market holds: | . clubs | . . / then: b2's rank is 1", frame) == []


def test_a_sign_of_the_picture_stands_for_its_kind() -> None:
    line = next(line for line in FRAME.splitlines() if line.strip().startswith("market:"))
    frame = changed(line, f'{line}\n        picture: clubs-1 "X", clubs-2 "O"')
    assert found("given: market holds: | O X | . . / then: b2's rank is 1; a2's rank is 2", frame) == []
    (one,) = found("given: market holds: | Q X | . . / then: stones is 0", frame)
    assert one.endswith("its sign: clubs-1, clubs-2, clubs-3, clubs-4, hearts-1, hearts-2, hearts-3, hearts-4, X, O.")


SIGNED = """\
game "Signs"
    players 2
stand is grid 1 by 4
component piece, called "piece-{worth}": worth 1..2
    1 of any
there is
    map: piece on each stand
        picture: piece-1 "SIGN", empty "~"
setup:
    set map to:
        SIGN . ~ 2   -- a comment
play:
    each player: choose stay
action stay: nothing
scoring:
    score of player: 0
example "E":
    players Ann, Bob
    given:
        map holds:
            2 . SIGN ~
    then:
        c1's worth is 1
        map holds:
            piece-2 ~ SIGN .
example "F":
    at setup
    then:
        a1's worth is 1
        d1's worth is 2
"""
SIGNS = (
    "# ## + - -+ -# < >> | = % ! & @ / [] {} ' 's ; x# #x 9 12 7h 0 .. .x or in no is é ♟ ♟♙ 中" + " $ ^ \\ ` x y- -3"
).split()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("sign", [sign for sign in SIGNS if sign != "中"])
def test_every_sign_that_a_picture_takes_can_be_written_where_a_board_is_laid_out(sign: str) -> None:
    text = SIGNED.replace("SIGN", sign)
    assert [each.message for each in check(Source("x.rules", text)) if each.severity == "error"] == []
    assert run_examples(Source("x.rules", text)) == []
    laid = format_text(text)
    assert run_examples(Source("x.rules", laid)) == []
    assert f"{sign:2}".rstrip() in laid


@pytest.mark.parametrize(
    ("sign", "why"),
    [(".", "is an empty place"), ("--", "begins a comment"), ("中", "one column wide"), ("a b", "without blanks")],
)
def test_what_could_not_be_written_there_is_no_sign(sign: str, why: str) -> None:
    text = SIGNED.replace('"SIGN"', f'"{sign}"').replace("SIGN", "1")
    (one,) = check(Source("x.rules", text))
    assert (one.code, why in one.message) == ("bad-shown-text", True)


def test_a_sign_that_is_a_part_of_another_name_leaves_open_which_is_meant() -> None:
    text = SIGNED.replace("SIGN", "x").replace('empty "~"', 'empty "2"').replace("~", ".")
    assert "could be what is empty, piece-2" in check(Source("x.rules", text))[0].message


# ---- what is otherwise than as set up

SET_UP = FRAME.replace(
    "play:\n",
    "setup:\n    move all box's cards to deck\n    move deck's top to market(a1) face up\n    move hearts-4 to pool\n"
    "    move 1 from box where it is c2 to path(north)\n    set stones to 7\n"
    "    add Bob to out\n    set Ann's coins to 5\nplay:\n",
    1,
).replace("players 2..3", "players Ann, Bob")
OTHERWISE = {
    "": "deck's size is 6; deck's first is clubs-2; a1 holds clubs-1; path(north) is c2; stones is 7",
    "deck holds clubs-3, rest": "deck's size is 6; deck's first is clubs-3; deck's item(2) is clubs-2",
    "pool holds rest": "pool holds hearts-4; deck's size is 6",
    "deck holds nothing; pool holds rest": "deck is empty; pool's size is 7; a1 holds clubs-1",
    "a1 holds nothing; b2 holds clubs-1": "market's size is 1; market(b2) is clubs-1",
    "market holds: | . . | . .; deck holds clubs-1": "market is empty; box's cards's size is 6",
    "market(b1) holds nothing; stones is 3; out holds Ann": "stones is 3; out's only is Ann; Ann's coins is 5",
    "path holds: | c1 . c1": "path(north) is c1; path(south) is c1; mint is empty; box's coins's size is 4",
    "each player's coins is 2; Bob's coins is 3": "Ann's coins is 2; Bob's coins is 3; stones is 7",
}


@pytest.mark.parametrize("given", OTHERWISE)
def test_what_is_not_given_is_as_set_up(given: str) -> None:
    lines = "; ".join(filter(None, (given, "as set up")))
    assert found(f"given: {lines} / then: {OTHERWISE[given]}", SET_UP) == []


def test_where_setup_has_used_up_the_pieces_that_are_given_that_is_told() -> None:
    (one,) = found("given: as set up; b2 holds clubs-1 / then: stones is 7", SET_UP)
    fault = "the position cannot be: There are not enough pieces in box: 1 wanted, 0 there."
    lies = "What setup has laid lies there still, unless a line says what that place holds now."
    assert one == f"3 example-impossible: {fault} {lies}"


def test_what_setup_asks_of_chance_is_given_behind() -> None:
    shuffled = SET_UP.replace("    move deck's top", "    shuffle deck\n    move deck's top")
    order = "hearts-3, clubs-4, rest"
    given = f"given: as set up; stones is 3 / at play as Ann / when: deck gives {order}"
    assert found(f"{given} / then: a1 holds hearts-3; stones is 4", shuffled) == []


# ---- where the game stands

TWICE_OVER = ("each player: twice", "go around from leader: twice", "repeat 2 times:\n        each player: twice")
ASKED = ("asking", "if stones is 3: asking")
AGAIN = ("repeat until stones is 3: asking", "repeat 3 times: asking")
# An example, and the plays in which it is right, "" for the frame as it is.
RIGHT: dict[str, tuple[str, ...]] = {
    **{f"at {at} / then: stones is 1; Ann decides": ("",) for at in ("play as Bob", "play", "round")},
    "at setup / then: Ann decides": ("",),
    "at round(Bob) / then: stones is 1; Bob decides": ("",),
    "at turn / then: stones is 0; Ann decides": ("",),
    "at turn as Bob / then: stones is 0; Bob decides": ("",),
    "at turn in round as Bob / then: Bob decides": ("",),
    # as Bob: his turn is the last of the first pass, so 10 are added, then the second round begins with 1 more.
    "at turn as Bob / when: Bob: pass / then: stones is 11; Ann decides / when: Ann: pass; Bob: pass / "
    "then: game is over; stones is 20": ("",),
    "at turn / when: Ann: pass / then: Bob decides; stones is 0": ("",),
    "given: out is players / at bid-turn as Bob / when: Bob: leave / then: Ann decides": ("auction",),
    "given: out is players / at bid-turn / when: Ann: stay / then: Bob decides": ("auction",),
    "given: out is players / at play as Bob / then: Ann decides": ("auction",),
    "at play as Bob / then: Bob decides; Bob can only: | pass": TWICE_OVER,
    "at play as Bob / when: Bob: pass / then: Ann decides": TWICE_OVER,
    "given: leader is Bob / at answer / then: Bob decides": ASKED,
    "given: leader is Bob / at answer / when: Bob: pass / then: Bob decides; Bob can only: | pass": AGAIN,
    "at rest as Bob / then: Bob's coins is 2; stones is 11": ("",),
    "at twice in both-ways as Bob / then: Bob decides": ("each player: twice\n    if stones is 3: both-ways",),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("example", "play"), [(example, play) for example, plays in RIGHT.items() for play in plays])
def test_the_game_stands_there_and_goes_on(example: str, play: str) -> None:
    assert found(example, played(play) if play else FRAME) == []


BEHIND_CHANCE = """\
game "Chance"
    players 2
suit is one of clubs, hearts
component card: suit, rank 1..4
    1 of any, any
there is
    bag: area of card
    out: area of card
    sum: 0..40
play:
    LOOP
        SENTENCE
        let later be n + 1
        let unread be later + 30
        ask players' first: turn
        set sum to later
    end game, won by players' first
phase turn "Turn":
    choose pass
action pass "Pass":
    nothing
"""
CHANCE_BEFORE = {
    "roll n from 1..6": "n gives 4",
    "draw card from bag\n        let n be card's rank": "bag gives hearts-4",
    "roll die from 1..6\n        let n be die": "die gives 4",
}


@pytest.mark.parametrize("sentence", CHANCE_BEFORE)
@pytest.mark.parametrize("loop", ["repeat 1 times:", "if sum is 0:"])
def test_chance_before_the_entry_gives_what_is_read_behind_it(sentence: str, loop: str) -> None:
    frame = BEHIND_CHANCE.replace("LOOP", loop).replace("SENTENCE", sentence)
    given = "given: bag holds clubs-1, hearts-4 / at turn / when: "
    assert found(f"{given}{CHANCE_BEFORE[sentence]}; Ann: pass / then: sum is 5", frame) == []


ANSWER_BEFORE = (
    BEHIND_CHANCE.replace("LOOP", "repeat 1 times:")
    + """\
to judge gives 0..9:
    let strength be 3
    ask players' second: choose two-points or five-points
    give JUDGED
action two-points "Two points": set out-of to 2
action five-points "Five points": set out-of to 5
"""
)
ANSWER_BEFORE = ANSWER_BEFORE.replace("    sum: 0..40\n", "    sum: 0..40\n    out-of: 0..9\n")
ASKING = (
    "let n be judge",
    "let answer be judge\n        let n be answer",
    "let other be judge\n        let n be judge",
)


UNREAD = "at turn / when: Ann: pass / then: sum is 3"


def test_what_is_before_the_entry_and_read_nowhere_is_done() -> None:
    frame = BEHIND_CHANCE.replace("LOOP", "repeat 1 times:").replace("SENTENCE", "roll n from 1..6")
    assert found(UNREAD, frame.replace("set sum to later", "set sum to 3")) == []
    frame = ANSWER_BEFORE.replace("SENTENCE", "let n be judge").replace("JUDGED", "out-of + strength")
    assert found(UNREAD, frame.replace("set sum to later", "set sum to 3")) == []


@pytest.mark.parametrize("asking", ASKING)
@pytest.mark.parametrize(("chosen", "sum_"), [("two-points", 6), ("five-points", 9)])
def test_an_answer_before_the_entry_is_chosen_first(asking: str, chosen: str, sum_: int) -> None:
    frame = ANSWER_BEFORE.replace("SENTENCE", asking).replace("JUDGED", "out-of + strength")
    assert found(f"at turn / when: Bob: {chosen}; Ann: pass / then: sum is {sum_}", frame) == []
    (one,) = found("at turn / when: Ann: pass / then: sum is 1", frame)
    assert one.startswith("3 example-fails: Ann cannot pass: It is not Ann who decides now, but Bob."), one


NO_WAY = {
    "at round(hearts)": "type-mismatch: This is a suit, and a player belongs here.",
    "at round(Ann, Bob)": "arguments: ",
}


@pytest.mark.parametrize("entry", NO_WAY)
def test_entries_that_cannot_be(entry: str) -> None:
    (one,) = found(f"{entry} / then: stones is 0", played("each player: twice\n    if stones is 3: both-ways"))
    assert one.startswith(f"1 {NO_WAY[entry]}"), one


# ---- events


@pytest.mark.parametrize("label", ['"the deck"', '"the-deck"'])
@pytest.mark.parametrize(
    ("items", "drawn", "left"),
    [("hearts-2, rest", "hearts-2", "hearts-1"), ("hearts-1, hearts-2", "hearts-1", "hearts-2")],
)
def test_outcomes_of_a_shuffle(label: str, items: str, drawn: str, left: str) -> None:
    given = "given: deck holds clubs-1; pool holds hearts-1, hearts-2 / at turn / when: Ann: draw-one"
    then = f"then: Bob's hand holds {drawn}; deck holds {left}"
    assert found(f"{given}; {label} gives {items}; Bob: draw-one / {then}") == []


FAILING = {
    "Bob: pass": "example-fails: Bob cannot pass: It is not Bob who decides now, but Ann.",
    "Ann: take 3": "example-fails: Ann cannot take 3: there are not so many",
    "Ann: fly": 'example-fails: Ann cannot fly: There is no action "fly".',
    "Zoe: pass": 'unknown-name: Nobody here is called "Zoe". At the table: Ann, Bob.',
    "the-deck gives clubs-1": 'example-fails: chance never asks for "the-deck" here, so its outcome is left over.',
    "deck gives clubs-1": 'unknown-name: Chance decides nothing here that is called deck, only "the deck".',
    '"the dek" gives clubs-1': 'unknown-name: Chance decides nothing here that is called "the dek", only "the deck". '
    'Did you mean ""the deck""?',
}


@pytest.mark.parametrize("event", FAILING)
def test_events_that_do_not_come(event: str) -> None:
    (one,) = found(f"given: stones is 2 / at turn / when: {event} / then: stones is 2")
    assert one.startswith(f"5 {FAILING[event]}"), one


DICE = """\
game "Dice"
    players 2
component die: face 1..6
    unlimited of any
there is
    tray: row of die, up to 2
each player has
    gold: 0..12
play:
    each player: choose throw
action throw "Throw two dice":
    roll 2 to tray
    set your gold to total face of tray
    move all tray to box
scoring:
    score of player: its gold
    winners: players with highest score
"""


@pytest.mark.parametrize("given", ["tray gives 3, 4", "tray gives 3; tray gives 4"])
def test_kinds_that_are_called_by_numbers_are_given_by_these(given: str) -> None:
    thrown = f"at play as Ann / when: Ann: throw; {given} / then: Ann's gold is 7"
    assert found(thrown, DICE) == []
    (one,) = found(thrown.replace("4", "7"), DICE)
    assert one.endswith('after throw: roll "tray" cannot give 7; it has 1, 2, 3, 4, 5, 6.')


# ---- expectations

DIFFERENT = {
    "stones is 3": "this does not hold: stones is 1, not 3.",
    "stones is at least 3": "this does not hold: stones is 1, not at least 3.",
    "stones is not 1": "this does not hold: stones is 1.",
    "stones is Bob's coins": "this does not hold: stones is 1, and Bob's coins is 5.",
    "stones is 3 or Bob's coins is 4": "this does not hold: stones is 1, not 3, and Bob's coins is 5, not 4.",
    "every p in players satisfies p's coins is 1": "this does not hold: p is Bob, and p's coins is 5, not 1.",
    "deck is empty": "this does not hold: deck's size is 2.",
    "spare is none": "this does not hold: spare is hearts-4, not none.",
    "a1 is none": "this does not hold: a1 is clubs-4, not none.",
    "b1 is clubs-3": "this does not hold: b1 is none, not clubs-3.",
    "clubs-3 is in deck": "this does not hold: deck holds clubs-1, clubs-2.",
    "winners is empty": "this does not hold: winners's size is 1.",
    "pool holds clubs-1": "pool holds nothing.",
    "deck holds clubs-2, clubs-1": "deck holds clubs-1, clubs-2.",
    "street holds clubs-3": "street holds clubs-3?.",
    "spare holds nothing": "spare holds hearts-4.",
    "Ann's hand holds nothing": "Ann's hand holds hearts-1.",
    "Ann's vial holds clubs": "this does not hold: Ann's vial holds nothing.",
    "Bob's vial holds clubs": "this does not hold: Bob's vial holds clubs * 2, hearts.",
    "Bob's vial is clubs": "this does not hold: Bob's vial holds clubs * 2, hearts.",
    "out holds Ann": "this does not hold: out holds Bob.",
    "Ann can take 3": "Ann cannot take 3: there are not so many",
    "Ann cannot pass": "Ann can pass.",
    'Ann cannot take 2 because "no"': "Ann cannot take 2, but for another reason: there are not so many",
    "Ann has 4 moves": "Ann has 3 moves. Ann can: take 1, draw-one, pass.",
    "Bob can pass": "Bob cannot pass: It is not Bob who decides now, but Ann. Ann can: take 1, draw-one, pass.",
    "Bob can only: | pass": "Ann decides.",
    "Bob decides": "Ann decides. Ann can: take 1, draw-one, pass.",
    "Ann can see street": "Ann cannot see street.",
    "Ann cannot see deck's first": "type-mismatch",
    "Bob cannot see pool": "Bob can see pool.",
    "game is over": "the game is not over. Ann can: take 1, draw-one, pass.",
    "Ann is in winners": "Ann does not win, but Bob.",
    "Zoe decides": "unknown-name",
    "Ann can only: | pass": "Ann can also draw-one, take 1.",
    "Ann can only: | pass | draw-one | take 1 | take 2": "Ann cannot take 2.",
    "market holds: | . . | . .": "on a1 lies clubs-4?.",
    "market holds: | . . | clubs-4? clubs-3": "on b1 lies nothing.",
}


STANDING = (
    "given: stones is 1; deck holds clubs-1, clubs-2; street holds clubs-3?; spare holds hearts-4; a1 holds clubs-4?; "
    "Ann's hand holds hearts-1; Bob's coins is 5; out is Bob; Bob's vial holds hearts, clubs * 2 / at turn / then: "
)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("expected", DIFFERENT)
def test_what_is_not_so_is_told(expected: str) -> None:
    (one,) = found(STANDING + expected)
    wanted = DIFFERENT[expected]
    assert one.startswith(f"13 {wanted}" if " " not in wanted else f"13 example-fails: {wanted}"), one


def test_an_example_may_speak_of_the_refusal_of_options() -> None:
    frame = changed("    players 2..3\n", '    players 2..3\n    needs not short because "too short"\n')
    refused = 'with short yes / then: options are refused because "too short"'
    assert found(refused, frame) == []
    (one,) = found(refused.replace("too short", "too long"), frame)
    assert one.startswith("3 example-fails: the options are refused, but: ")
    assert found("then: options are refused", frame) == ["2 example-fails: the options are not refused."]


def test_an_invariant_must_hold_in_the_position() -> None:
    frame = FRAME + 'invariant "few": stones is at most 5\n'
    (one,) = found("given: stones is 6 / then: stones is 6", frame)
    line = frame.count("\n")
    assert one == (
        f'-1 example-impossible: the position breaks the invariant "few" (line {line}): stones is 6, not at most 5. '
        "Give another position; or change what it breaks, if that asks too much."
    )


def test_a_move_or_a_setup_that_breaks_an_invariant_is_no_fault_of_the_position() -> None:
    few = FRAME + 'invariant "few": every p in players satisfies p\'s coins is at most 1\n'
    moved = "given: out is players / at bid-turn / when: Ann: stay / then: Bob decides"
    (one,) = found(moved, few.replace("    repeat 2 times", "    auction\n    repeat 2 times"))
    assert one.startswith('5 example-breaks-invariant: after stay the position breaks the invariant "few" (line ')
    assert "): p is Ann, and p's coins is 2, not at most 1. The rules lead there: " in one
    (one,) = found("at setup / then: Ann decides", few.replace("starts 1", "starts 2"))
    assert "example-breaks-invariant: the position breaks " in one
    assert "): p is Ann (one of 2), and p's coins is 2, not at most 1. " in one


def test_what_the_position_breaks_already_is_no_fault_of_the_rules() -> None:
    few = changed("    repeat 2 times", "    auction\n    repeat 2 times")
    few += 'invariant "few" in play: stones is at most 5\n'
    moved = "given: stones is 6; out is players / at bid-turn / when: Ann: stay / then: Bob decides"
    (one,) = found(moved, few)
    assert one.startswith('6 example-impossible: after stay the position breaks the invariant "few" (line ')
    told = "): stones is 6, not at most 5. It does not hold in the position given, either. Give one where it does"
    assert told in one
    assert found(moved.replace("stones is 6", "stones is 5"), few) == []


def test_an_invariant_need_not_hold_where_chance_is_asked_first() -> None:
    frame = changed("play:\n", "setup:\n    roll d from 1..6\n    set stones to d\nplay:\n")
    frame += 'invariant "rolled": stones is more than 3\n'
    rolled = "at setup / when: d gives 3 / then: stones is 4"
    assert found(rolled, frame) == []
    (one,) = found(rolled.replace("gives 3", "gives 2"), frame)
    assert one.startswith('3 example-breaks-invariant: after the outcome of "d" the position breaks ')


ENDED = {
    ("", "players with highest score"): (
        ["Ann is in winners", "winners' size is 4", "some p in winners where p is Bob"],
        ["winners is empty", "winners' only is Ann"],
    ),
    (", drawn", "players with highest score"): (
        ["Ann is not in winners", "winners is empty", "no p in winners where p is Bob"],
        ["Bob is in winners", "winners is not empty", "some p in players where p is in winners"],
    ),
    (", won by your left", "players with highest score"): (
        ["Bob is in winners", "winners' only is Bob", "some p in players where p is in winners"],
        ["Ann is in winners", "winners' only is Ann", "winners is empty"],
    ),
    (", won by your left's team", "teams with highest sum"): (
        [
            *("Bob is in winners", "winners' only is Bob's team", "Dan is in winners", "Cat's team is not in winners"),
            *("not (Ann is in winners)", "(Bob is in winners) and Cat is not in winners"),
            *("some p in players where p is in winners", "(count of players where it is in winners) is 2"),
        ],
        ["Ann is in winners", "winners' size is 2", "winners is empty", "not (Dan is in winners)"],
    ),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("ending", "best"), ENDED)
def test_the_winners_are_who_has_won(ending: str, best: str) -> None:
    frame = changed("players 2..3", "players 4\n    teams 2")
    frame = frame.replace('action pass "Do nothing": nothing', f"action pass: end game{ending}")
    frame = frame.replace("winners: players with highest score\n", f"winners: {best}\ndefine sum of team t: 3\n")
    head = frame + 'example "E":\n    players Ann, Bob, Cat, Dan\n'
    holding, failing = ENDED[ending, best]

    def wrong(*lines: str) -> list[str]:
        text = head + block(f"at play / when: Ann: pass / then: {'; '.join(lines)}")
        return [one.message for one in run_examples(Source("winners.rules", text))]

    assert wrong("game is over", *holding) == []
    assert all(len(wrong(line)) == 1 for line in failing)


BIDDING = """\
game "Bidding"
    players 2
sort is one of red, blue
there is
    bidder: player or none
    turn-number: 0..9
    taken: set of sort
each player has
    coins: 0..9
setup: set turn-number to 1
play:
    repeat 3 times:
        set bidder to none
        add 1 to turn-number
        if turn-number is 3: set turn-number to 1
        set taken to red
        each player: bid-turn
to bid-turn: choose bid or pass
action bid:
    needs bidder is none because "somebody has"
    set bidder to you
action pass: set turn-number to 5
scoring:
    score of player: its coins
example "E":
    players Ann, Bob
    given:
        GIVEN
    at AT
    then:
        THEN
"""
NEVER_BID = 'Ann cannot bid because "somebody has"'


@pytest.mark.parametrize(
    ("given", "at", "then", "told"),
    [
        ("bidder is Bob", "play", "bidder is Bob", "`bidder is Bob` is given, but line 13 changes it"),
        ("bidder is Bob", "play", NEVER_BID, "`bidder is Bob` is given, but line 13 changes it"),
        ("turn-number is 2", "play", "turn-number is 2", "`turn-number is 2` is given, but it is changed"),
        ("taken is blue", "play", "blue is in taken", "`taken is blue` is given, but line 16 changes it"),
        # it stays as it is given; it is not spoken of; it comes true
        ("bidder is Bob", "bid-turn as Ann", "bidder is Ann", ""),
        ("bidder is Bob", "play", "turn-number is 9", ""),
        ("bidder is none", "play", NEVER_BID, ""),
        ("Ann's coins is 3", "play", "Ann's coins is 4", ""),
        ("Ann's coins is 6 / (3 - turn-number)", "play", "Ann's coins is 4", ""),
    ],
)
def test_what_is_given_and_overwritten_before_anybody_is_asked_is_told(
    given: str, at: str, then: str, told: str
) -> None:
    text = BIDDING.replace("GIVEN", given).replace("AT", at).replace("THEN", then)
    (one,) = run_examples(Source("x.rules", text))
    assert ("before anybody is asked" in one.message) == bool(told)
    assert told in one.message


WHOLE = "A team wins or loses as a whole. List Bob and Cat, too: winners holds Ann, Bob, Cat, Dan"
PARTNERS = """\
game "Partners"
    players 4
    teams 2 when player-count is 4
each player has
    coins: 0..9
play:
    each player: choose stay
action stay: nothing
scoring:
    score of player p: total coins of p's team's members
    winners: teams with highest sum
define sum of team t: total coins of t's members
example "E":
    players Ann, Bob, Cat, Dan
    given:
        Ann's coins is 3
        Dan's coins is DAN
    at play
    then:
        winners holds WHO
"""


@pytest.mark.parametrize(
    ("dan", "who", "told"),
    [
        (2, "Ann, Cat", ""),
        (2, "Cat, Ann", ""),
        (4, "Bob, Dan", ""),
        (3, "Ann, Bob, Cat, Dan", ""),
        (2, "Bob, Dan", "this does not hold: winners holds Ann, Cat."),
        (3, "Ann, Cat", "this does not hold: winners holds Ann, Bob, Cat, Dan."),
        (2, "nothing", "this does not hold: winners holds Ann, Cat."),
        (2, "Ann", "A team wins or loses as a whole. List Cat, too: winners holds Ann, Cat"),
        (3, "Dan, Ann", WHOLE),
        (2, "Ann, Zoe", 'Nobody here is called "Zoe". At the table: Ann, Bob, Cat, Dan.'),
    ],
)
def test_teams_that_have_won_are_listed_by_their_members(dan: int, who: str, told: str) -> None:
    text = PARTNERS.replace("DAN", str(dan)).replace("WHO", who)
    said = [one.message.removeprefix(PREFIX) for one in run_examples(Source("x.rules", text))]
    assert said == ([told] if told else [])


def test_a_team_is_said_by_the_team_of_a_player() -> None:
    text = PARTNERS.replace("winners holds WHO", "Ann's team is Bob").replace("DAN", "3")
    (one,) = run_examples(Source("x.rules", text))
    assert "team-1" not in one.message


def test_what_is_called_winners_by_the_rules_is_that() -> None:
    frame = changed("    stones: 0..40\n", "    stones: 0..40\n    winners: 0..9\n")
    frame = frame.replace("    winners: players with highest score\n", "")
    frame = frame.replace('action pass "Do nothing": nothing', "action pass: end game, won by you")
    assert found("given: winners is 4 / then: winners is 4", frame) == []


def test_kinds_may_be_called_by_numbers() -> None:
    lay = (
        "action pass: nothing\naction lay:\n    pick card from your hand\n"
        '    needs card\'s rank is not 4 because "not that"\n    move card to pool'
    )
    frame = changed(
        *("component card: suit, rank 1..4\n    1 of any, any", "component card: rank 1..6\n    1 of any"),
        *('action pass "Do nothing": nothing', lay),
        *("choose take or draw-one or pass\n    if you cannot: rest", "choose lay\n    if you cannot: rest"),
    )
    laying = (
        "given: Ann's hand holds 3, 4, 5; Bob's hand holds 1, 2 / at play / then: Ann can lay 3; "
        'Ann cannot lay 4 because "not that"; Ann cannot lay 6; Ann can only: | lay 5 | lay 3 / '
        "when: Ann: lay 3 / then: pool holds 3; Bob can lay 1"
    )
    assert found(laying, frame) == []
    assert found(laying.replace(" | lay 5", ""), frame) == ["9 example-fails: Ann can also lay 5."]
    (one,) = found(laying.replace("Ann: lay 3", "Ann: lay 4"), frame)
    assert "Ann cannot lay 4: not that" in one


def test_mistakes_in_an_example_hide_nothing_that_is_wrong_in_the_rules() -> None:
    frame = changed("play:\n", "setup:\n    each player: move 3 from spare to your hand\nplay:\n")
    text = frame + 'example "E":\n' + block("players Ann, Bob / given: deck holds diamonds-9")
    wrong = [one.code for one in check(Source("examples.rules", text)) if one.severity == "error"]
    assert wrong == ["too-few-pieces", "unknown-name"]


def test_mistakes_in_an_example_are_found_by_the_check() -> None:
    text = FRAME + 'example "E":\n' + block("given: pool holds gold / then: stones is 0")
    source = Source("examples.rules", text)
    wrong = [one for one in check(source) if one.severity == "error"]
    assert [(one.code, source.line(one.span.start)) for one in wrong] == [("unknown-name", text.count("\n") - 2)]


@pytest.mark.parametrize(
    "holds", ["Ann's cup holds die-1 * 9999", "Ann's vial holds clubs * 9999", "mint holds c1 * 30000"]
)
def test_as_many_pieces_are_given_as_there_can_be(holds: str) -> None:
    assert found(f"given: {holds} / then: {holds}", changed("    3 of any", "    30000 of any")) == []


def test_large_numbers_are_told() -> None:
    """Pieces are compared with what is listed only where there are as many; chance gives so much in one example."""
    assert found("then: pool holds clubs-1 * 2147483647") == ["2 example-fails: pool holds nothing."]
    told = "3 example-impossible: chance gives 65,536 outcomes; at most 65,535 are possible. Remove some."
    assert found("when: deck gives clubs-1 * 60000; deck gives clubs-1 * 5536 / then: pool is empty") == [told]


@pytest.mark.parametrize(("move", "used", "phase"), [("take 1", "take", "turn"), ("draw-one", "draw-one", "round")])
def test_a_used_up_offer_names_its_phase(move: str, used: str, phase: str) -> None:
    frame = changed(
        "    choose take or draw-one or pass\n    if you cannot: rest\n",
        "    choose until pass:\n        take, once per turn\n        draw-one, exactly once per round\n",
    )
    given = f"given: stones is 5; deck holds rest / at turn / when: Ann: {move}"
    reason = f"you have already used {used} in this {phase}"
    assert found(f'{given} / then: Ann cannot {move} because "{reason}"', frame) == []
