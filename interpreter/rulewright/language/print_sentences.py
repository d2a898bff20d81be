"""Sentences, headers and their blocks back to lines of text."""

from collections.abc import Iterable, Sequence

from rulewright.language import syntax as s
from rulewright.language.print_expressions import act, among, condition, full, operand, path, source

Lines = list[str]


def block(head: str, lines: Iterable[s.ActionLine]) -> Lines:
    """A head with its colon, and below it the lines of its block."""
    return [f"{head}:", *indented(line for each in lines for line in sentence(each))]


def indented(lines: Iterable[str]) -> Lines:
    """Lines moved to the right by one step."""
    return [f"    {line}" for line in lines]


def quoted(text: s.Text | None) -> str:
    """` "text"`, or nothing."""
    return "" if text is None else f' "{text.text}"'


def because(text: s.Text | None) -> str:
    """` because "text"`, or nothing."""
    return "" if text is None else f' because "{text.text}"'


def offers(written: Sequence[s.Offer]) -> Lines:
    """The list of a choice, one offer a line."""
    return indented(offer(each) for each in written)


def offer(written: s.Offer) -> str:
    """Print one line of a choice."""
    acts = " or ".join(act(each) for each in written.acts)
    if written.limit is None:
        return acts
    return f"{acts}, {'exactly ' * written.limit.exactly}once per {written.limit.owner.text}"


def sentence(line: s.ActionLine) -> Lines:
    """One sentence or header line with all that belongs to it."""
    match line:
        case s.Let(name, value):
            return [f"let {name.text} be {full(value)}"]
        case s.Set(target, value):
            return [f"set {path(target)} to {full(value)}"]
        case s.Add(value, target):
            return [f"add {operand(value)} to {path(target)}"]
        case s.Subtract(value, target):
            return [f"subtract {operand(value)} from {path(target)}"]
        case s.Remove(value, target):
            return [f"remove {operand(value)} from {path(target)}"]
        case s.Move(what, to, face):
            return [f"move {_what(what)} to {path(to)}{'' if face is None else f' face {face}'}"]
        case s.Draw(binder, of, label):
            return [f"draw {binder.text} from {among(of)}{quoted(label)}"]
        case s.Roll(binder, of, label):
            return [f"roll {binder.text} from {among(of)}{quoted(label)}"]
        case s.RollInto(number, to, label):
            return [f"roll {operand(number)} to {path(to)}{quoted(label)}"]
        case s.Shuffle(zone, label):
            return [f"shuffle {path(zone)}{quoted(label)}"]
        case s.Flip(piece, face):
            return [f"flip {path(piece)} face {face}"]
        case s.Swap(first, second):
            return [f"swap {path(first)} and {path(second)}"]
        case s.Rotate(what, toward):
            return [f"rotate {path(what)}{_tail(' toward ', toward)}"]
        case s.Pack(board, toward):
            return [f"pack {path(board)} toward {operand(toward)}"]
        case s.Show(of, to):
            return [f"show {among(of)} to {'everyone' if to is None else path(to)}"]
        case s.Finish(name):
            return [f"finish {name.text}"]
        case s.EndGame():
            return ["end game"]
        case s.EndWon(winner):
            return [f"end game, won by {path(winner)}"]
        case s.EndDrawn():
            return ["end game, drawn"]
        case s.Nothing():
            return ["nothing"]
        case s.Do(written):
            return [act(written)]
        case s.Choose(offered, otherwise):
            return [f"choose {offer(offered)}", *_stuck(otherwise)]
        case s.ChooseUntil(ending, listed, otherwise):
            return [f"choose until {act(ending)}:", *offers(listed), *_stuck(otherwise)]
        case s.If(cases, otherwise):
            return _if(cases, otherwise)
        case s.ForEach(binder, of, body):
            return block(f"for each {binder.text} in {among(of)}", body)
        case s.EachInTurn(name, start, body):
            return block(f"each {name.text}{_tail(' from ', start)}", body)
        case s.EachOther(name, start, body):
            return block(f"each other {name.text}{_tail(' from ', start)}", body)
        case s.EachAtOnce(name, body):
            return block(f"each {name.text} at once", body)
        case s.GoAround(start, of, until, body):
            members = "" if of is None else f" among {path(of)}"
            limit = "" if until is None else f" until {condition(until)}"
            return block(f"go around from {operand(start)}{members}{limit}", body)
        case s.Ask(who, body):
            return block(f"ask {operand(who)}", body)
        case s.Forever(body):
            return block("repeat", body)
        case s.RepeatUntil(until, body):
            return block(f"repeat until {condition(until)}", body)
        case s.RepeatTimes(number, body):
            return block(f"repeat {operand(number)} times", body)
        case s.Pick(name, choice):
            return [f"pick {name.text} from {candidates(choice)}"]
        case s.PickSeveral(low, high, name, choice, repeats):
            count = operand(low) + ("" if high is None else f"..{operand(high)}")
            return [f"pick {count} {name.text} from {candidates(choice)}{', repeats allowed' * repeats}"]
        case s.Needs(wanted, if_you_can, reason):
            return [f"needs {condition(wanted)}{' if you can' * if_you_can}{because(reason)}"]
        case s.MustChange(zone, reason):
            return [f"must change {path(zone)}{because(reason)}"]
        case s.MustLeave(wanted, if_able, reason):
            return [f"must leave {condition(wanted)}{' if able' * if_able}{because(reason)}"]


def candidates(written: s.Candidates) -> str:
    """Print what a pick offers."""
    named = "" if written.binder is None else f" as {written.binder.text}"
    filtered = "" if written.where is None else f"{named} where {condition(written.where)}"
    match written.sources:
        case s.Union(parts):
            return " or ".join(source(part) for part in parts) + filtered
        case s.Words(names):
            return ", ".join(name.text for name in names) + filtered
        case expr:
            return source(expr) + filtered


def _what(what: s.What) -> str:
    match what:
        case s.All(of):
            return f"all {among(of)}"
        case s.SomeOf(number, of, up_to):
            return f"{'up to ' * up_to}{operand(number)} from {among(of)}"
        case s.This(piece):
            return path(piece)


def _tail(words: str, expr: s.Expr | None) -> str:
    return "" if expr is None else words + operand(expr)


def _stuck(otherwise: s.Block | None) -> Lines:
    return [] if otherwise is None else block("if you cannot", otherwise)


def _if(cases: Sequence[s.Case], otherwise: s.Block | None) -> Lines:
    lines: Lines = []
    for case in cases:
        lines += block(f"{'otherwise ' if lines else ''}if {condition(case.condition)}", case.body)
    return lines if otherwise is None else lines + block("otherwise", otherwise)
