"""One example in play: a machine that is given moves and outcomes, and asked what holds.

In: a core that begins at the position, and the scene. What goes wrong is a `Stumble` with its place and words.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from attrs import evolve

from rulewright.analysis.example_parts import WON, conditions_of, probed, unfinished, values_given
from rulewright.language import core, example_core
from rulewright.language.diagnostics import Complaint, Diagnostic
from rulewright.language.elaborate.examples import enter
from rulewright.language.messages import flow as words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import TEAM, SetT, lowest
from rulewright.language.walking import walk
from rulewright.language.wording import listed, written
from rulewright.machine.chance import ChanceError, ChanceEvent, Given, Outcome, Scripted
from rulewright.machine.game import Game, Rules
from rulewright.machine.interpret import Machine, RulesFault
from rulewright.machine.lower import lower
from rulewright.machine.move_names import Move, UnclearMove
from rulewright.machine.program.cell_map import first_cell, single, unordered
from rulewright.machine.program.nodes import Program

MOST_FORCED: Final = 1_000
TOO_EARLY: Final = "Give what it needs under `given:`, or let the example begin {}at a phase that comes later."
LIES_STILL: Final = " What setup has laid lies there still, unless a line says what that place holds now."
IN_ANY_ORDER_SINCE: Final = 2
OF_MOVES: Final = example_core.CanMove | example_core.CanOnly | example_core.HasMoves | example_core.Decides
OF_PLAY: Final = example_core.CanMove | example_core.HasMoves | example_core.Decides | example_core.IsOver

Piece = tuple[int, tuple[int, ...] | None]
"""A kind, and face down the seats of its mark."""


class Stumble(Exception):  # noqa: N818 - the example's mistake, not ours
    """Where and how an example goes wrong; `asked`: the place of what does not hold; `moves`: it tells of moves."""

    def __init__(
        self, why: str, span: Span, says: Complaint = words.fails, *, asked: Span = NOWHERE, moves: bool = False
    ) -> None:
        super().__init__(why)
        self.span = span
        self.says = says
        self.asked = asked
        self.moves = moves

    def told(self, title: str, so: str = "", more: str = "") -> Diagnostic:
        """The finding, with what is so there, and what else is to be said, unless that has been said already."""
        why = f"{str(self).removesuffix('.')}{so}.{'' if str(self).endswith(more.strip()) else more}"
        return self.says(self.span, title=title, why=why, also=NOWHERE if self.asked == self.span else self.asked)


def laid_out(base: core.Core, example: example_core.Scene) -> tuple[core.Statement, ...]:
    """The sentences that lay out the position of an example."""
    return (*base.setup, *example.givens) if example.as_set_up else example.givens


def seated(base: core.Core, example: example_core.Scene) -> core.Core:
    """The rules as a game that begins where the example does, with its players."""
    givens = laid_out(base, example)
    entered: core.Core | None = evolve(base, setup=givens, play=())
    if example.entry is not None:
        entered, chains = enter(base, example.entry, givens)
        if entered is None and chains:
            why = f"the game comes there in {chains} ways. Say by which phase: at … in …"
            raise Stumble(why, example.entry.span, words.impossible)
    if entered is None:
        why = "nothing but an action leads there. Begin at the phase before it, and let the action be played."
        raise Stumble(why, example.entry.span if example.entry else example.span, words.impossible)
    return evolve(entered, seat_names=example.seats, values={**entered.values, "player": example.seats})


class Play:
    """The game of one example; chance answers what the present `when` lists."""

    def __init__(
        self,
        entered: core.Core,
        example: example_core.Scene,
        text: str,
        prepare: Callable[[Rules], Rules] | None = None,
        program: Program | None = None,
    ) -> None:
        """Lower the core with the example's conditions as invariants, unless given; `prepare` gets its rules first."""
        self.entered, self.example = entered, example
        conditions = conditions_of(example)
        self.own = len(entered.invariants)
        self.givens = values_given(entered, example)
        self.core = probed(entered, example)
        self.probes = {id(check): self.own + number for number, check in enumerate(conditions)}
        rules = Rules(self.core, program or lower(self.core), text, example.title, "")
        self.rules = rules if prepare is None else prepare(rules)
        self.program = self.rules.program
        self.naming = self.rules.naming
        self.script = Scripted(())
        self.unkept = set[Span]()  # the invariants `in play` that did not hold in the position given, nor since
        self.come_to = 0  # so many of the listed moves were come to
        self.changed: list[example_core.Condition] = []  # the values given that were others before anybody was asked
        self.begun_action = ""  # what the latest move does
        self.game: Game
        self.begun = False  # whether there is a game

    @property
    def machine(self) -> Machine:
        """The machine, standing where the game stands."""
        machine = self.game.entered()
        if self.example.entry is None:
            machine.memory[self.program.ended] = 0  # nothing is played here, so nothing has ended
        return machine

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over and self.example.entry is not None

    def outcome(self, event: ChanceEvent) -> Outcome | None:
        """What the present `when` lists for a chance event."""
        return self.script.outcome(event)

    def go_to_first_stop(self) -> None:
        """Lay out the position and go on to the first stop; the invariants hold there, if it is no chance event."""
        span = self.example.entry.span if self.example.entry else self.example.span
        try:
            self.game, self.begun = self.rules.start(chance=self), True
        except RulesFault as fault:
            if inside(fault.span, self.example.span):
                lies = LIES_STILL * self.example.as_set_up
                raise Stumble(
                    f"the position cannot be: {self.told(fault)}{lies}", fault.span, words.impossible
                ) from fault
            entry = self.rules.quote(span)
            began = f"`{entry}` begins with what is done before anybody is asked, and that goes wrong"
            why = f"{began}: {self.told(fault)} {TOO_EARLY.format('' if entry == 'at setup' else '`at setup`, or ')}"
            raise Stumble(why, span, words.impossible) from fault
        after = self.program.invariants[self.own + len(self.probes) :]
        self.changed = [
            given for given, asked in zip(self.givens, after, strict=True) if not self.machine.call(asked.function)
        ]
        played = self.example.entry is not None and self.example.entry.at_setup and not self.example.givens
        says = words.breaks if played else words.position_breaks
        self.reached("the position", self.example.span, says, laid=bool(self.example.givens))

    def told(self, trouble: ChanceError | RulesFault) -> str:
        """What went wrong, and where in the rules, if it is not in the example itself."""
        if not isinstance(trouble, RulesFault) or inside(trouble.span, self.example.span):
            return str(trouble)
        rule = f'Line {self.rules.line(trouble.span)}: "{self.rules.quote(trouble.span)}".'
        return " ".join([trouble.message, rule, *self.rules.tried(trouble)])

    def reached(self, subject: str, span: Span, says: Complaint = words.breaks, *, laid: bool = False) -> None:
        """See that at a decision or the end all invariants hold, in a position `laid` out those it is held to."""
        if self.game.waiting is not None:
            return
        for invariant, meant in zip(self.program.invariants[: self.own], self.core.invariants, strict=False):
            excused = laid and meant.in_play
            try:
                holds = self.machine.call(invariant.function)
            except RulesFault as fault:
                if excused:
                    continue
                why = f'the {invariant.sort} "{invariant.title}" cannot be asked: {self.told(fault)}'
                raise Stumble(why, span, words.impossible) from fault
            if holds:
                self.unkept.discard(invariant.span)
            elif excused:
                self.unkept.add(invariant.span)
            else:
                says = words.still_breaks if invariant.span in self.unkept else says
                line = self.rules.line(invariant.span)
                inner = unfinished(self.rules, self.machine.stopped_at, self.begun_action)
                where = f", where {inner}" if inner else ""
                why = f'{subject} breaks the {invariant.sort} "{invariant.title}" (line {line}){where}.'
                raise Stumble(why, span, says, asked=invariant.span)

    def carry_out(self, events: Sequence[example_core.Event]) -> None:
        """The events of a `when`: moves in order, outcomes as they, or forced moves after them, ask for them."""
        gives = [event for event in events if isinstance(event, example_core.Gives)]
        items = [tuple(item for item, number in each.items for _ in range(number)) for each in gives]
        pairs = zip(gives, items, strict=True)
        self.script = Scripted([Given(each.label, given, each.rest, each.zone) for each, given in pairs])
        waiting = self.game.waiting
        if waiting is not None:  # since an earlier part
            span = gives[0].span if gives else self.example.span
            try:
                outcome = self.script.outcome(waiting)
                if outcome is not None:
                    self.game.give(outcome)
            except (ChanceError, RulesFault) as trouble:
                raise Stumble(f"{self.told(trouble)}.".replace("..", "."), span) from trouble
            self.reached(f'after the outcome of "{waiting.label}" the position', span)
        for event in events:
            if isinstance(event, example_core.Plays):  # decisions with a single move are made silently before it
                seat, listed_move, made = event.seat, event.move, self.game.decisions
                refusal = None if self.meant(seat, listed_move, event.span) else self.refusal(seat, listed_move)
                if not self.force(partial(self.meant, seat, listed_move, event.span), event.span):
                    if self.game.decisions > made:
                        self.game.undo(self.game.decisions - made)
                    raise Stumble(refusal or self.refusal(seat, listed_move), event.span, moves=True)
                self.come_to += 1
                self.choose(seat, self.meant(seat, listed_move, event.span) or listed_move, event.span)
        if gives and not self.force(lambda: not self.script.left, gives[-1].span):
            left = self.script.left[0]
            over = sum((each.label, each.zone) == (left.label, left.zone) for each in self.script.left)
            span = [event.span for event in gives if (event.label, event.zone) == (left.label, left.zone)][-over]
            name = left.zone or left.label
            piles = {zone.name for zone in self.core.zones if zone.kind == "pile"}
            pile = f" What lies on top of it is given: {name} holds \u2026, rest." if name in piles else ""
            raise Stumble(f'chance never asks for "{name}" here, so its outcome is left over.{pile}', span)
        self.script = Scripted(())

    def force(self, until: Callable[[], object], span: Span) -> bool:
        """Make the only move of the only decider until something is so, as long as there is just one; whether it is."""
        for _ in range(MOST_FORCED):
            if until():
                return True
            choices = [(seat, move) for seat in self.game.deciders for move in self.game.moves(seat)]
            if len(choices) != 1:
                break
            self.choose(*choices[0], span)
        return False

    def meant(self, seat: int, move: Move, span: Span) -> Move | None:
        """The legal move that is written like this: a kind may be called by a number, and what is picked at once stands
        in any order; not in older texts, whose examples may say that it cannot be done so."""
        if self.game.rules.language < IN_ANY_ORDER_SINCE:
            return next((one for one in self.game.choices(seat) if said(one) == said(move)), None)
        try:
            return self.game.meant(seat, said(move).split())
        except UnclearMove as unclear:
            raise Stumble(f"{unclear}.", span) from unclear

    def choose(self, seat: int, move: Move, span: Span) -> None:
        """Make a legal move and go on."""
        try:
            self.game.play(seat, move)
        except (ChanceError, RulesFault) as trouble:
            raise Stumble(f"after {said(move)}: {self.told(trouble)}", span) from trouble
        self.begun_action = str(move[0])
        self.reached(f"after {said(move)} the position", span)

    def refusal(self, seat: int, move: Move) -> str:
        """Why a listed move cannot be made."""
        found = self.game.why(seat, move)
        line = f" (line {found.line})" if found and found.line else ""
        reason = f"{found.reason.removesuffix('.')}{line}." if found else "it is legal."
        return f"{self.example.seats[seat]} cannot {said(move)}: {reason}"

    def compare(self, check: example_core.Check) -> None:
        """Compare one expectation; a `Stumble` says what is so instead."""
        event = self.game.waiting
        try:
            if event is not None and isinstance(check, OF_MOVES):  # nobody can move before chance has answered
                whose = event.zone if event.zone.endswith(f"'s {event.label}") else written(event.label)
                wait = f'play waits for the {event.kind} "{event.label}". Say under `when:` what it gives'
                wrong: str | None = f"{wait}: {whose} gives …"
            else:
                wrong = self.difference(check)
        except RulesFault as fault:
            raise Stumble(f"this cannot be asked: {self.told(fault)}", check.span) from fault
        if wrong is not None:
            probe = self.probes.get(id(check))
            asked = NOWHERE if probe is None else check.span
            raise Stumble(wrong, check.span, asked=asked, moves=isinstance(check, OF_PLAY))

    def difference(self, check: example_core.Check) -> str | None:
        """What is not as expected, None where all is."""
        seats, game = self.example.seats, self.game
        match check:
            case example_core.Condition():
                if check.condition != self.core.invariants[self.probes[id(check)]].condition:
                    # it asks who has won, or would win now
                    cells = next(slot for slot in self.program.slots if slot.name == WON)
                    by_team = self.core.variables[-1].type == SetT(TEAM)
                    won = {self.core.teams[each] if by_team else each for each in game.winners}
                    for place in range(cells.length):
                        self.machine.memory[cells.offset + place] = place in won
                holds = self.machine.call(self.program.invariants[self.probes[id(check)]].function)
                return None if holds else "this does not hold."
            case example_core.HoldsExactly():
                return self.held(check)
            case example_core.HoldsBoard():
                return self.pictured(check)
            case example_core.CanMove(seat, move):
                return None if self.meant(seat, move, check.span) is not None else self.refusal(seat, move)
            case example_core.CannotMove(seat, move):
                found = game.why(seat, move)
                if found is None or self.meant(seat, move, check.span) is not None:
                    return f"{seats[seat]} can {said(move)}."
                if check.because is None or found.reason == check.because:
                    return None
                return f"{seats[seat]} cannot {said(move)}, but for another reason: {found.reason}"
            case example_core.Decides(seat) | example_core.CanOnly(seat) if seat not in game.deciders:
                return f"{' and '.join(seats[each] for each in game.deciders) or 'nobody'} decides."
            case example_core.CanOnly(seat):
                moves = set(map(said, game.moves(seat)))
                meant = (move if said(move) in moves else self.meant(seat, move, check.span) for move in check.moves)
                wanted = {said(found or move) for found, move in zip(meant, check.moves, strict=True)}
                if more := moves - wanted:
                    return f"{seats[seat]} can also {listed(sorted(more))}."
                less = wanted - moves
                return f"{seats[seat]} cannot {listed(sorted(less))}." if less else None
            case example_core.HasMoves(seat):
                number = len(game.moves(seat))
                moves_ = f"{number} move{'s' * (number != 1)}"
                return None if number == check.number else f"{seats[seat]} has {moves_}."
            case example_core.Decides():
                return None
            case example_core.Sees():
                return self.sees(check)
            case example_core.Wins(seat):
                wins = seat in game.winners
                others = " and ".join(seats[each] for each in game.winners) or "nobody"
                but = "wins" if wins else f"does not win, but {others}"
                return None if wins != check.negated else f"{seats[seat]} {but}."
            case example_core.IsOver():
                so = "the game is over." if self.over else "the game is not over."
                return so if self.over == check.negated else None

    def lying(self, where: example_core.PlaceOf) -> tuple[int, list[tuple[int, Piece]]]:
        """The number of an instance, and the cells and pieces there, topmost or leftmost first."""
        layout, zone, instance = self.program.zones[where.zone], self.core.zones[where.zone], 0
        for owner, type_, extent in zip(where.owners, zone.owners, layout.extents, strict=True):
            instance = instance * extent + owner - lowest(type_)
        found = self.machine.zones.pieces(where.zone, instance)
        if where.place is not None:
            found = [one for one in found if one[1] == first_cell(layout, instance) + where.place - zone.low]
        there = list[tuple[int, Piece]]()
        for kind, loc in found[::-1] if layout.kind == "pile" and where.place is None else found:
            mark = self.machine.zones.mark(loc)
            seats = range(0 if mark is None else self.program.players)
            there.append((loc, (kind, None if mark is None else tuple(seat for seat in seats if mark >> seat & 1))))
        return instance, there

    def piece(self, where: example_core.PlaceOf, piece: Piece) -> str:
        """A piece of the zone in words."""
        name = self.core.components[self.core.zones[where.zone].component].kinds[piece[0]]
        return name if piece[1] is None else f"{name}?"

    def held(self, check: example_core.HoldsExactly) -> str | None:
        """A zone's pieces against a list."""
        instance, pieces = self.lying(check.where)
        there, name = [piece for _, piece in pieces], self.naming.zone(check.where.zone, instance)
        listed = [(wanted_piece(one), one.number) for one in check.items]
        as_many = len(there) == sum(times for _, times in listed)
        wanted = [piece for piece, times in listed for _ in range(times)] if as_many else None
        alike: Callable[..., object] = Counter if unordered(self.program.zones[check.where.zone]) else list
        if wanted is not None and alike(there) == alike(wanted):
            owners = [self.machine.zones.owner(loc) for loc, _ in pieces]
            by = [one.by for one in check.items for _ in range(one.number)]
            for piece, owner, said_owner in zip(there, owners, by, strict=True):
                if said_owner not in (None, owner):
                    who = "nobody" if owner is None else self.example.seats[owner]
                    return f"{self.piece(check.where, piece)} in {name} was put there by {who}."
            return None
        names = ", ".join(self.piece(check.where, piece) for piece in there)
        asked, hint = Counter[Piece](), ""
        for piece, times in listed:
            asked[piece] += times
        if asked and not as_many and asked <= Counter(there):
            one = f"{self.piece(check.where, listed[0][0])} is in {name}"
            hint = f" `holds` names all of them; to ask for one write: {one}."
        return f"{name} holds {names or 'nothing'}.{hint}"

    def pictured(self, check: example_core.HoldsBoard) -> str | None:
        """A board against a picture; the first place that differs is told."""
        instance, pieces = self.lying(check.where)
        begin, there = first_cell(self.program.zones[check.where.zone], instance), dict(pieces)
        for place, wanted in enumerate(check.cells):
            found = there.get(begin + place)
            if found != (None if wanted is None else wanted_piece(wanted)):
                what = "nothing" if found is None else self.piece(check.where, found)
                return f"on {self.naming.place(check.where.zone, place)} lies {what}."
        return None

    def sees(self, check: example_core.Sees) -> str | None:
        """Whether a seat sees everything there."""
        instance, pieces = self.lying(check.where)
        layout = self.program.zones[check.where.zone]
        locs = [loc for loc, _ in pieces] or ([] if single(layout) else [first_cell(layout, instance)])
        visible = all(self.machine.zones.seen_by(loc) >> check.seat & 1 for loc in locs)
        if visible != check.negated:
            return None
        zone = self.naming.zone(check.where.zone, instance)
        return f"{self.example.seats[check.seat]} {'can' if visible else 'cannot'} see {zone}."

    def offered(self) -> str:
        """Who decides, and what can be done there, or that the game is over, in sentences behind another."""
        if self.example.entry is None:
            return " Nothing is played here: no line says where the game stands, such as: at play."
        told = ""
        for seat in self.game.deciders:
            told += f" {self.example.seats[seat]} can: {listed(map(said, self.game.moves(seat))) or 'nothing'}."
        if told or not self.over:
            return told
        at_once = not self.game.decisions
        return " The game is over." + " It was, before anybody was asked: what is not given is empty." * at_once

    def overwritten(self, stumble: Stumble) -> str:
        """Which values were given in vain, of those that matter here, in sentences behind another."""
        asked = next((each.condition for each in self.core.invariants if each.span == stumble.asked), None)
        read = {node.variable for node in walk(asked) if isinstance(node, core.VarRef)}
        of_moves = any(
            isinstance(each, OF_MOVES | example_core.CannotMove) and each.span == stumble.span
            for each in self.example.parts
        )
        told = ""
        for given in self.changed:
            variable = next(node.variable for node in walk(given.condition) if isinstance(node, core.VarRef))
            if stumble.moves or of_moves or variable in read:
                lines = {
                    self.rules.line(each.span)
                    for each in walk((self.core.play, self.core.procedures))
                    if isinstance(each, core.Assign | core.AssignAll | core.AddTo) and each.var.variable == variable
                }
                what = f"line {lines.pop()} changes it" if len(lines) == 1 else "it is changed"
                told += f" `{self.rules.quote(given.span)}` is given, but {what} before anybody is asked."
        return told


def wanted_piece(wanted: example_core.Lying) -> Piece:
    """A piece that is asked for, with its mark as the machine keeps it."""
    return wanted.kind, None if wanted.viewers is None else tuple(sorted(wanted.viewers))


def said(move: Move) -> str:
    """A move as it is typed."""
    return " ".join(str(word) for word in move)


def inside(span: Span, outer: Span) -> bool:
    """Whether a place lies within another."""
    return outer.start <= span.start and span.end <= outer.end
