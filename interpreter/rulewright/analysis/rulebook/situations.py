"""The author's examples as situations: who holds what, what is played, what comes of it."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Final, Literal, assert_never

from rulewright.analysis.documents import Block, Item, Paragraph, Points, Section
from rulewright.analysis.rulebook import sentences
from rulewright.analysis.rulebook.drawings import board_drawn, signs_told
from rulewright.analysis.rulebook.expressions import condition, named_many, phrase
from rulewright.analysis.rulebook.meaning import Env, is_condition
from rulewright.analysis.rulebook.naming import is_described
from rulewright.analysis.rulebook.speech import listed, several, spoken
from rulewright.language import core, syntax
from rulewright.language.component_rows import plain
from rulewright.language.elaborate.environment import SeqValue, Value
from rulewright.language.types import PLAYER, shown_option
from rulewright.language.walking import walk
from rulewright.language.wording import up


def situation(each: syntax.Example, env: Env, untold: Collection[str] = ()) -> Section:
    """An example: a paragraph for the position, and one for each step with what comes of it; boards below as drawn.
    What asks for definitions of which a reader was `untold` is left out."""
    env = env.naming("winners", SeqValue(core.Values(len(env.known.world.values["player"])), PLAYER))
    playing = (name.text for one in each.parts if isinstance(one, syntax.ExamplePlayers) for name in one.names)
    for player in (*env.known.world.values["player"], *playing):
        env = env.naming(player, Value(core.Const(0, PLAYER), PLAYER))
    made: list[tuple[Literal["", "Now"], list[Told]]] = [("", [])]
    for one in each.parts:
        match one:
            case syntax.ExamplePlayers(names):
                made[-1][1].append((f"{listed([name.text for name in names])} play", ()))
            case syntax.ExampleOptions(settings):
                chosen = [f"{each.option.text}: {shown_option(plain(each.value))}" for each in settings]
                made[-1][1].append((f"they have agreed on {listed(chosen)}", ()))
            case syntax.ExampleGiven(givens):
                laid = (each for each in givens if not (isinstance(each, syntax.Holds) and _only_rest(each.items)))
                made[-1][1].extend((_given(each, env), _drawn(each, env)) for each in laid)
            case syntax.ExampleAt(name, _, _, seat):
                made[-1][1].append((_standing(name.text, seat.text if seat else ""), ()))
            case syntax.ExampleWhen(events):
                made.append(("", [(each, ()) for each in _events(events, env)]))
            case syntax.ExampleThen(checks):
                known = (check for check in checks if not _asks(check, untold))
                made.append(("Now", [*_outcomes([*known], env)]))
    blocks = tuple(block for head, told in made for block in _paragraph(head, told))
    return Section(called_example(each), blocks, name=each.title.text)


WINNERS: Final = syntax.Word(syntax.Name("winners"))
HOW_MANY_WIN: Final = syntax.Of(WINNERS, syntax.Member(syntax.Name("size"), None))
COUNTED: Final = re.compile(r"^(?:[A-Z][0-9]+[a-z]?(?:(?:, | and )[A-Z][0-9]+[a-z]?)*:?|[0-9]+[a-z]?[:.)]) ")
"""Numbers by which an author counts the examples: "E4", "E2, E3 and E21"."""


def called_example(each: syntax.Example) -> str:
    """What an example is about, without its number."""
    return up(COUNTED.sub("", each.title.text) or each.title.text)


Told = tuple[str, tuple[str, ...]]
"""A sentence without its beginning and end, and what is drawn to it."""


def _paragraph(head: str, told: Sequence[Told]) -> Iterator[Block]:
    """Sentences one behind the other; what is drawn below them."""
    said = [text for text, _ in told]
    if said:
        first, *rest = [f"{head} {said[0]}" if head else up(said[0]), *map(up, said[1:])]
        yield Paragraph(" ".join(f"{each}." for each in (first, *rest)))
    if drawn := tuple(Item(f"{up(text)}.", drawn=lines) for text, lines in told if lines):
        yield Points(drawn)


def _standing(name: str, seat: str) -> str:
    if name == "setup":
        return "the game is set up"
    return f"it is time for “{spoken(name)}”{f', and {seat} acts' if seat else ''}"


def _events(events: Sequence[syntax.Event], env: Env) -> Iterator[str]:
    """What each plays, one move after the other, and what chance brings, of that only what matters."""
    for who, some in groupby(events, lambda event: _who(event, env)):
        together = [*some]
        plays = [_move(event.move) for event in together if isinstance(event, syntax.Plays)]
        drawn = [item for event in together if isinstance(event, syntax.Gives) for item in event.items]
        told = listed([*map(_item, drawn)])
        if plays:
            yield f"{who} plays {listed(plays)}"
        elif not _only_rest(drawn):
            yield f"{who} comes {told}"


def _only_rest(items: Sequence[syntax.Item | syntax.Rest]) -> bool:
    """Whether nothing is said of what these are."""
    return bool(items) and all(isinstance(item, syntax.Rest) for item in items)


def _who(event: syntax.Event, env: Env) -> str:
    """Who plays, or where something comes from by chance."""
    if isinstance(event, syntax.Plays):
        return event.seat.text
    return (
        f"by chance ({event.label.text})"
        if isinstance(event.label, syntax.Text)
        else f"from {phrase(event.label, env)}"
    )


def _given(given: syntax.Given, env: Env) -> str:
    match given:
        case syntax.GivenAsSetUp():
            return "everything is as set up, but for what is said here"
        case syntax.GivenIs(target, value, of_each=of_each):
            if isinstance(value, syntax.YesNo) and is_condition(target, env):
                return "each " * of_each + condition(target, env, holds=value.value)
            verb = "are" if named_many(target, env) else "is"
            return f"{'each ' * of_each}{phrase(target, env)} {verb} {phrase(value, env)}"
        case syntax.HoldsPicture(zone, rows):
            return f"{phrase(zone, env)} holds what is drawn here{signs_told(zone, rows, env)}"
        case syntax.Holds(zone, ()):
            return condition(syntax.Empty(zone, negated=False), env)
        case syntax.Holds(zone, items):
            many = named_many(zone, env)
            verb = ("are" if many else "is") if is_described(zone, env) else "hold" if many else "holds"
            return f"{phrase(zone, env)} {verb} {listed([*map(_item, items)])}"


def _drawn(given: syntax.Given, env: Env) -> tuple[str, ...]:
    return board_drawn(given.zone, given.rows, env) if isinstance(given, syntax.HoldsPicture) else ()


def _item(item: syntax.Item | syntax.Rest) -> str:
    if isinstance(item, syntax.Rest):
        return "all others"
    times = f"{item.number} × " if item.number != 1 else ""
    by = f" (put there by {item.by.text})" if item.by is not None else ""
    return f"{times}{shown_option(plain(item.word))}{sentences.face_down(item.viewers)}{by}"


def _move(move: syntax.MoveText) -> str:
    return f"“{' '.join((move.action.text, *(shown_option(plain(word)) for word in move.words)))}”"


def _asks(check: syntax.Check, names: Collection[str]) -> bool:
    """Whether it asks for something by one of these names."""
    asked = (node for node in walk(check) if isinstance(node, syntax.Word | syntax.Call | syntax.Member))
    return any(node.name.text in names for node in asked)


def _outcomes(checks: Sequence[syntax.Check], env: Env) -> Iterator[Told]:
    """What is so then; who wins in one sentence, with how many they are."""
    conditions = (check.condition for check in checks if isinstance(check, syntax.Holding))
    wins = [each for each in conditions if isinstance(each, syntax.Within) and each.source == WINNERS]
    won = [phrase(each.subject, env) for each in wins if not each.negated]
    all_of_them = syntax.Holding(syntax.Compare("is", HOW_MANY_WIN, syntax.Number(len(won))))
    known = f" {'together' if won[1:] else 'alone'}" if all_of_them in checks else ""
    for check in checks:
        match check:
            case syntax.Holding(syntax.Within(subject, source, negated=negated)) if source == WINNERS:
                name = phrase(subject, env)
                if negated:
                    yield f"{name} does not win", ()
                elif name == won[0]:
                    yield f"{listed(won)} win{'' if won[1:] else 's'}{known}", ()
            case syntax.Holding(syntax.Empty(subject, negated=False)) if subject == WINNERS:
                yield "nobody wins", ()
            case _:
                yield from () if won and check == all_of_them else (_check(check, env),)


def _check(check: syntax.Check, env: Env) -> Told:
    match check:
        case syntax.CanOnly(seat, moves):
            said = f"{seat.text} can only play {listed([*map(_move, moves)], 'or')}"
        case syntax.Holding(wanted):
            said = condition(wanted, env)
        case syntax.Holds() | syntax.HoldsPicture():
            return _given(check, env), _drawn(check, env)
        case syntax.Can(seat, move, because, negated):
            can, reason = "cannot" if negated else "can", f": {because.text}" if because else ""
            said = f"{seat.text} {can} play {_move(move)}{reason}"
        case syntax.HasMoves(seat, number):
            said = f"{seat.text} has {several(str(number), 'move')} to choose from"
        case syntax.Decides(seat):
            said = f"{seat.text} decides next"
        case syntax.Refused(because):
            said = f"this setting is not allowed{f': {because.text}' if because else ''}"
        case syntax.Sees(seat, what, negated):
            said = f"{seat.text} {'does not see' if negated else 'sees'} {phrase(what, env)}"
        case _:
            assert_never(check)
    return said, ()
