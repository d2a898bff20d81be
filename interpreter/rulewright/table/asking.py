"""Questions at the table, answered for a seat from what it may see: `look`, `score`, `odds`, `history`, `last`."""

from functools import cached_property
from typing import TYPE_CHECKING, assert_never

from attrs import define

from rulewright.machine.game import Game, Rules
from rulewright.table import accounting, happened
from rulewright.table.commands import Question
from rulewright.table.looking import Effects, effects_of, found_there, look, look_at
from rulewright.table.odds import odds
from rulewright.table.people import Names
from rulewright.table.screen import Meanwhile, unseen
from rulewright.table.sights import SeenZone, Sight, opened, sight_of
from rulewright.table.text_lines import Said, listed, named, refused
from rulewright.table.typed_line import Words, written_out
from rulewright.table.vocabulary import Subject, best_names, meant, subjects

if TYPE_CHECKING:
    from rulewright.machine.explain import Explainer
    from rulewright.searching import Thinker


@define
class Asker:
    """What is needed to answer questions about games of these rules; made when it is first asked for. `meanwhile` is
    told what takes long; `memory`: so many bytes what weighs moves may take."""

    rules: Rules
    names: Names
    words: Words
    meanwhile: Meanwhile = unseen
    memory: int | None = None

    @cached_property
    def subjects(self) -> tuple[Subject, ...]:
        """All that can be asked about."""
        return tuple(subjects(self.rules.core))

    @cached_property
    def effects(self) -> Effects:
        """What families say of their members."""
        return effects_of(self.rules)

    @cached_property
    def thinker(self) -> "Thinker":
        """What weighs moves."""
        from rulewright.searching import MEMORY, Thinker

        return Thinker(self.rules, self.memory or MEMORY)

    @cached_property
    def score_parts(self) -> "Explainer | None":
        """What scores are made up of; None where there are none."""
        from rulewright.machine.explain import of_scores

        return of_scores(self.rules)


def answer(asker: Asker, game: Game, seat: int | None, question: Question, text: str) -> Said:
    """Answer a question of a seat (None: a spectator), with the people's names."""
    typed = asker.names.typed(written_out(text.replace("'s ", " "), asker.words.shown))
    match question:
        case "score":
            found = accounting.score(asker.score_parts, game, seat)
        case "history":
            found = happened.history(game, seat, text.strip(), asker.names)
        case "look":
            found = _look(asker, _sight(game, seat), typed)
        case "odds":
            found = _odds(asker, _sight(game, seat), typed)
        case "last":
            found = _last(_sight(game, seat), typed)
        case "hint":
            found = _hint(asker, game, seat)
        case _:
            assert_never(question)
    return named(found, asker.names.text)


def _hint(asker: Asker, game: Game, seat: int | None) -> Said:
    if seat is None or seat not in game.deciders:
        return refused("There is a hint for who is to move.")
    from rulewright.machine.sample_state import eyes
    from rulewright.table.reviewing import hint

    with asker.meanwhile("Looking for a hint …") as going:
        return hint(asker.thinker, eyes(game, seat), going)


def reckoned(asker: Asker, game: Game, seat: int | None) -> Said:
    """What the scores are made up of, without the question."""
    remarks = tuple(accounting.scores(asker.score_parts, game, seat))
    return named(Said(remarks), asker.names.text)


def there(asker: Asker, game: Game, seat: int, name: str) -> str:
    """Where the pieces of a kind lie as far as this seat knows, or what lies on a place; "" of anything else."""
    sorts = {subject.sort for subject in asker.subjects if subject.name == name}
    return asker.names.text("\n".join(found_there(_sight(game, seat), name, sorts))) if sorts else ""


def _sight(game: Game, seat: int | None) -> Sight:
    return sight_of(game, seat, opened(game, seat))


def _look(asker: Asker, sight: Sight, typed: str) -> Said:
    if not typed:
        return refused("Type a name after :look: of a piece, a zone, a place, a player, an action.")
    zones = _labelled(sight, typed)
    if len(zones) == 1 and " " in typed:
        return Said(tuple(look_at(sight, zones[0], asker.words)))
    in_sight = {name for zone in sight.zones if not zone.view.box for name in zone.seen}
    found = meant(typed, asker.subjects, in_sight, "thing")
    return found if isinstance(found, Said) else Said(tuple(look(sight, found, asker.words, asker.effects)))


def _odds(asker: Asker, sight: Sight, typed: str) -> Said:
    if not typed:
        return refused("Type the name of a piece after :odds.")
    pieces = [subject for subject in asker.subjects if subject.sort == "piece"]
    found = meant(typed, pieces, (), "piece")
    if isinstance(found, Said):
        return found
    dealt = [each for each in found if _copies(sight, each) != 0]
    return odds(sight, dealt[0]) if dealt else refused(f"There is no piece {found[0].name} in this game.")


def _copies(sight: Sight, subject: Subject) -> int | None:
    component = sight.core.components[subject.at]
    return component.copies[component.kinds.index(subject.name)]


def _last(sight: Sight, typed: str) -> Said:
    if not typed:
        return refused("Type the name of a zone after :last.")
    zones = _labelled(sight, typed)
    if zones:
        return happened.last(sight, zones)
    found = meant(typed, (each for each in subjects(sight.core) if each.sort == "zone"), (), "zone")
    return found if isinstance(found, Said) else refused(f"There is no zone {listed(each.name for each in found)}.")


def _labelled(sight: Sight, typed: str) -> list[SeenZone]:
    """The zones that a typed text means: by their own name those of all owners, the seat's before the others'."""
    zones = [zone for zone in sight.zones if not zone.view.box]
    names = best_names(typed, dict.fromkeys(name for zone in zones for name in (zone.view.name, zone.label)))
    chosen = [zone for zone in zones if zone.view.name in names] or [zone for zone in zones if zone.label in names]
    if len({zone.view.name for zone in chosen}) > 1:
        return []
    mine = [zone for zone in chosen if zone.owner is not None and zone.owner == sight.seat]
    return mine or chosen
