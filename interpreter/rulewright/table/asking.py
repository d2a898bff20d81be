"""Questions at the table, answered from a seat's view and memory, and the rules: `look`, `score`, `odds` and others."""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import groupby, islice
from typing import TYPE_CHECKING, Final, assert_never

from attrs import define, field

from rulewright.machine.game import Game, Rules
from rulewright.machine.program.cell_map import State
from rulewright.machine.view import HIDDEN
from rulewright.table import looking
from rulewright.table.commands import AT_PROMPT, Question, Speech
from rulewright.table.log_lines import News, news
from rulewright.table.looking import contents, described
from rulewright.table.names_at_table import Names
from rulewright.table.odds import odds
from rulewright.table.sight import SeenZone, Sight, scores_told, sight_of
from rulewright.table.sitting import Meanwhile, unseen
from rulewright.table.text_lines import Remark, Said, answered, listed, named, number_of, refused, times
from rulewright.table.typed_line import Words, normal, typed_number
from rulewright.table.vocabulary import Subject, best_names, meant, subjects

if TYPE_CHECKING:
    from rulewright.machine.explain import Explainer
    from rulewright.searching import Thinker

USUAL: Final = 10  # so many decisions are told if no number is given


@define
class Asker:
    """What is needed to answer questions about games of these rules; made when it is first asked for. `meanwhile` is
    told what takes long; `memory`: so many bytes what weighs moves may take; `speech`: how more can be asked."""

    rules: Rules
    names: Names
    words: Words
    meanwhile: Meanwhile = unseen
    memory: int | None = None
    speech: Speech = AT_PROMPT

    @cached_property
    def subjects(self) -> tuple[Subject, ...]:
        """All that can be asked about."""
        return tuple(subjects(self.rules.core))

    @cached_property
    def thinker(self) -> "Thinker":
        """What weighs moves."""
        from rulewright.searching import MEMORY, Thinker

        return Thinker(self.rules, self.memory or MEMORY)

    @cached_property
    def score_parts(self) -> "Explainer | None":
        """What scores are made up of; None where there are none."""
        from rulewright.machine.explain import explainer

        scoring = self.rules.core.scoring
        if scoring.score is None:
            return None
        told = scoring.explanation
        return explainer(self.rules, {"terms": told.terms, "ranks": told.ranks}, scoring.span, scoring.player)


def answer(asker: Asker, game: Game, seat: int | None, question: Question, text: str) -> Said:
    """Answer a question of a seat (None: a spectator), with the people's names."""
    kinds = {normal(other): name for name, other in asker.words.shown.items()}
    typed = asker.names.typed(" ".join(kinds.get(normal(word), word) for word in text.replace("'s ", " ").split()))
    match question:
        case "score" if asker.score_parts is None:
            found = answered("There are no scores in this game. Its end says who wins.")
        case "score" if asker.rules.core.scoring.at_end and not game.over:
            found = answered("The score is reckoned at the end.")
        case "score":
            winners = game.rules.core.scoring.explanation.winners
            rule = (Remark(f"Who wins: {winners}.", style="hint"),) if winners else ()
            found = answered(*_scores(asker.score_parts, game, seat), *rule)
        case "history":
            found = _history(asker, game, seat, text.strip())
        case "look" | "odds" | "last" if not typed:
            found = refused(asker.speech.unnamed[question])
        case "look":
            found = _look(asker, sight_of(game, seat), typed)
        case "odds":
            found = _odds(asker, sight_of(game, seat), typed)
        case "last":
            found = _last(sight_of(game, seat), typed)
        case "hint" if seat is None or seat not in game.deciders:
            found = refused("There is a hint for who is to move.")
        case "hint":
            from rulewright.machine.sample_state import eyes
            from rulewright.table.hints import hint

            with asker.meanwhile("Looking for a hint …") as going:
                people, parts = asker.names.people, asker.score_parts
                found = hint(asker.thinker, eyes(game, seat), people, going, parts, asker.speech)
        case _:
            assert_never(question)
    return named(found, asker.names.text)


def reckoned(asker: Asker, game: Game, seat: int | None) -> Said:
    """What the scores are made up of, without the question."""
    return named(Said(tuple(_scores(asker.score_parts, game, seat))), asker.names.text)


def there(asker: Asker, game: Game, seat: int, name: str) -> str:
    """Where the pieces of a kind lie as far as this seat knows, or what lies on a place; "" of anything else."""
    sorts, sight, told = {each.sort for each in asker.subjects if each.name == name}, sight_of(game, seat), list[str]()
    if "piece" in sorts:
        zones = [zone for zone in sight.zones if sight.known(zone)[name]]
        told.append(f"{name} is in {listed(map(sight.whose, zones))}." if zones else f"You see {name} nowhere.")
    for zone in sight.zones if "place" in sorts else ():
        on = (piece for piece in zone.pieces if zone.view.kind == "board" and piece.place == name)
        told += (f"On {name} lies {described(sight, zone, piece)}." for piece in on)
    return asker.names.text("\n".join(told))


def _look(asker: Asker, sight: Sight, typed: str) -> Said:
    zones = _labelled(sight, typed)
    if len(zones) == 1 and " " in typed:
        head = Remark(f"{sight.whose(zones[0])}: {contents(zones[0])}", style="title")
        who = Remark(looking.audience(zones[0].declared), 1)
        return answered(head, who, *looking.known_there(sight, zones, asker.words))
    in_sight = {name for zone in sight.zones if not zone.view.box for name in zone.seen}
    found = meant(typed, asker.subjects, in_sight, "thing")
    return found if isinstance(found, Said) else Said(tuple(looking.look(sight, found, asker.words, asker.speech)))


def _odds(asker: Asker, sight: Sight, typed: str) -> Said:
    found = meant(typed, [subject for subject in asker.subjects if subject.sort == "piece"], (), "piece")
    if isinstance(found, Said):
        return found
    for subject in found:
        component = sight.core.components[subject.at]
        if component.copies[component.kinds.index(subject.name)] != 0:
            return odds(sight, subject, asker.speech)
    return refused(f"There is no piece {found[0].name} in this game.")


def _labelled(sight: Sight, typed: str) -> list[SeenZone]:
    """The zones that a typed text means: by their own name those of all owners, the seat's before the others'."""
    zones = [zone for zone in sight.zones if not zone.view.box]
    names = best_names(typed, dict.fromkeys(name for zone in zones for name in (zone.view.name, zone.label)))
    chosen = [zone for zone in zones if zone.view.name in names] or [zone for zone in zones if zone.label in names]
    if len({zone.view.name for zone in chosen}) > 1:
        return []
    return [zone for zone in chosen if zone.owner is not None and zone.owner == sight.seat] or chosen


def _scores(explained: "Explainer | None", game: Game, seat: int | None) -> Iterator[Remark]:
    """Every player's score with its parts; at the end what decides between the highest equal ones, until it does."""
    if explained is None:
        return
    names = game.rules.core.seat_names
    pairs = zip(names, scores_told(game, seat), explained.of_players("terms", game, seat), strict=True)
    common = game.rules.core.scoring.common
    for player, (name, total, parts) in enumerate(islice(pairs, 1 if common else None)):
        you = player == seat
        unknown = "not known yet" if you else "hidden from you"
        why = ", for it depends on what is hidden from you" if you else ""
        who = "All" if common else f"{name}{' (you)' if you else ''}"
        yield Remark(f"{who}: {f'{unknown}{why}' if total is None else total}", style="title")
        for part in parts:  # with the elements that it counts and what each adds; equal ones together
            numbers = [(item, adds, len([*alike])) for (item, adds), alike in groupby(part.of)]
            elements = [f"{item} {adds}" if many == 1 else f"{many} × {item} {adds}" for item, adds, many in numbers]
            of = f" ({listed(elements, most=24)})" if elements else ""
            text = re.sub(r"\bits ", "", part.text)
            yield Remark(f"{text}: {unknown if part.value is None else f'{part.value}{of}'}", 1)
    over = game.over and not common
    equal = [player for player, each in enumerate(game.scores) if each == max(game.scores)] if over else []
    for values in zip(*explained.of_players("ranks", game, seat), strict=True) if len(equal) > 1 else ():
        told = ", ".join(f"{names[player]} {values[player].value}" for player in equal)
        text = re.sub(r"\bits ", "", values[0].text)
        yield Remark(f"Equal scores, {text}: {told}", style="hint")
        if len({values[player].value for player in equal}) > 1:
            return


def _history(asker: Asker, game: Game, seat: int | None, text: str) -> Said:
    """The last decisions with all that came of them; every one, or so many."""
    if text not in ("", "all") and typed_number(text) < 0:
        return refused(asker.speech.how_many)
    earlier = 0 if text == "all" else max(0, game.decisions - int(text or USUAL))
    told = [
        turn_told(number, each)
        for number, each in enumerate(news(game, seat, asker.names, earlier and earlier + 1), earlier and earlier + 1)
    ]
    left = f"… {number_of(earlier, 'decision')} before that; {asker.speech.whole_history}."
    hints = [Remark(left, style="hint")] if earlier else []
    told = [each for each in told if each.text]
    return answered(*hints, *told) if told else answered("Nothing has happened yet.")


def turn_told(number: int, turn: News) -> Remark:
    """A decision under its number with all that came of it; nothing if nothing happened."""
    if not number:
        return Remark(f"Before the first decision: {turn.text}." if turn.text else "")
    return Remark(f"{number}. {turn.text}")


Brought = tuple[str, int | None]  # a piece, and the seat whose move brought it, if one named it


@define
class Content:
    """What lay in a zone as it was seen, in the order in which it came: pieces with who brought them, if a move named
    them. `last`: what lay there before it was last emptied; `before`: before pieces began to leave it (`leaving`)."""

    pieces: list[Brought] = field(factory=list)
    before: list[Brought] = field(factory=list)
    last: tuple[Brought, ...] = ()
    leaving: bool = False

    def leave(self, piece: str) -> None:
        """A piece leaves: that one, or one that was not seen, or any."""
        if not self.leaving:
            self.before, self.leaving = list(self.pieces), True
        if piece != HIDDEN and all(name != piece for name, _ in self.pieces):
            _learn(self.pieces, piece)
            _learn(self.before, piece)
        names = [name for name, _ in self.pieces]
        if names:
            wanted = next((name for name in (piece, HIDDEN) if name in names), names[-1])
            del self.pieces[names.index(wanted)]
        if not self.pieces:
            self.last = tuple(self.before)


def _learn(pieces: list[Brought], piece: str) -> None:
    """One that was not seen is this one."""
    at = next((at for at, (name, _) in enumerate(pieces) if name == HIDDEN), None)
    if at is not None:
        pieces[at] = (piece, pieces[at][1])


def content(game: Game, seat: int | None, label: str) -> Content:
    """What a seat saw come to a zone and leave it; in a whole game all begins in the box."""
    found, mover, named_pieces = Content(), None, tuple[str | int, ...]()
    if game.base is not game.rules.program.initial:
        begun = sight_of(game.rules.resume(State(game.base, game.rules.program)), seat)
        zone = next(zone for zone in begun.zones if zone.label == label)
        found.pieces = [(name, None) for name in (*zone.seen.elements(), *([HIDDEN] * zone.unseen))]
    for event in game.information(seat):
        piece, zones = event.piece or HIDDEN, [zone for zone, _ in event.places]
        if event.what == "move":
            mover, named_pieces, found.leaving = event.seat, event.items, False
        elif event.what == "moved" and zones[0] != zones[1]:
            if zones[0] == label:
                found.leave(piece)
            if zones[1] == label:
                found.pieces.append((piece, mover if event.piece in named_pieces else None))
                found.leaving = False
        elif event.what == "passed":  # whole zones change places: what lay here goes, what lay elsewhere comes
            if label in zones[::2]:
                found.last, found.pieces = tuple(found.pieces), []
            for to, items in zip(zones[1::2], event.items, strict=True):
                if to == label:
                    found.pieces, found.leaving = [(piece, None) for piece in str(items).split()], False
        elif event.what in ("shown", "flipped") and label in zones:
            if all(name != piece for name, _ in found.pieces):
                _learn(found.pieces, piece)
        elif event.what == "changed" and label in zones:
            found.pieces = [(str(event.items[0]), by) if name == piece else (name, by) for name, by in found.pieces]
    return found


def _last(sight: Sight, typed: str) -> Said:
    """What lay in each of the zones that are meant before it was emptied."""
    told, names = list[str](), sight.core.seat_names
    for zone in _labelled(sight, typed):
        found, whose = content(sight.game, sight.seat, zone.label), sight.whose(zone)
        if found.last:
            seen = [name if who is None else f"{name} ({names[who]})" for name, who in found.last if name != HIDDEN]
            pieces = times(seen, len(found.last) - len(seen))
            told.append(f"Last in {whose}, before it was emptied: {pieces}.")
        elif zone.view.size or found.pieces:
            begun = f"{whose[:1].upper() + whose[1:]} has not been emptied yet"
            told.append(f"{begun}. There lies now: {contents(zone)}.")
        else:
            told.append(f"Nothing has lain in {whose} yet.")
    if told:
        return answered(*told)
    meaning = meant(typed, (each for each in subjects(sight.core) if each.sort == "zone"), (), "zone")
    if isinstance(meaning, Said):
        return meaning
    return refused(f"There is no zone {listed(each.name for each in meaning)}.")
