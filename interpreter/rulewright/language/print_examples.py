"""Examples back to text."""

from collections.abc import Sequence

from rulewright.language import syntax as s
from rulewright.language.print_expressions import arguments, condition, full, path
from rulewright.language.print_sentences import Lines, because, indented


def part(written: s.ExamplePart) -> Lines:
    """The lines of one part of an example."""
    match written:
        case s.ExamplePlayers(names):
            return [f"players {_names(names)}"]
        case s.ExampleOptions(settings):
            return [f"with {', '.join(f'{each.option.text} {_word(each.value)}' for each in settings)}"]
        case s.ExampleGiven(givens):
            return ["given:", *indented(line for each in givens for line in _given(each))]
        case s.ExampleAt(name, args, within, seat):
            caller = "" if within is None else f" in {within.text}"
            player = "" if seat is None else f" as {seat.text}"
            return [f"at {name.text}{arguments(args)}{caller}{player}"]
        case s.ExampleWhen(events):
            return ["when:", *indented(_event(each) for each in events)]
        case s.ExampleThen(checks):
            return ["then:", *indented(line for each in checks for line in _check(each))]


def _names(names: Sequence[s.Name]) -> str:
    return ", ".join(name.text for name in names)


def _given(given: s.Given) -> Lines:
    match given:
        case s.GivenIs(target, value):
            return [f"{path(target)} is {full(value)}"]
        case s.Holds() | s.HoldsPicture():
            return _holds(given)


def _holds(holds: s.Holds | s.HoldsPicture) -> Lines:
    match holds:
        case s.Holds(zone, items):
            return [f"{path(zone)} holds {_items(items)}"]
        case s.HoldsPicture(zone, rows):
            return [f"{path(zone)} holds:", *indented(" ".join(_cell(each) for each in row) for row in rows)]


def _cell(cell: s.PictureCell) -> str:
    return "." if cell.name is None else cell.name.text + _hidden(cell.viewers)


def _hidden(viewers: Sequence[s.Name] | None) -> str:
    if viewers is None:
        return ""
    return f"?({_names(viewers)})" if viewers else "?"


def _items(items: Sequence[s.Item | s.Rest]) -> str:
    return ", ".join(_item(each) for each in items) or "nothing"


def _item(item: s.Item | s.Rest) -> str:
    match item:
        case s.Item(word, viewers, number):
            return f"{_word(word)}{_hidden(viewers)}{'' if number == 1 else f' * {number}'}"
        case s.Rest():
            return "rest"


def _word(word: s.ExampleWord) -> str:
    match word.value:
        case True:
            return "yes"
        case False:
            return "no"
        case value:
            return str(value)


def _event(event: s.Event) -> str:
    match event:
        case s.Plays(seat, move):
            return f"{seat.text}: {_move(move)}"
        case s.Gives(label, items):
            return f"{_label(label)} gives {_items(items)}"


def _label(label: s.Expr | s.Text) -> str:
    match label:
        case s.Text(text):
            return f'"{text}"'
        case zone:
            return path(zone)


def _move(move: s.MoveText) -> str:
    return " ".join((move.action.text, *(_word(word) for word in move.words)))


def _check(check: s.Check) -> Lines:
    match check:
        case s.Holding(holds):
            return [condition(holds)]
        case s.Holds() | s.HoldsPicture():
            return _holds(check)
        case s.Can(seat, move):
            return [f"{seat.text} can {_move(move)}"]
        case s.Cannot(seat, move, reason):
            return [f"{seat.text} cannot {_move(move)}{because(reason)}"]
        case s.CanOnly(seat, moves):
            return [f"{seat.text} can only:", *indented(_move(move) for move in moves)]
        case s.HasMoves(seat, number):
            return [f"{seat.text} has {number} moves"]
        case s.Decides(seat):
            return [f"{seat.text} decides"]
        case s.Refused(reason):
            return [f"options are refused{because(reason)}"]
        case s.Sees(seat, what, negated):
            return [f"{seat.text} {'cannot' if negated else 'can'} see {path(what)}"]
        case s.GameIsOver():
            return ["game is over"]
