"""The examples of the rules as situations: what lies where, what somebody does, what comes of it."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from rulewright.analysis.rulebook.book import Block, Item, Paragraph, Points, Section
from rulewright.analysis.rulebook.doing import face_down, in_rows
from rulewright.analysis.rulebook.expressions import condition, named_many, phrase
from rulewright.analysis.rulebook.naming import is_condition, is_described
from rulewright.analysis.rulebook.speech import Env, listed, spoken, upper
from rulewright.language import syntax


def example(each: syntax.Example, env: Env) -> Section:
    """An example as a part of a chapter."""
    return Section(upper(each.title.text), tuple(block for part in each.parts for block in _part(part, env)))


def _part(part: syntax.ExamplePart, env: Env) -> Iterator[Block]:
    match part:
        case syntax.ExamplePlayers(names):
            yield Paragraph(f"{upper(listed([name.text for name in names]))} play.")
        case syntax.ExampleOptions(settings):
            chosen = [f"{each.option.text} is {_word(each.value)}" for each in settings]
            yield Paragraph(f"They have agreed that {listed(chosen)}.")
        case syntax.ExampleGiven(givens):
            yield Points(tuple(Item(f"{upper(_given(each, env))}.") for each in givens))
        case syntax.ExampleAt(name, _, _, seat):
            turn = f" of {seat.text}" if seat else ""
            yield Paragraph(f"We are in “{spoken(name.text)}”{turn}.")
        case syntax.ExampleWhen(events):
            yield Points(tuple(Item(f"{upper(_event(each, env))}.") for each in events), steps=True)
        case syntax.ExampleThen(checks):
            yield Paragraph("Now:")
            yield Points(tuple(_check(each, env) for each in checks))
        case _:
            assert_never(part)


def _word(word: syntax.ExampleWord) -> str:
    if isinstance(word.value, bool):
        return "yes" if word.value else "no"
    return str(word.value)


def _given(given: syntax.Given, env: Env) -> str:
    match given:
        case syntax.Holds():
            return _holds(given, env)
        case syntax.HoldsPicture():
            return _picture(given, env)
        case syntax.GivenIs(target, value, of_each):
            each = "each " * of_each
            if isinstance(value, syntax.YesNo) and is_condition(target, env):
                return each + condition(target, env, holds=value.value)
            verb = "are" if named_many(target, env) else "is"
            return f"{each}{phrase(target, env)} {verb} {phrase(value, env)}"
    assert_never(given)


def _holds(holds: syntax.Holds, env: Env) -> str:
    if not holds.items:
        return condition(syntax.Empty(holds.zone, negated=False), env)
    many = named_many(holds.zone, env)
    verb = ("are" if many else "is") if is_described(holds.zone, env) else "hold" if many else "holds"
    return f"{phrase(holds.zone, env)} {verb} {_items(holds.items)}"


def _items(items: Sequence[syntax.Item | syntax.Rest]) -> str:
    return listed(["everything else" if isinstance(item, syntax.Rest) else _item(item) for item in items])


def _item(item: syntax.Item) -> str:
    times = f" ({item.number} of it)" if item.number != 1 else ""
    return f"{_word(item.word)}{face_down(item.viewers)}{times}"


def _picture(picture: syntax.HoldsPicture, env: Env) -> str:
    """A board, row by row from the top."""
    return f"{phrase(picture.zone, env)} holds, row by row from the top: {in_rows(picture.rows)}"


def _event(event: syntax.Event, env: Env) -> str:
    match event:
        case syntax.Plays(seat, move):
            return f"{seat.text} plays {_move(move)}"
        case syntax.Gives(label, items):
            source = label.text if isinstance(label, syntax.Text) else phrase(label, env)
            return f"chance (“{source.removeprefix('the ')}”) gives {_items(items)}"
    assert_never(event)


def _move(move: syntax.MoveText) -> str:
    return f"“{' '.join((move.action.text, *map(_word, move.words)))}”"


def _check(check: syntax.Check, env: Env) -> Item:
    if isinstance(check, syntax.CanOnly):
        return Item(
            f"{check.seat.text} can play only these:", tuple(Item(_move(move)) for move in check.moves), steps=False
        )
    return Item(f"{upper(_checked(check, env))}.")


def _checked(check: syntax.Check, env: Env) -> str:
    match check:
        case syntax.Holding(wanted):
            return condition(wanted, env)
        case syntax.Holds():
            return _holds(check, env)
        case syntax.HoldsPicture():
            return _picture(check, env)
        case syntax.Can(seat, move):
            return f"{seat.text} can play {_move(move)}"
        case syntax.Cannot(seat, move, because):
            return f"{seat.text} cannot play {_move(move)}{f': {because.text}' if because else ''}"
        case syntax.CanOnly(seat, moves):
            return f"{seat.text} can play only {listed([_move(move) for move in moves])}"
        case syntax.HasMoves(seat, number):
            return f"{seat.text} has {number} move{'s' * (number != 1)} to choose from"
        case syntax.Decides(seat):
            return f"it is for {seat.text} to decide"
        case syntax.Refused(because):
            return f"this setting is not allowed{f': {because.text}' if because else ''}"
        case syntax.Sees(seat, what, negated):
            return f"{seat.text} {'does not see' if negated else 'sees'} {phrase(what, env)}"
    assert_never(check)
