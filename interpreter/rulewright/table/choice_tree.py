"""What a seat can choose as a tree of words: after each word what can follow, and what on the table it means.

Law: the paths to a word that `ends` are the legal moves, each once. A tree is told as deep as it has no more words than
`MAX_WORDS_TOLD`; who wants the rest asks for what follows some words.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve

from rulewright.language.core_queries import members_of
from rulewright.machine.chance import Item
from rulewright.machine.game import Game, Rules
from rulewright.machine.information import place_of
from rulewright.machine.interpret import Deciding
from rulewright.machine.program.moves import ENDS, as_written, picks_of
from rulewright.machine.program.nodes import Pick
from rulewright.table.message_parts import Choice, Where
from rulewright.table.names_at_table import Names
from rulewright.table.vocabulary import picked, sort_of

MAX_WORDS_TOLD: Final = 4_000
ACTION: Final = "action"
"""The type of the first word of a move."""
Path = Sequence[Choice]
PickTypes = Mapping[tuple[str, str], str]
"""What sort of thing an action picks by this name."""


def pick_types(rules: Rules) -> PickTypes:
    """What sort of thing each pick of each action is."""
    found = dict[tuple[str, str], str]()
    for action in rules.core.actions:
        for member in members_of(action) or (None,):
            header = (*action.header, *(member.header if member else ()))
            found.update({(action.name, local.name): sort_of(local.type) for local, _ in picked(rules.core, header)})
    return found


def choices(
    game: Game, seat: int, names: Names, types: PickTypes, begun: Sequence[Item] = (), most: int = MAX_WORDS_TOLD
) -> tuple[Choice, ...]:
    """What can follow some words for a seat; nothing where it is not asked, or no move begins so."""
    paths = [path for path in _paths(game, seat, names, types) if [one.word for one in path[: len(begun)]] == [*begun]]
    deepest, level, told = max(map(len, paths), default=0), len(begun), 0
    while level < deepest:
        told += len({tuple(one.word for one in path[: level + 1]) for path in paths if len(path) > level})
        if level > len(begun) and told > most:
            break
        level += 1
    return _following(paths, len(begun), level)


def _following(paths: Sequence[Path], at: int, depth: int) -> tuple[Choice, ...]:
    """The words behind the first ones, which are the same in all paths, down to a depth."""
    groups: dict[Item, list[Path]] = {}
    for path in paths:
        if len(path) > at:
            groups.setdefault(path[at].word, []).append(path)
    found = list[Choice]()
    for some in groups.values():
        further = [path for path in some if len(path) > at + 1]
        choice = evolve(some[0][at], ends=len(further) < len(some))
        if at + 1 < depth:
            choice = evolve(choice, next=_following(further, at + 1, depth))
        else:
            choice = evolve(choice, more=len(further))
        found.append(choice)
    return tuple(found)


def _paths(game: Game, seat: int, names: Names, types: PickTypes) -> Iterator[Path]:
    """Each legal move as its words, with what each of them means."""
    stop, program, machine = game.entered().stop, game.rules.program, game.rules.machine
    if seat not in game.deciders or not isinstance(stop, Deciding):
        return
    made = dict[tuple[Item, str, str, int], Choice]()

    def word(item: Item, action: str, pick: Pick, loc: int) -> Choice:
        key = item, action, pick.name, loc
        if key not in made:
            means = Where(*place_of(game.rules.naming, machine.zones.spot(loc))) if loc >= 0 else None
            free = pick.several is not None and not pick.several.ordered
            type_ = "" if item == ENDS else types.get((action, pick.name), "")
            made[key] = Choice(names.out((item,))[0], pick.name, type_, means, free)
        return made[key]

    for move, choice in game.choices(seat).items():
        action, items = str(move[0]), iter(move[1:])
        path = [Choice(names.out((action,))[0], type=ACTION)]
        for pick, places in as_written(picks_of(program, stop.site, choice), choice.picks):
            piece = pick.argument.kind == "piece"
            locs = (choice.picks[at + 1] if piece and at is not None else -1 for at in places)
            path += [word(next(items), action, pick, loc) for loc in locs]
        yield path
