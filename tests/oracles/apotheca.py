"""A reference engine for Apotheca, written from its specification alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations

from .scripted import Move, Options, Script, Scripted

COLUMNS = "abcd"
ROWS = "1234"
SPACES = tuple(column + row for column in COLUMNS for row in ROWS)

GEMS = {"red": "ruby", "blue": "sapphire", "yellow": "topaz"}
STATIONS = tuple(GEMS.values())
COPIES = 15
APOTHECARIES = """
    chained-charge double-dive faithful-float flickering-flip genie-juggle gully-glide lucky-leap portal-pounce
    reptilian-rush shadow-swap sorceress-spin spirit-switch tetratwist wandering-waltz wizarding-winds
    """.split()  # noqa: SIM905 - one name a line would say no more
DIAGONALS = [each.split() for each in ("a1 b2 c3 d4", "a2 b3 c4", "a3 b4", "b1 c2 d3", "c1 d2")]
DIAGONALS += [each.split() for each in ("a4 b3 c2 d1", "a3 b2 c1", "a2 b1", "b4 c3 d2", "c4 d3")]
FACE_DOWN_GOAL = 3
SATISFIED_GOAL = 3
RUN = 3
END_TURN: Move = ("end-turn",)
USE_EXTRA_ACTION: Move = ("use-extra-action",)


@dataclass(frozen=True, eq=False)
class Tile:
    """A potion in the market; a face-down one has an owner."""

    colour: str
    owner: int | None = None


Market = dict[str, Tile]


# the geometry of the market

ROW = {row: [column + row for column in COLUMNS] for row in ROWS}  # from left to right
COLUMN = {column: [column + row for row in ROWS] for column in COLUMNS}  # from bottom to top


def difference(s: str, t: str) -> tuple[int, int]:
    return COLUMNS.index(t[0]) - COLUMNS.index(s[0]), ROWS.index(t[1]) - ROWS.index(s[1])


def distances(s: str, t: str) -> tuple[int, int]:
    """The column and row distances, the greater one first."""
    columns, rows = map(abs, difference(s, t))
    return max(columns, rows), min(columns, rows)


def adjacent(s: str, t: str) -> bool:
    return distances(s, t) == (1, 0)


def leap(s: str, t: str) -> bool:
    return distances(s, t) in ((2, 0), (3, 0), (2, 2), (3, 3))


def knight(s: str, t: str) -> bool:
    return distances(s, t) == (2, 1)


# what happens to the market


def moved(market: Market, *steps: tuple[str, str]) -> Market:
    """The market after the moves of single potions, one after the other."""
    after = dict(market)
    for start, end in steps:
        after[end] = after.pop(start)
    return after


def cycled(market: Market, cycle: list[str]) -> Market:
    """The market after the content of each space has gone to the next one."""
    after = dict(market)
    for start, end in pairwise([*cycle, cycle[0]]):
        after.pop(end, None)
        if start in market:
            after[end] = market[start]
    return after


def slid(market: Market, lanes: list[list[str]]) -> Market:
    """The market after the potions have slid to the beginning of their lane."""
    after: Market = {}
    for lane in lanes:
        tiles = [market[space] for space in lane if space in market]
        after.update(zip(lane, tiles, strict=False))
    return after


def changes(before: Market, after: Market) -> bool:
    """Whether a power has changed the market: face-up potions of a colour are alike."""
    if before.keys() != after.keys():
        return True
    pairs = ((one, after[space]) for space, one in before.items() if one is not after[space])
    return any((one.colour, one.owner, other.owner) != (other.colour, None, None) for one, other in pairs)


# the powers: all arguments that fit the table, with the market they lead to

Outcome = tuple[Move, Market]


MOVES = {  # from one space to another, different and open one
    "gully-glide": lambda market, s, t: distances(s, t)[1] == 0,
    "lucky-leap": lambda market, s, t: leap(s, t),
    "portal-pounce": lambda market, s, t: knight(s, t),
    "wandering-waltz": lambda market, s, t: distances(s, t)[0] == 1,
    "genie-juggle": lambda market, s, t: any(adjacent(o, s) and adjacent(o, t) for o in market if o != s),
}
SWAPS = {"flickering-flip": adjacent, "sorceress-spin": leap, "spirit-switch": knight}


def shadow_swap(market: Market) -> Iterator[Outcome]:
    for s, t in permutations(sorted(market), 2):
        if market[s].owner is not None and market[t].owner is None:
            yield (s, t), market | {s: market[t], t: market[s]}


def chained_charge(market: Market) -> Iterator[Outcome]:
    for first, second in permutations(sorted(market), 2):
        if not adjacent(first, second):
            continue
        for to in SPACES:
            if to not in market and adjacent(first, to):
                yield (first, second, to), moved(market, (first, to), (second, first))


def double_dive(market: Market) -> Iterator[Outcome]:
    for from1, from2 in combinations(sorted(market), 2):
        if adjacent(from1, from2):
            continue
        for to1 in open_neighbours(market, from1):
            for to2 in open_neighbours(market, from2):
                same_way = difference(from1, to1) == difference(from2, to2)
                if to1 != to2 and not same_way:
                    after = moved(market, (from1, to1), (from2, to2))
                    yield (from1, to1, from2, to2), after


def open_neighbours(market: Market, space: str) -> list[str]:
    return [to for to in SPACES if to not in market and adjacent(space, to)]


def faithful_float(market: Market) -> Iterator[Outcome]:
    """Shift an inner row or column, round the end."""
    for row in "23":
        yield (f"row-{row}", "left"), cycled(market, ROW[row][::-1])
        yield (f"row-{row}", "right"), cycled(market, ROW[row])
    for column in "bc":
        yield (f"column-{column}", "up"), cycled(market, COLUMN[column])
        yield (f"column-{column}", "down"), cycled(market, COLUMN[column][::-1])


def reptilian_rush(market: Market) -> Iterator[Outcome]:
    for spaces in DIAGONALS:
        upwards = sorted(spaces, key=lambda space: space[1])
        yield (f"{spaces[0]}-{spaces[-1]}", "up"), cycled(market, upwards)
        yield (f"{spaces[0]}-{spaces[-1]}", "down"), cycled(market, upwards[::-1])


def tetratwist(market: Market) -> Iterator[Outcome]:
    """Rotate a square of four spaces clockwise."""
    for left, right in pairwise(COLUMNS):
        for low, high in pairwise(ROWS):
            square = [left + low, left + high, right + high, right + low]
            yield (left + low,), cycled(market, square)


def wizarding_winds(market: Market) -> Iterator[Outcome]:
    """Slide all potions to one side."""
    rows, columns = list(ROW.values()), list(COLUMN.values())
    yield ("left",), slid(market, rows)
    yield ("right",), slid(market, [lane[::-1] for lane in rows])
    yield ("top",), slid(market, [lane[::-1] for lane in columns])
    yield ("bottom",), slid(market, columns)


SPECIAL = (shadow_swap, chained_charge, double_dive, faithful_float, reptilian_rush, tetratwist, wizarding_winds)
SPECIAL_POWERS = {power.__name__.replace("_", "-"): power for power in SPECIAL}


def outcomes(market: Market, name: str) -> dict[Move, Market]:
    """The arguments with which a power changes the market, and the results."""
    full = sorted(market)
    if name in SPECIAL_POWERS:
        found = SPECIAL_POWERS[name](market)
    elif name in SWAPS:
        pairs = ((s, t) for s, t in combinations(full, 2) if SWAPS[name](s, t))
        found = (((s, t), market | {s: market[t], t: market[s]}) for s, t in pairs)
    else:
        ways = ((s, t) for s in full for t in SPACES if t not in market and MOVES[name](market, s, t))
        found = ((way, moved(market, way)) for way in ways)
    return {arguments: after for arguments, after in found if changes(market, after)}


# matches


def find_run(market: Market, line: list[str]) -> list[str]:
    """The spaces of the run in a row or column; none if there is no run."""
    for length in (len(line), RUN):
        for start in range(len(line) - length + 1):
            spaces = line[start : start + length]
            tiles = [market.get(space) for space in spaces]
            colours = {tile.colour for tile in tiles if tile and tile.owner is None}
            all_up = all(tile and tile.owner is None for tile in tiles)
            if all_up and len(colours) == 1:
                return spaces
    return []


def find_matches(market: Market) -> dict[str, set[str]]:
    """The spaces of all matches, by their names."""
    column_runs, row_runs = (
        {f"{sort}-{name}": run for name, line in lines.items() if (run := set(find_run(market, line)))}
        for sort, lines in (("column", COLUMN), ("row", ROW))
    )
    crossings = [(column, row) for column in column_runs for row in row_runs if column_runs[column] & row_runs[row]]
    crossed = {name for crossing in crossings for name in crossing}
    matches = {f"{column}+{row}": column_runs[column] | row_runs[row] for column, row in crossings}
    runs = column_runs | row_runs
    return matches | {name: run for name, run in runs.items() if name not in crossed}


class Apotheca(Scripted):
    COUNTS = range(2, 5)

    def __init__(self, players: int, options: Options) -> None:
        super().__init__(players, options)
        self.market: Market = {}
        self.supply: list[str] = []
        self.deck: list[str] = []
        self.alley: dict[str, str | None] = dict.fromkeys(STATIONS)
        self.active: list[list[str]] = [[] for _ in range(players)]
        self.satisfied: list[dict[str, list[str]]] = [{} for _ in range(players)]
        self.gems: list[Counter[str]] = [Counter() for _ in range(players)]
        self.token = 2 if players == 3 else None
        self.turn = 0
        self.actions = 1
        self.used: set[str] = set()
        self.won: int | None = None
        self.run(self._game())

    def team(self, player: int) -> list[int]:
        """The player, with the team-mate if there are teams."""
        return [player] if self.players < 4 else [player % 2, player % 2 + 2]

    def scores(self) -> list[int]:
        return [sum(len(self.satisfied[member]) for member in self.team(player)) for player in range(self.players)]

    def winners(self) -> list[int]:
        return [] if self.won is None else self.team(self.won)

    def _game(self) -> Script[None]:
        """The setup, and all turns; the first one has one action."""
        self.supply = yield from self._shuffle("supply", [f"potion-{colour}" for colour in GEMS for _ in range(COPIES)])
        for space in ("a1", "a4", "d1", "d4"):
            self.market[space] = Tile(self._draw())
        for space in ("b2", "c3"):
            self.market[space] = Tile(self._draw(), owner=1)
        self.deck = yield from self._shuffle("apothecaries", list(APOTHECARIES))
        for player in range(self.players):
            self.active[player].append(self.deck.pop(0))
        for station in STATIONS:
            self.alley[station] = self.deck.pop(0)
        passed = 0
        while passed < self.players:
            if self._action_moves():
                passed = 0
                yield from self._take_actions()
                if self.won is None and self.actions == 0 and self.token == self.turn and self._action_moves():
                    move = yield from self._ask(self.turn, [USE_EXTRA_ACTION, END_TURN])
                    self.token, self.actions = (None, 1) if move == USE_EXTRA_ACTION else (self.token, 0)
                    yield from self._take_actions()
            else:
                passed += 1
            if self.won is not None:
                return
            self.turn, self.actions, self.used = (self.turn + 1) % self.players, 2, set()

    def _take_actions(self) -> Script[None]:
        """Take actions while there are some to take and some legal."""
        while self.won is None and self.actions > 0 and (moves := self._action_moves()):
            move = yield from self._ask(self.turn, moves)
            yield from self._do_action(move)
            self.actions -= 1

    def _action_moves(self) -> list[Move]:
        moves: list[Move] = []
        if "reveal" not in self.used:
            moves += [("reveal", space) for space in sorted(self.market) if self.market[space].owner is not None]
        if "restock" not in self.used and self._can_restock():
            moves.append(("restock",))
        if "hire" not in self.used:
            gems = self.gems[self.turn]
            one_each = all(gems[gem] >= 1 for gem in STATIONS)
            for station, apothecary in self.alley.items():
                if apothecary is not None and gems[station] >= 2:
                    moves.append(("hire", apothecary, "pair"))
                if apothecary is not None and one_each:
                    moves.append(("hire", apothecary, "one-each"))
            if self.deck and one_each:
                moves.append(("hire", "deck", "one-each"))
        for name in self.active[self.turn]:
            if name not in self.used:
                moves += [("power", name, *rest) for rest in outcomes(self.market, name)]
        return moves

    def _can_restock(self) -> bool:
        """Whether another potion may be drawn for a restock."""
        down = sum(tile.owner is not None for tile in self.market.values())
        return down < FACE_DOWN_GOAL and len(self.market) < len(SPACES) and bool(self.supply)

    def _do_action(self, move: Move) -> Script[None]:
        kind = str(move[0])
        self.used.add(str(move[1]) if kind == "power" else kind)
        if kind == "reveal":  # turn a potion face-up and gain its gem
            colour = self.market[str(move[1])].colour
            self.market[str(move[1])] = Tile(colour)
            self.gems[self.turn][GEMS[colour]] += 1
            yield from self._resolve()
        elif kind == "power":
            self.market = outcomes(self.market, str(move[1]))[move[2:]]
            yield from self._resolve()
        elif kind == "restock":
            yield from self._restock()
        else:  # pay for an apothecary and take it
            station = next((place for place, name in self.alley.items() if name == move[1]), None)
            self.gems[self.turn].subtract({str(station): 2} if move[2] == "pair" else dict.fromkeys(STATIONS, 1))
            self.active[self.turn].append(self.deck.pop(0) if station is None else str(move[1]))
            if station is not None:
                self.alley[station] = self.deck.pop(0) if self.deck else None

    def _draw(self) -> str:
        return self.supply.pop(0).removeprefix("potion-")

    def _restock(self) -> Script[None]:
        """Place potions until three are face-down, as far as possible; while the market is full, and the supply has the
        colour of some face-up potion, those of the colour on top go back."""
        while self._can_restock():
            drawn = self._draw()
            move = yield from self._ask(self.turn, [("place", space) for space in SPACES if space not in self.market])
            self.market[str(move[1])] = Tile(drawn, owner=self.turn)
            while len(self.market) == len(SPACES):
                up = {space: f"potion-{tile.colour}" for space, tile in self.market.items() if tile.owner is None}
                if not {*up.values()} & {*self.supply}:
                    break
                yield from self._return_potions([space for space, potion in up.items() if potion == self.supply[0]])

    def _return_potions(self, spaces: list[str]) -> Script[None]:
        self.supply += [f"potion-{self.market.pop(s).colour}" for s in spaces]
        self.supply = yield from self._shuffle("supply", self.supply)

    def _resolve(self) -> Script[None]:
        while self.won is None and (matches := find_matches(self.market)):
            active = self.active[self.turn]  # one of them is satisfied; a match is returned if there is none
            satisfied: list[Move] = [("satisfy", match, name) for match in matches for name in active]
            move = yield from self._ask(self.turn, satisfied or [("return-match", match) for match in matches])
            yield from self._take_match(move)

    def _take_match(self, move: Move) -> Script[None]:
        """Take a match whole, with its gems."""
        spaces = sorted(find_matches(self.market)[str(move[1])])
        colour = self.market[spaces[0]].colour
        gems = self.gems[self.turn]
        if len(spaces) > RUN:
            gems[GEMS[colour]] += 1
        if move[0] == "return-match":
            gems[GEMS[colour]] += 1
            yield from self._return_potions(spaces)
            return
        apothecary = str(move[2])
        self.active[self.turn].remove(apothecary)
        card = [f"potion-{self.market.pop(space).colour}" for space in spaces]
        self.satisfied[self.turn][apothecary] = card
        if self.scores()[self.turn] >= SATISFIED_GOAL:
            self.won = self.turn
