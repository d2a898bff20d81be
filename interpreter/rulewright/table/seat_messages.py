"""From a game at the table to messages for a seat: how the table stands, what happened, how it ended.

They say what the terminal shows, from the same views and lines of the log, with the people's names.
"""

from collections.abc import Iterator

from rulewright.language.types import CountsT, MemoryT
from rulewright.machine.game import Game
from rulewright.machine.information import Seen, seen_events
from rulewright.machine.view import PieceView, VariableView, declared_variables
from rulewright.table.log_lines import events_of_decisions
from rulewright.table.message_parts import At, Decided, EventSeen, Field, Item, Piece, Value, Where, Zone
from rulewright.table.messages import EndedMessage, SceneMessage
from rulewright.table.names_at_table import Names
from rulewright.table.real_game import Seated
from rulewright.table.sight import SeenZone, Sight, scores_told, sight_of
from rulewright.table.zones_to_items import owned_by


def scene_message(game: Game, seat: int | None, names: Names, at: At) -> SceneMessage:
    """The table as a seat (None: a spectator) sees it."""
    sight = sight_of(game, seat)
    return SceneMessage(
        at,
        tuple(map(names.text, sight.view.phases)),
        scores_told(game, seat),
        game.deciders,
        tuple(_zone(sight, zone, names) for zone in sight.zones if not zone.view.box),
        tuple(_fields(sight, names)),
        game.over,
    )


def _out(names: Names, item: Item) -> Item:
    return names.out((item,))[0]


def _zone(sight: Sight, zone: SeenZone, names: Names) -> Zone:
    view = zone.view
    owner, of = owned_by(sight.core, zone.declared.owners, view.owners)
    pieces = None if view.pieces is None else tuple(_piece(piece, names) for piece in view.pieces)
    label = names.text(sight.whose(zone))
    return Zone(zone.label, view.name, label, view.size, pieces, owner, tuple(map(names.text, of)))


def _piece(piece: PieceView, names: Names) -> Piece:
    notes = {name: _out(names, value) for name, value in piece.notes}
    kind, viewers = str(_out(names, piece.name)), piece.viewers or ()
    return Piece(kind, piece.copies, piece.place or "", piece.face_down, viewers, piece.owner, notes)


def _fields(sight: Sight, names: Names) -> Iterator[Field]:
    core = sight.core
    for declared, found in zip(declared_variables(core), sight.view.variables, strict=True):
        if declared not in sight.game.rules.idle_fields and not isinstance(declared.type, MemoryT):
            owner, of = owned_by(core, declared.owners, found.owners)
            value = _value(found, names, counts=isinstance(declared.type, CountsT))
            yield Field(found.name, value, owner, tuple(map(names.text, of)))


def _value(found: VariableView, names: Names, *, counts: bool) -> Value | None:
    """The value of a field; that of counts by what is counted."""
    value = found.value
    if not isinstance(value, tuple):
        return value if value is None else _out(names, value)
    if counts:
        return {str(_out(names, part[0])): part[1] for part in value if isinstance(part, tuple)}
    return tuple(_out(names, part) for part in value if not isinstance(part, tuple))


def decided(game: Seated, seat: int | None, first: int) -> Iterator[Decided]:
    """The decisions from a number on as a seat saw them, with what came of them; 0: with what came before."""
    rules, names = game.game.rules, game.names
    both = zip(events_of_decisions(game.game, first), game.news_from(seat, first), strict=True)
    for number, (events, news) in enumerate(both, first):
        seen = seen_events(rules, seat, events)
        move = next((each for each in seen if each.what == "move"), None)
        came = tuple(phrase.text for phrase in news.came)
        told = tuple(_event(each, names) for each in seen if each.what != "move")
        yield Decided(number, news.text, None if move is None else move.seat, news.move, came, told)


def _event(seen: Seen, names: Names) -> EventSeen:
    piece = "" if seen.piece is None else str(_out(names, seen.piece))
    name = "" if seen.name is None else names.text(seen.name)
    places = tuple(Where(*place) for place in seen.places)
    return EventSeen(seen.what, piece, places, name, tuple(_out(names, item) for item in seen.items))


def ended_message(game: Seated, seat: int | None, at: At, *, undo: bool) -> EndedMessage:
    """How the game ended."""
    last, rule = game.decided_by(seat)
    text = f"The game is over.{game.ending(game.names.people)}"
    parts = game.reckoning(seat).remarks
    scores = () if game.game.rules.program.score is None else game.game.scores
    return EndedMessage(at, game.game.winners, scores, text, parts, last, rule, undo)
