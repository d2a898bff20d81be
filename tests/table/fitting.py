"""`python -m tests.table.fitting [GAME …] [--games 10] [--size 80x24]`: at how many decisions of random games the whole
table and the choices fit a screen.

What must stand on it is read from the game's view, not from the scene that is drawn: the name of each piece that the
seat sees (long or short, of a board also its mark), each value that is not zero and may be shown, of piles and discards
the size; and every legal move by its number, or by that of its first words. Stars are no part of a name.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet

from attrs import define, evolve, field

from rulewright.loading import load
from rulewright.machine.chance import RandomPlayer
from rulewright.machine.game import Rules
from rulewright.machine.view import HIDDEN, VariableView, View, ZoneView, declared_variables
from rulewright.table.decision_page import DecisionPage
from rulewright.table.fitting import PROMPT, Size, happened, pane, upper
from rulewright.table.names_at_table import brief_names, marks, name_people, short_names
from rulewright.table.real_game import Seated
from rulewright.table.session import Session, advance, asked, decide
from rulewright.table.text_lines import book_of, plain
from rulewright.table.vocabulary import vocabulary

DISCARDS = {
    "alchemy": {"component-discard", "potion-discard", "card-discard"},
    "apotheca": set[str](),
    "aurum": {"discard"},
    "balloon-cup": {"discards"},
    "biblios": {"discard"},
    "line-it": {"discard"},
}
"""What each game's rules call its discards, of which the size is enough."""
COUNTED = {("alchemy", "ending"), ("aurum", "rounds"), ("aurum", "points"), ("apotheca", "extra-token")}
"""What the rules only count with, or what nothing changes for two or three players."""
PARTS = re.compile(r"[^\s(),:?]+[-+][^\s(),:?-]+(,[^\s(),:?-]+)+")
NOTHING: tuple[object, ...] = (None, 0, "no", "none", ())


@define
class Measured:
    """The decisions that were looked at, and what was missing at some of them."""

    decisions: int = 0
    fitting: int = 0
    missing: Counter[str] = field(factory=Counter)

    @property
    def percent(self) -> float:
        return 100 * self.fitting / self.decisions


def measure(name: str, games: int, size: Size, most: int | None = None, players: int | None = None) -> Measured:
    """Play random games of shipped rules, of each at most so many decisions, and look at what each seat is shown."""
    rules, measured = load(name, players=players), Measured()
    known = _known(rules)
    for number in range(games):
        for place, missing in enumerate(_looked_at(name, rules, known, number, size)):
            if place == most:
                break
            measured.decisions += 1
            measured.fitting += not missing
            measured.missing.update({re.sub(r"[0-9]+", "N", what) for what in missing})
    return measured


Known = Mapping[str, Mapping[str, tuple[str, set[str]]]]
"""For each component and name of a piece its short name, and all that it may be called."""


def _known(rules: Rules) -> Known:
    known = {}
    for component in rules.core.components:
        short, brief = short_names(component.kinds), brief_names(component.kinds)
        known[component.name] = {kind: (short[kind], {kind, short[kind], brief[kind]}) for kind in component.kinds}
    return known


def sitting(rules: Rules, humans: Sequence[int], seed: int, **settings: object) -> Session:
    words = vocabulary(rules.core)
    names = name_people(rules.core.seat_names, {}, words)
    game, given = Seated(rules.start(seed), names, RandomPlayer(seed)), {"book": lambda: book_of(rules), **settings}
    return Session(game, tuple(humans), names.people, names.words(words), begun=game.happened, **given)


def screened(rules: Rules, number: int, size: Size) -> Session:
    """A game with a person on each seat, none of whom needs the keyboard handed over."""
    return sitting(rules, range(rules.players), number, one_screen=False, width=size.width - 1, height=size.height)


def _looked_at(name: str, rules: Rules, known: Known, number: int, size: Size) -> Iterator[list[str]]:
    """For each decision of a game what is missing on the screen."""
    session, discards = screened(rules, number, size), DISCARDS[name]
    assert isinstance(session.game, Seated)
    while isinstance(stop := advance(session), DecisionPage):
        above = upper(stop, Size(session.width, size.height), 0).rows
        told = happened(stop, session.width)
        text = plain([*above, *pane(told, size.height - PROMPT - len(above), 0, 0, session.width)])
        view = _to_be_shown(name, rules, session.game.game.view(stop.seat))
        yield [*_too_large(text, size), *_not_told(text, view, known, discards), *_no_number(session, stop.seat, text)]
        decide(session, stop.seat, session.game.any_move(stop.seat))


def _to_be_shown(name: str, rules: Rules, view: View) -> View:
    """The view without what the rules do not want to be shown, and with which they only count."""
    declared = zip(declared_variables(rules.core), view.variables, strict=True)
    told = (found for variable, found in declared if variable.shown and (name, variable.name) not in COUNTED)
    return evolve(view, variables=tuple(told))


def _too_large(text: str, size: Size) -> Iterator[str]:
    lines = text.splitlines()
    if len(lines) + 1 > size.height:
        yield f"{len(lines) + 1} lines"
    yield from (f"a line of {len(line)}" for line in lines if len(line) >= size.width)


def _not_told(text: str, view: View, known: Known, discards: AbstractSet[str]) -> Iterator[str]:
    table = PARTS.sub(_written_out, text.rpartition("your move:")[0])
    tokens = Counter(re.findall(r"[^\s(),:×?*]+", table))
    pieces = {name for component in known.values() for name in component}
    for zone in view.zones:
        if zone.size and not zone.box:
            with_its_owner = zone.owners and zone.owners[0] in pieces  # what a piece has stands behind its name
            named = [] if tokens[zone.name] or with_its_owner else ["its name"]
            yield from (f"{zone.name}: {what}" for what in (*named, *_zone(zone, tokens, known, discards)))
    listed = (zone for zone in view.zones if not zone.box and zone.kind not in ("pile", "board"))
    names = Counter(seen for zone in listed if zone.name not in discards for seen in _seen(zone))
    for (component, name), times in names.items():
        if sum(tokens[way] for way in known[component][name][1]) < times:
            yield f"{component}: {name}"
    for variable in view.variables:
        if variable.value not in NOTHING:
            yield from (f"{variable.name}: {what}" for what in _value(variable) if not tokens[what])


def _written_out(found: re.Match[str]) -> str:
    """Names that differ in their last part alone, such as `red-1,4`, each for itself."""
    first, *others = found[0].split(",")
    begun = first[: max(first.rfind("-"), first.rfind("+")) + 1]
    return " ".join([first, *(f"{begun}{part}" for part in others)])


def _seen(zone: ZoneView) -> set[tuple[str, str]]:
    return {(zone.component, piece.name) for piece in zone.pieces or () if piece.name != HIDDEN}


def _zone(zone: ZoneView, tokens: Counter[str], known: Known, discards: AbstractSet[str]) -> Iterator[str]:
    """What is missing of a zone beside the names of its pieces."""
    told = all(any(tokens[way] for way in known[component][name][1]) for component, name in _seen(zone))
    if zone.kind == "pile" or zone.pieces is None or (zone.name in discards and not told):
        yield from () if tokens[str(zone.size)] else ("its size",)
    elif zone.kind == "board":
        yield from _board(zone, tokens, known)


def _board(zone: ZoneView, tokens: Counter[str], known: Known) -> Iterator[str]:
    """On a board each piece stands by its name, or by a mark that is explained once."""
    lying = Counter(piece.name for piece in zone.pieces or () if piece.name != HIDDEN)
    signs = marks(sorted(known[zone.component][name][0] for name in lying))
    for name, times in lying.items():
        short = known[zone.component][name][0]
        if max(tokens[name], tokens[short]) < times and not (tokens[short] and tokens[signs[short]] > times):
            yield f"{times} {name}"


def _value(variable: VariableView) -> Iterator[str]:
    """The words of a value, with its name; of a yes this says it."""
    value = variable.value
    yield variable.name
    if value == "yes":
        return
    parts = value if isinstance(value, tuple) else (value,)
    for part in parts:
        yield from (str(word) for word in (part if isinstance(part, tuple) else (part,)))


def _no_number(session: Session, seat: int, text: str) -> Iterator[str]:
    """The moves that stand beside no number, nor their first words."""
    choices = text.rpartition("your move:")[2]
    decision = asked(session, seat)
    reached = {decision.moves[number - 1] for number in decision.listed}
    reached.update(move for some in decision.steps.values() for move in some)
    yield from ("a move" for move in decision.moves if move not in reached)
    shown = set(re.findall(r"(?:^|\s)([0-9]+)(?=[.\s]|$)", choices))
    yield from (f"number {label}" for label in (*decision.listed, *decision.steps) if str(label) not in shown)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.table.fitting")
    parser.add_argument("game", nargs="*", help="shipped games (all)")
    parser.add_argument("--games", type=int, default=10, help="so many games of each")
    parser.add_argument("--size", default="80x24", help="columns x lines of the terminal")
    parser.add_argument("--players", type=int)
    given = parser.parse_args()
    size = Size(*map(int, given.size.split("x")))
    for name in given.game or DISCARDS:
        measured = measure(name, given.games, size, players=given.players)
        print(f"{name:<12} {measured.decisions:>6} decisions  {measured.percent:6.2f} %")
        for what, times in measured.missing.most_common(8):
            print(f"    {times:>6}  {what}")


if __name__ == "__main__":
    main()
