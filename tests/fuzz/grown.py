"""Texts that are legal and as large, deep and repetitive as the limits allow: a game put together out of crops, of
which one is as large as may be and the others are as they come; or a tower, nearly as high as it may be.

A crop is a row: how large it may be, and what it adds to a game of that size.
"""

import random
from collections.abc import Callable, Sequence

from attrs import frozen

from tests.laws.towers import TOWERS
from tests.made.dice import Dice

Lines = tuple[str, ...]


@frozen
class Crop:
    """What is added to a game: paragraphs, fields of the game and of each player, sentences of setup, of a turn before
    its choice, and at the end of a round, and what is offered."""

    paragraphs: Lines = ()
    fields: Lines = ()
    own: Lines = ()
    setup: Lines = ()
    turn: Lines = ()
    late: Lines = ()
    offers: Lines = ()


@frozen
class Row:
    """`most`: what `grow` may be asked for with nothing else of size beside it."""

    most: int
    grow: Callable[[Dice, int], Crop]


def words(prefix: str, number: int) -> list[str]:
    """So many names."""
    return [f"{prefix}{each}" for each in range(number)]


def lines(text: str) -> Lines:
    """A text as lines."""
    return tuple(text.strip("\n").splitlines())


def two_factors(dice: Dice, number: int, most: int) -> tuple[int, int]:
    """About this many, as a rectangle."""
    one = max(1, min(most, dice.of((1, 2, 4, 8, int(number**0.5)))))
    return one, max(1, min(most, number // one))


# ---- what there is


def cards(dice: Dice, size: int) -> Crop:
    """Kinds of pieces, and copies of them, in zones of every sort."""
    suits, ranks = two_factors(dice, size, 2_000)
    copies = max(1, min(dice.of((1, 1, 2, 9)), 12_000 // (suits * ranks)))
    return Crop(
        lines(f"""
suit is one of {", ".join(words("suit-", suits))}
component card: suit, rank 1..{ranks}
    {copies} of any, any
action discard "Discard a card":
    pick card from your hand
    needs (no c in your hand where c's rank is more than card's rank) if you can because "highest first"
    move card to dump
action peek "Look at several":
    pick 1..2 few from your hand
    needs (total rank of few) mod 7 is not 6 because "not those"
    for each c in few: move c to street
action sweep "Take all":
    needs street is not empty because "nothing lies there"
    move all street to deck
    move up to 3 from the deck to your hand
invariant "no card is lost": deck's size + dump's size + street's size is at most {suits * ranks * copies}
"""),
        ("deck: pile of card, refilled from dump", "dump: area of card", "street: row of card"),
        ("hand: hand of card",),
        ("move all box's cards to deck", "shuffle the deck", "each player: move up to 6 from the deck to your hand"),
        ("move up to 1 from the deck to your hand",),
        offers=("discard", "peek", "sweep"),
    )


def board(dice: Dice, size: int) -> Crop:
    """A grid, with questions about its lines."""
    rows, columns = two_factors(dice, size, 64)
    run = dice.of((1, 2, 3, 5))
    guard = dice.of(
        (
            "(count of cells where there is past(it)) is at most 4000",
            f"(no l in cells' runs({run}) where there is in l and every s in l satisfies s is not empty)",
            "(every d in there's neighbors satisfies d is empty or d's worth is at most 3)",
            "there is empty",
            *(("(region of there where it is empty)'s size is at least 1",) if rows * columns <= 400 else ()),
        )
    )
    return Crop(
        lines(f"""
cell is grid {rows} by {columns}
component stone, called "stone-{{worth}}": worth 1..3
    unlimited of any
action lay "Lay a stone":
    pick there from cells where it is empty
    needs {guard} because "not there"
    move 1 from box where its worth is {dice.of((1, 2, 3))} to there
action slide "Slide a line":
    pick line from cells' lanes
    pick direction from line's directions
    must change field because "nothing moves"
    rotate line toward direction
action tilt "Let all slide":
    pick side from sides
    must change field because "nothing slides"
    pack field toward side
"""),
        ("field: stone on each cell",),
        setup=("for each c in cells where c's neighbors's size is 2: move stone-1 to c",),
        offers=("lay", "slide", "tilt"),
    )


def track(dice: Dice, size: int) -> Crop:
    """A number type with fields."""
    near = max(1, min(size, 2_000))
    return Crop(
        lines(f"""
mile is {dice.of((0, 1))}..{size}
each mile has
    height: 0..{dice.of((1, 9, 9999))}
action climb "Climb":
    pick m from miles where it is at most {near}
    needs m's height is less than 1 because "done"
    set m's height to 1
    add m to marks
action count-all "Count":
    needs (total height of miles) is at most {size} because "too high"
    add min((count of miles where its height is 1), 3) to tally
"""),
        ("marks: set of mile",),
        offers=("climb", "count-all"),
    )


def fields(dice: Dice, size: int) -> Crop:
    """Very many variables."""
    named = words("f", size)
    sorts = ("0..99", "yes or no", "player or none", "-5..5")
    return Crop(
        (f'action bump "Add":\n    set your f0 to (your f0 + {size}) mod 10\n    set f-all to {size}',),
        (f"f-all: 0..{size}",),
        ("f0: 0..9999", *(f"{each}: {dice.of(sorts)}" for each in named[1:])),
        offers=("bump",),
    )


def zones(dice: Dice, size: int) -> Crop:
    """Very many zones."""
    return Crop(
        lines(f"""
component chip, called "chip-{{side}}": side 1..{dice.of((1, 2, 6))}
    {dice.of((3, 40))} of any
action toss "Toss one":
    pick chip from z0
    move chip to z{size - 1}
"""),
        tuple(f"z{each}: area of chip" for each in range(size)),
        setup=("move all box's chips to z0",),
        turn=tuple(f"move all z{each} to z0" for each in range(1, size, max(1, size // 20))),
        offers=("toss",),
    )


def sets(dice: Dice, size: int) -> Crop:
    """Sets and counts of many values."""
    named = words("herb-", size)
    return Crop(
        lines(f"""
herb is one of {", ".join(named)}
action pour "Pour":
    pick herb from herbs where it is not in known
    add herb to known
    add {dice.of(named)} + herb to brew
    if brew's size is more than 40: set brew to nothing
action spoon "Several":
    pick 2 some-herbs from herbs where it is in known, repeats allowed
    for each h in some-herbs: remove h from known
"""),
        ("known: set of herb", "brew: counts of herb"),
        ("mine: counts of herb",),
        turn=("add brew to your mine",) if dice.happens(0.5) else (),
        offers=("pour", "spoon"),
    )


def options(_: Dice, size: int) -> Crop:
    """Options, and sentences that depend on them."""
    named = words("o", size)
    return Crop(
        tuple(f'option {each} "An option": yes or no, default no' for each in named),
        turn=tuple(f"if {each}: add 1 to tally" for each in named),
    )


def memories(dice: Dice, size: int) -> Crop:
    """Very many situations that are remembered, and asked for while moves are tried."""
    each = max(1, min(size // 20, 900))
    return Crop(
        lines(f"""
action go-on "Go on to what has not been too often":
    must leave past's repeats is at most {dice.of((0, 1, 40))} because "again"
    set tally to (tally + {dice.of((1, 3))}) mod 10
action look-back "Forget all":
    needs past's repeats is {dice.of((0, 2))} when tally is not 3 because "not now"
    forget past
"""),
        (f"past: memory of tally and coins, up to {size}{dice.of(('', ', not shown'))}",),
        turn=(f"repeat {each} times:", "    set tally to (tally + 7) mod 1000", "    remember past"),
        offers=("go-on", "look-back"),
    )


def notes(dice: Dice, size: int) -> Crop:
    """Notes on very many pieces, which their owner does not see, in zones that change places."""
    handed = "swap your fan and your left's fan" if dice.happens(0.5) else "move up to 2 from your fan to dust"
    return Crop(
        lines(f"""
component tile, called "tile-{{mark}}": mark 1..{dice.of((1, 5))}
    {max(1, min(size, 2_000))} of any
each tile in fan has
    scratches: 0..9
    told-by: player or none
action scratch "Scratch a tile of another":
    pick player from your others
    pick tile from player's fan where its told-by is none
    for each t in player's fan where t's mark is tile's mark: set t's told-by to you
    set tile's scratches to 9
action trade "Let what you hold go on":
    {handed}
"""),
        ("dust: pile of tile",),
        (f"fan: row of tile, up to {size}, seen by others",),
        setup=("move all box's tiles to dust",),
        turn=(f"if your fan's size is less than {size}: move up to {max(1, size // 9)} from dust to your fan",),
        late=(f"each player at once: move all your fan to your {dice.of(('left', 'right'))}'s fan",),
        offers=("scratch", "trade"),
    )


def groups(dice: Dice, size: int) -> Crop:
    """Groups of as many pieces as may be."""
    few = dice.of((2, 3, 4))
    asked = dice.of(("same(tint)", "different(grade)", "consecutive(grade)"))
    return Crop(
        lines(f"""
tint is one of pale, dark
component bead: tint, grade 1..{max(4, size)}
    1 of any, any
define melds of player p: p's string's groups({few}, {few + 1}) where it is {asked}
action meld "Lay out the best":
    needs your melds is not empty because "none is left"
    set tally to min(lowest total grade of your string outside disjoint (your melds), 9)
action thread "Thread some, one after the other":
    pick 2 beads from your string, in order
    for each b in beads: move b to jar
"""),
        ("jar: pile of bead",),
        (f"string: area of bead, up to {size}",),
        setup=("move all box's beads to jar",),
        turn=(f"if your string is empty: move up to {size} from jar to your string",),
        offers=("meld", "thread"),
    )


def doings(dice: Dice, size: int) -> Crop:
    """What is kept while others are asked, and answered."""
    return Crop(
        lines(f"""
to asked-all(0..{size} much) gives yes or no:
    keep heard: set of player, starts nothing
    keep left-over: 0..{size}
    set left-over to much
    each other player where its coins is at least 0 until left-over is less than {max(1, size // 2)}:
        choose give-way(much)
        add you to heard
        set left-over to max(0, left-over - {max(1, size // 3)})
    give heard's size is at least 1
action call-out "Ask all":
    if asked-all({size}): add 1 to your coins
    otherwise: set tally to 0
action give-way(0..{size} much) "Give way": set tally to much mod 10
"""),
        turn=(
            f"each player by {dice.of(('lowest', 'highest'))} coins: set tally to (tally + coins) mod 10".replace(
                "+ coins", "+ your coins"
            ),
        ),
        offers=("call-out",),
    )


# ---- what may be done


def menu(dice: Dice, size: int) -> Crop:
    """Very many actions, or a family with many members."""
    named = words("act-", min(size, 250))
    if dice.happens(0.5):
        members = words("job-", size)
        return Crop(
            (
                f"job is one of {', '.join(members)}",
                'action use of job from jobs "A family":\n    needs tally is less than 9000 because "enough"',
                *(f'    when {each} "One of it":\n        add 1 to tally' for each in members),
            ),
            offers=("use",),
        )
    guard = 'needs tally is not {} because "no"'
    return Crop(
        (
            *(f'action {each} "One":\n    {guard.format(n)}\n    add 1 to tally' for n, each in enumerate(named)),
            f'choice many "Many":\n    {" or ".join(named)}',
        ),
        offers=("many",),
    )


def picks(dice: Dice, size: int) -> Crop:
    """Picks inside picks; `size` candidates together."""
    depth = dice.between(1, 6)
    each = max(1, int(size ** (1 / depth)))
    named = words("n", depth)
    total = " + ".join(named)
    how = dice.of(
        (f"needs {total} is at most 3", f"needs {total} is {depth} if you can", f"needs ({total}) mod {each} is 1")
    )
    return Crop(
        (
            'action search "Search":',
            *(f"    pick {name} from 1..{each}" for name in named),
            f'    {how} because "not those"',
            f"    set tally to min({total}, 9)",
        ),
        offers=("search",),
    )


def selections(dice: Dice, size: int) -> Crop:
    """Several at once of many."""
    number = dice.of((1, 2, 3))
    most = max(2, min(256, int((size * (1, 1, 2, 6)[number]) ** (1 / number))))
    return Crop(
        lines(f"""
action gather "Gather":
    pick {dice.of((0, 1, number))}..{number} many from 1..{most}{dice.of(("", ", repeats allowed"))}
    needs (count of many where it is 1) is at most 3 because "too many"
    add many's size to tally
"""),
        offers=("gather",),
    )


def trials(dice: Dice, size: int) -> Crop:
    """Bodies that are tried, with loops."""
    each = max(1, min(300, int(size**0.5)))
    must = dice.of(("leave tally is not 7 if able", "leave tally is not 7", "leave you can answer"))
    return Crop(
        lines(f"""
action try-it "Try":
    pick n from 1..{each}
    must {must} because "no"
    repeat {max(1, size // each)} times: set tally to (tally + n) mod 10
action answer "Answer":
    must leave tally is at most 9000 because "no"
    set tally to tally mod 10
"""),
        offers=("try-it", "answer"),
    )


# ---- what is asked and done


def cases(dice: Dice, size: int) -> Crop:
    """A table of many cases, asked in a turn."""
    asked = dice.of(("p's coins is {}", "p's coins mod {} is 1", "p's seat is {}"))
    return Crop(
        (
            "define grade of player p:",
            *(f"    {n % 9}   when {asked.format(n + 1)}" for n in range(size)),
            "    9   otherwise",
        ),
        turn=("add your grade to tally",),
    )


def chains(dice: Dice, size: int) -> Crop:
    """Definitions, of which each asks the one before."""
    step = dice.of(("p's d{} + 1", "max(p's d{}, 1)", "(p's d{} + p's coins) mod 9", "min(p's d{}, p's left's coins)"))
    return Crop(
        (
            "define d0 of player p: p's coins",
            *(f"define d{n}  of player p: {step.format(n - 1)}" for n in range(1, size)),
        ),
        turn=(f"set tally to your d{size - 1} mod 10",),
    )


def procedures(dice: Dice, size: int) -> Crop:
    """Procedures, of which each runs the one before."""
    step = dice.of(
        (
            "    q{}",
            "    add 1 to tally\n    q{}",
            "    if tally is less than 50: q{}",
            "    for each p in players: q{}",
        )
    )
    size = min(size, 5) if step.startswith("    for each") else size
    return Crop(
        ("to q0: add 1 to tally", *(f"to q{n}:\n{step.format(n - 1)}" for n in range(1, size))),
        turn=(f"q{size - 1}", "set tally to tally mod 10"),
    )


def nested(dice: Dice, size: int) -> Crop:
    """Questions inside questions."""
    before, after = dice.of(
        (
            ("(some v{} in players where ", ")"),
            ("(every v{} in 1..2 satisfies ", ")"),
            ("((count of players as v{} where ", ") is at least 1)"),
        )
    )
    asked = f"{''.join(before.format(n) for n in range(size))}tally is at least 0{after * size}"
    return Crop((f'action ask-all "Ask":\n    needs {asked} because "no"\n    add 1 to tally',), offers=("ask-all",))


def blocks(dice: Dice, size: int) -> Crop:
    """Blocks inside blocks."""
    head = dice.of(
        (
            "if tally is not {}:",
            "for each w{} in players where w{} is you:",
            "repeat 1 times:",
            "if tally is {}: nothing\n{}otherwise:",
        )
    )
    found = []
    for n in range(size):
        pad = " " * n
        found += (pad + (head.format(n, pad) if "otherwise" in head else head.replace("{}", str(n + 500)))).split("\n")
    return Crop(turn=(*found, f"{' ' * size}add 1 to tally", "set tally to tally mod 10"))


def sums(dice: Dice, size: int) -> Crop:
    """Very many operands, and very many sentences."""
    row = " + ".join(dice.of(("1", "tally", "your coins", "player-count")) for _ in range(min(size, 250)))
    return Crop(
        turn=(f"let much be {row}", "set tally to much mod 10", *("set tally to (tally + 1) mod 10",) * (size // 10))
    )


def turns(dice: Dice, size: int) -> Crop:
    """Loops inside loops; `size` passes together."""
    depth = dice.between(1, 4)
    each = max(1, int(size ** (1 / depth)))
    heads = [dice.of((f"repeat {each} times:", f"for each u{n} in 1..{each}:")) for n in range(depth)]
    return Crop(
        turn=(*(" " * n + head for n, head in enumerate(heads)), f"{' ' * depth}set tally to (tally + 1) mod 10")
    )


def chance(dice: Dice, size: int) -> Crop:
    """Very much chance."""
    return Crop(
        lines(f"""
component die, called "die-{{face}}": face 1..{dice.of((2, 6, 400))}
    unlimited of any
"""),
        ("cup: area of die", "tower: row of die, up to 60"),
        turn=(
            "move all cup to box",
            f"roll {min(size, 250)} to cup",
            f"repeat {max(1, size // 10)} times:",
            f"    roll pips from 1..{dice.of((1, 6, 65_535))}",
            "    set tally to pips mod 10",
            "draw d from cup",
            "move d to tower",
            "shuffle tower",
            "if tower's size is more than 50: move all tower to box",
        ),
    )


def at_once(dice: Dice, size: int) -> Crop:
    """Choices of all at once."""
    return Crop(
        lines(f"""
action wish "Wish":
    pick number from 0..{min(size, 9_000)}
    set your wished to number
"""),
        own=(f"wished: 0..{max(size, 9_999)}",),
        late=("each player at once: choose wish", "each player: add min(your wished, 1) to your coins"),
    )


EXAMPLE = """example "number {n}":
    given:
        tally is {given}
    at turn
    when:
        "luck" gives {luck}
    then:
        tally is at least 0"""


def examples(_: Dice, size: int) -> Crop:
    """Very many examples."""
    return Crop(
        tuple(EXAMPLE.format(n=n, given=n % 10, luck=1 + n % 6) for n in range(size)),
        turn=('roll lot from 1..6 "luck"',),
    )


def invariants(dice: Dice, size: int) -> Crop:
    """Very many invariants."""
    held = ("tally is at least 0", "(every p in players satisfies p is not none)", "tally is not {}")
    return Crop(tuple(f'invariant "{n}": {dice.of(held).format(n + 60_000)}' for n in range(size)))


CROPS = {
    "cards": Row(4_000, cards),
    "board": Row(4_096, board),
    "track": Row(30_000, track),
    "fields": Row(4_000, fields),
    "zones": Row(4_000, zones),
    "sets": Row(4_000, sets),
    "options": Row(16, options),
    "memories": Row(20_000, memories),
    "notes": Row(2_000, notes),
    "groups": Row(16, groups),
    "doings": Row(9_000, doings),
    "menu": Row(2_000, menu),
    "picks": Row(900_000, picks),
    "selections": Row(9_000, selections),
    "trials": Row(200_000, trials),
    "cases": Row(150, cases),
    "chains": Row(45, chains),
    "procedures": Row(60, procedures),
    "nested": Row(20, nested),
    "blocks": Row(60, blocks),
    "sums": Row(1_900, sums),
    "turns": Row(900_000, turns),
    "chance": Row(2_500, chance),
    "at once": Row(9_000, at_once),
    "examples": Row(300, examples),
    "invariants": Row(400, invariants),
}
TOWER = 0.15
HIGH = (8, 16, 24, 32, 40, 60, 100, 190)


def grown(rng: random.Random) -> bytes:
    """A tower, or a game of one large crop and some others."""
    dice = Dice(rng)
    if dice.happens(TOWER):
        return TOWERS[dice.of(list(TOWERS))](dice.of(HIGH)).encode()
    names = list(CROPS)
    large = names.pop(dice.below(len(names)))
    others = dice.some(names, dice.of((0, 1, 2, 3, 5, 8)))
    crops = [CROPS[large].grow(dice, sized(dice, CROPS[large].most, 0.6, 1))]
    crops += [CROPS[name].grow(dice, sized(dice, CROPS[name].most, 0, 0.4)) for name in others]
    return game(dice, crops).encode()


def sized(dice: Dice, most: int, low: float, high: float) -> int:
    """A size between powers of the largest, often the largest itself."""
    return max(1, most if high == 1 and dice.happens(0.3) else int(most ** (low + (high - low) * dice.rng.random())))


def game(dice: Dice, crops: Sequence[Crop]) -> str:
    """A game of these crops."""

    def all_of(part: str, indent: int = 4) -> list[str]:
        return [f"{' ' * indent}{line}" for crop in crops for line in getattr(crop, part)]

    setup = all_of("setup")
    offers = [offer for crop in crops for offer in crop.offers]
    return "\n".join(
        [
            'game "Grown" "As large as may be"',
            f"    players {dice.of(('2', '2', '1..3', '12', '1..12'))}",
            *(all_of("paragraphs", 0)),
            "there is",
            "    tally: 0..9999",
            *all_of("fields"),
            "each player has",
            "    coins: 0..9999, starts 5",
            *all_of("own"),
            *(["setup:", *setup] if setup else []),
            "play:",
            f"    repeat {dice.of((1, 2, 9))} times:",
            "        each player: turn",
            *all_of("late", 8),
            'phase turn "A turn":',
            *all_of("turn"),
            f"    choose {' or '.join([*offers, 'rest'])}",
            'action rest "Do nothing": nothing',
            "scoring:",
            "    score of player p: p's coins",
            "    winners: players with highest score",
            "",
        ]
    )
