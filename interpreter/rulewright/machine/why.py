"""Why a move is not legal: replays the header with the arguments and stops at the first refusal.

It answers for a seat's decision now. It quotes only what the seat sees: the candidates of a pick are named as the seat
may name them, so a hidden piece is answered for exactly as one that is elsewhere.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, takewhile
from operator import ne
from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

from rulewright.language.core import MOST_PICKED, Action, Procedure
from rulewright.language.span import Span
from rulewright.language.suggest import closest, unlikeness
from rulewright.language.wording import joined
from rulewright.machine.chance import Item
from rulewright.machine.interpret import Deciding, Machine, RulesFault
from rulewright.machine.interpret.offers import can_be_met, meets
from rulewright.machine.move_names import Move, Naming
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.moves import ENDS, Candidate, copies, join

if TYPE_CHECKING:
    from rulewright.machine.game import Game, Rules

MOST_NAMED, MAX_LISTED_REASONS = 12, 5
Reason = Literal["not-asked", "unknown", "not-offered", "used", "owed", "arguments", "not-in-pick", "guard", "must"]


@frozen
class Refusal:
    """Why not: the reason in the rules' words, its line (None: no rule says so), and what there is. `rule`: the
    sentence that says so; `about`: what cannot be picked, if it matters where it or what there lies."""

    kind: Reason
    reason: str
    line: int | None = None
    details: tuple[str, ...] = field(default=())
    rule: str = ""
    about: str = ""

    def __str__(self) -> str:
        """For who reads the rules: the reason with its line, the rule, then the details, each on a line."""
        where = "" if self.line is None else f" (line {self.line})"
        return "\n".join([f"{self.reason}{where}", *([f"The rule: {self.rule}"] if self.rule else []), *self.details])

    def at_table(self, named: Callable[[str], str]) -> str:
        """For who plays: as above, the line only where its sentence stands, for who looks it up; `named` puts other
        names into what no author wrote."""
        rule = f"The rule: {self.rule} (rules, line {self.line})"
        reason = self.reason if self.kind in ("guard", "must") else named(self.reason)
        return "\n".join([reason, *([rule] if self.rule else []), *map(named, self.details)])


def refusal(game: "Game", seat: int, move: Move) -> Refusal | None:
    """The first refusal of a move of a seat, None if it is legal."""
    if move in game.choices(seat):
        return None
    if game.over:
        return Refusal("not-asked", "The game is over.")
    if game.waiting is not None:
        return Refusal("not-asked", f'Chance comes first: "{game.waiting.label}".')
    if seat not in game.deciders:
        seats = game.rules.core.seat_names
        names = _listed([seats[decider] for decider in game.deciders])
        return Refusal("not-asked", f"It is not {seats[seat]} who decides now, but {names}.")
    if not move:
        return Refusal("arguments", "A move begins with the name of an action.")
    return _Replay(game, seat, move).why()


@frozen
class Candidates:
    """What there is to pick from, and how each is written for the seat."""

    pick: ir.Pick
    found: Sequence[Candidate]
    names: Sequence[Item]

    def one(self, name: Item) -> Candidate:
        """The candidate of this name."""
        return self.found[self.names.index(name)]


class _Replay:
    """One header with the words of one move, at the decision where the game stands. `left`: the words that are still to
    be taken, `taken`: those so far; `decided`: of a family it is known which member is meant; `further`: one of several
    moves that all begin like none that is legal, and only its own reason is wanted; `mixed`: the picks behind which the
    sign is missing that ends them."""

    def __init__(self, game: "Game", seat: int, words: Sequence[Item], *, further: bool = False) -> None:
        self.game, self.seat, self.further = game, seat, further
        self.rules: Rules = game.rules
        self.machine: Machine = game.entered()
        self.naming: Naming = game.rules.naming
        self.name, self.left, self.taken = str(words[0]), list(words[1:]), [words[0]]
        self.member, self.decided, self.mixed = 0, False, list[ir.Pick]()
        self.action: ir.ActionCode
        self.offer: ir.OfferCode
        self.limit: ir.LimitCode | None

    @property
    def variant(self) -> ir.Variant:
        """What is known to be meant; all variants begin alike."""
        return self.action.variants[self.member]

    def why(self) -> Refusal:
        stop, machine, actions = self.machine.stop, self.machine, self.rules.program.actions
        assert isinstance(stop, Deciding)
        site = self.rules.program.sites[stop.site]
        found = next((at for at, offer in enumerate(site.offers) if actions[offer.action].name == self.name), None)
        if found is None:
            offered = list(dict.fromkeys(str(move[0]) for move in self.game.moves(self.seat)))
            here = f"Offered here: {_listed(offered)}."
            known = {action.name: action.span for action in actions}
            if self.name in known:
                phase = "".join(f', in "{title}"' for title in self.game.view(self.seat).phases[-1:])
                line = self.rules.line(site.span)
                return Refusal(
                    "not-offered", f"{self.name} is not offered here{phase}.", line, (here, *self._elsewhere())
                )
            like = closest(self.name, offered) or closest(self.name, known)
            guess = f" Did you mean {like}?" if like else ""
            return Refusal("unknown", f'There is no action "{self.name}".{guess}', None, (here,))
        self.offer = site.offers[found]
        self.action = actions[self.offer.action]
        owed = machine.owed(stop.site, self.offer)
        if owed is not None:
            wait = f"{self.name} must wait: {actions[owed.action].name} has not been used yet."
            return self._by("owed", wait, self._whole_line(owed.span))
        self.limit = machine.limit(self.offer)
        if self.limit is not None and self.limit.members == 1 and (used := self._used_up()):
            return used
        machine.prepare(stop.site, found, self.seat)
        tested = picked = 0
        refused = next((self._refused(guard) for guard in self.offer.guards if not meets(self.machine, guard)), None)
        while refused is None:
            if tested < len(self.variant.guards) and self.variant.guards[tested].behind == picked:
                refused = self._guard(tested)
                tested += 1
            elif picked < len(self.variant.picks):
                refused = self._picked(self.variant.picks[picked])
                picked += 1
            else:
                reason = f"{self.name} takes its words in the order of what there is to pick from."
                if self.left:
                    reason = f"{_listed(self.left)} is more than {self.name} takes."
                elif self.mixed:
                    reason = f"{ENDS} is to stand behind {joined([pick.name for pick in self.mixed])}."
                refused = self._used_up() or self._arguments(reason)
        return refused

    def _elsewhere(self) -> tuple[str, ...]:
        """Where the action is offered: in which phases, or by which other actions."""
        core, program = self.rules.core, self.rules.program
        sites = [
            site.span
            for site in program.sites
            if any(program.actions[each.action].name == self.name for each in site.offers)
        ]
        doings: tuple[Procedure | Action, ...] = (*core.procedures, *core.actions)
        asking = (each for each in doings if any(map(each.span.holds, sites)))
        named = [f'"{each.title}"' if each.title and "{" not in each.title else each.name for each in asking]
        return (f"It is offered in {_listed([*dict.fromkeys(named)])}.",) if named else ()

    def _by(self, kind: Reason, reason: str, span: Span, details: Sequence[str] = (), about: Item = "") -> Refusal:
        return Refusal(kind, reason, self.rules.line(span), tuple(details), self.rules.quote(span), str(about))

    def _possible(self, several: int = 1) -> list[Item]:
        """The words that can follow in legal moves that begin like this one, or be among so many that follow."""
        size = len(self.taken)
        if self.further:
            return []
        found = (move for move in self.game.moves(self.seat) if move[:size] == tuple(self.taken))
        here = (takewhile(partial(ne, ENDS), move[size : size + several]) for move in found)
        return list(dict.fromkeys(chain.from_iterable(here)))

    def _used_up(self) -> Refusal | None:
        limit = self.limit
        if limit is None or not self.machine.used(self.offer, self.member):
            return None
        name = self.name if limit.members == 1 else f"{self.name} {self.variant.name or ''}".strip()
        span = limit.span if limit.span.end else self.offer.span
        often = {1: "", 2: " twice", 3: " thrice"}.get(limit.most, f" {limit.most} times")
        return self._by("used", f"you have already used {name}{often} in this {limit.text}", self._whole_line(span))

    def _whole_line(self, span: Span) -> Span:
        """The line on which a place is: an offer with what limits it."""
        text = self.rules.source_text
        return Span(text.rfind("\n", 0, span.start) + 1, span.start + len(text[span.start :].partition("\n")[0]))

    def _arguments(self, reason: str, *details: str) -> Refusal:
        known = self.decided or len(self.action.variants) == 1
        picks = self.variant.picks if known else self.variant.picks[: self.action.common]
        form = " ".join([self.name, *map(_form, picks)])
        line = self.rules.line(self.action.span)
        return Refusal("arguments", reason, line, (*details, f"It is written: {form}"))

    def _candidates(self, pick: ir.Pick, function: int) -> Candidates:
        """What there is to pick from, as the function yields it."""
        found = self.machine.listed(function)
        return Candidates(pick, found, self.naming.candidates(pick, found, self.seat))

    def _missing(self, pick: ir.Pick, names: Sequence[Item]) -> Refusal:
        """Nothing more was typed: what could stand there, or why nothing can."""
        if not names:
            return self._nothing(pick)
        reason = f"{self.name} needs one more word: {pick.name}."
        possible = self._possible()
        if possible or self.further:
            return self._arguments(reason, _possible_here(possible, ""))
        reasons: dict[str, list[Item]] = {}
        for name in names[:MOST_NAMED]:
            refused = _Replay(self.game, self.seat, [*self.taken, name], further=True).why()
            if refused.kind != "arguments":
                reasons.setdefault(refused.reason, []).append(name)
        return self._arguments(reason, *(f"With {_listed(some)}: {why}" for why, some in reasons.items()))

    def _nothing(self, pick: ir.Pick) -> Refusal:
        """There is nothing to pick from, or nothing of it meets the conditions."""
        if pick.wider is None or not self._candidates(pick, pick.wider.candidates).found:
            return self._by("not-in-pick", f"There is nothing to pick from {pick.source}.", pick.span)
        wanted = " and ".join(clause.text for clause in pick.wider.clauses)
        return self._unfit(pick, f'Nothing from {pick.source} can be picked here: "{wanted}" holds for none.', [])

    def _unfit(self, pick: ir.Pick, said: str, details: Sequence[str], about: Item = "") -> Refusal:
        """What is there may not be picked: by the reason of the author, if one stands there."""
        if pick.reason:
            return self._by("guard", pick.reason, pick.span, [said, *details], about)
        return self._by("not-in-pick", said, pick.span, details, about)

    def _picked(self, pick: ir.Pick) -> Refusal | None:
        there, several = self._candidates(pick, pick.candidates), pick.several
        if several is None and not self.left:
            return self._missing(pick, there.names)
        low, high = (self.machine.c.expression(end)() for end in (several.low, several.high)) if several else (1, 1)
        written = {str(name): name for name in there.names}  # a kind may be called by a number
        wanted = [written.get(str(word), word) for word in self._selected(there, low, high)]
        count = len(wanted)
        if not 0 <= low <= count <= high:
            span = str(low) if low == high else f"{low} to {high}" if high < MOST_PICKED else f"{low} or more"
            reason = f"{self.name} takes {span} {pick.name}, not {count}."
            possible = _possible_here(self._possible(high), "")
            return self._by("arguments", reason, pick.span, [possible])
        absent = next((name for name in wanted if name not in there.names), None)
        if absent is not None:
            return self._absent(there, absent)
        for name in wanted if several else ():
            most = copies(there.one(name), pick.words, len(wanted) if several and several.repeats else None)
            if wanted.count(name) > most:
                times = "once" if most == 1 else f"{most} times"
                reason = f"{name} can be picked {times}, not {wanted.count(name)}."
                return self._by("not-in-pick", reason, pick.span)
        picked = sorted(wanted, key=there.names.index) if several and not several.ordered else wanted
        self.taken += [*wanted, ENDS] if several and several.ended else wanted
        self.machine.set_cells(self.variant.cells[pick.at :], join(pick, [there.one(name) for name in picked]))
        return None

    def _selected(self, there: Candidates, low: int, high: int) -> list[Item]:
        """Takes the words of a pick off those that are left: where no sign ends several, those that can be picked."""
        pick, left, behind = there.pick, self.left, 0
        count = min(low, len(left)) if low == high else len(left)
        if pick.several is not None and pick.several.ended:
            if ENDS in left:
                count, behind = left.index(ENDS), 1
            else:
                self.mixed.append(pick)
                names = set(map(str, there.names))
                mine = [at for at, word in enumerate(left) if str(word) in names][:high]
                left, count = [left[at] for at in sorted(range(len(left)), key=lambda at: at not in mine)], len(mine)
        self.left = left[count + behind :]
        return left[:count]

    def _absent(self, there: Candidates, wanted: Item) -> Refusal:
        """What was named is no candidate: it is called otherwise, does not meet a condition, or is not there at all."""
        pick, alike, details, about = there.pick, self._alike(there, wanted), list[str](), wanted
        no, unfit = f"{wanted} cannot be picked here", False
        wider = there if pick.wider is None or alike else self._candidates(pick, pick.wider.candidates)
        found = next(iter([wanted] * (wanted in wider.names) or self._alike(wider, wanted)), None)
        if alike:
            reason, about = f"{wanted} is there {len(alike)} times: say which, {_listed(alike, 'or')}.", ""
        elif found is None or pick.wider is None:
            known = isinstance(wanted, int) or wanted in pick.argument.names
            reason, unfit = f"{no}{self._none(wider, wanted)}", known and pick.wider is None
        elif (one := wider.one(found)) in there.found:
            reason, about = f"{wanted} is called {there.names[there.found.index(one)]} here.", ""
        else:
            self.machine.set_cells(pick.wider.cells, one)
            clause = next(clause for clause in pick.wider.clauses if not meets(self.machine, clause))
            reason, details = f'{no}: "{clause.text}" does not hold.', self._values(clause)
            about, unfit = "" if pick.argument.kind == "piece" else wanted, True
        possible = self._possible(1 if pick.several is None else pick.several.capacity)
        details.append(_possible_here(possible, str(wanted)))
        if unfit:
            return self._unfit(pick, reason, details, about)
        return self._by("not-in-pick", reason, pick.span, details, about)

    def _alike(self, there: Candidates, wanted: Item) -> list[Item]:
        """The names of the candidates that are of a kind and are not called by it."""
        if there.pick.argument.kind != "piece":
            return []
        pairs = zip(there.names, self._kinds(there), strict=True)
        return [name for name, kind in pairs if kind == wanted != name]

    def _kinds(self, there: Candidates) -> list[str | None]:
        """What each piece is, None where the seat does not see it."""
        component, seen = there.pick.argument.component or 0, self.machine.zones.seen_by
        kinds = self.rules.core.components[component].kinds
        return [kinds[kind] if seen(loc) >> self.seat & 1 else None for kind, loc, *_ in there.found]

    def _none(self, wider: Candidates, wanted: Item) -> str:
        """That something is none of what there is to pick from, with or without the conditions."""
        pick, numbers = wider.pick, [name for name in wider.names if isinstance(name, int)]
        if not wider.names:
            return ": there is nothing to pick from."
        if pick.argument.kind == "number":
            spans = [_span(numbers)] if numbers else []
            none = [str(name) for name in wider.names if not isinstance(name, int)]
            return f": {pick.name} is {' or '.join(spans + none)}."
        if wanted not in pick.argument.names:
            like = closest(str(wanted), [str(name) for name in wider.names])
            if like:
                return f". Did you mean {like}?"
            if pick.argument.kind == "piece":
                return f": it is no {self.rules.core.components[pick.argument.component or 0].name}."
        if pick.argument.kind != "piece":
            return f": it is not among {pick.source}."
        spots, zones = self.machine.zones.places.spots, self.rules.program.zones
        whole = all(loc >= 0 and zones[spots[loc].zone].kind != "pile" for _, loc, *_ in wider.found)
        return f": it is not in {pick.source}." if whole and None not in self._kinds(wider) else "."

    def _guard(self, number: int) -> Refusal | None:
        guard = self.variant.guards[number]
        if guard.kind == "member":
            ways = enumerate(variant.guards[number] for variant in self.action.variants)
            self.member = next(member for member, meant in ways if meets(self.machine, meant))
            self.decided = True
            return self._used_up()
        if guard.kind == "must" and (used := self._used_up()):
            return used
        if meets(self.machine, guard):
            return None
        values = self._values(guard)
        impossible = self.machine.c.impossible if guard.kind == "must" else None
        if guard.if_possible and not can_be_met(self.machine, self.variant, number):
            return None
        if impossible is not None:
            return self._by("must", impossible.message, impossible.span)
        return self._refused(guard, values)

    def _refused(self, guard: ir.Guard, values: Sequence[str] | None = None) -> Refusal:
        """By a guard, with the values in it."""
        told = self._values(guard) if values is None else values
        reason: Reason = "must" if guard.kind == "must" else "guard"
        return self._by(reason, guard.text or self.rules.quote(guard.span), guard.span, told)

    def _values(self, guard: ir.Guard) -> list[str]:
        """The values in a condition, with those that can be asked now."""
        told: list[str] = []
        for part in guard.parts:
            with suppress(RulesFault):
                value = self.naming.argument(part.argument, self.machine.c.expression(part.value)())
                told.append(f"{part.text} is {value}.")
        return told


def _possible_here(words: Sequence[Item], wanted: str) -> str:
    """What could stand there in a legal move; of many how many, and those most like what was typed."""
    if not words:
        return "Nothing is possible there now."
    numbers = [word for word in words if isinstance(word, int)]
    if len(words) <= MOST_NAMED or len(numbers) == len(words):
        return f"Possible here: {_span(numbers) if len(numbers) == len(words) else _listed(words)}."
    near = sorted(words, key=lambda word: unlikeness(wanted, str(word))) if wanted else words
    return f"Possible here are {len(words)}, such as {', '.join(map(str, near[:MAX_LISTED_REASONS]))}."


def _form(pick: ir.Pick) -> str:
    """How a pick is written."""
    several = pick.several
    return f"<{pick.name}>" if several is None else f"<{pick.name} …>{f' {ENDS}' * several.ended}"


def _span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    if low < high and len(set(numbers)) == high - low + 1:
        return f"from {low} to {high}"
    return _listed(numbers)


def _listed(names: Sequence[Item], last: str = "") -> str:
    shown = [str(name) for name in names[:MOST_NAMED]]
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return (joined(shown, last) if last else ", ".join(shown)) + more or "nothing"
