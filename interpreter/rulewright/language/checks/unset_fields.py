"""Fields that are none until they are set, asked where nothing can have set them yet.

The game is followed from its beginning, into all that is carried out for certain: what only some games come to is
passed over, and counts as if it had set all that it may set. So whatever is told here goes wrong in every game.
"""

from collections.abc import Iterable, Iterator

from attrs import define, field

from rulewright.language import core
from rulewright.language.core_queries import ELEMENTS, questions, run_by, ways
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.ranges import may_be_none
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import Span
from rulewright.language.types import OptionalT, none_code
from rulewright.language.walking import children, walk

Fields = frozenset[int]


@define
class Beginning:
    """The game up to some sentence: the fields that are `unset` for certain, where one is `asked` all the same, and
    whether it goes on nobody knows where. `seen`: by the procedure or definition, and what was unset as it began, what
    is unset behind it."""

    made: core.Core
    unset: Fields
    asked: dict[int, Span] = field(factory=dict)
    over: bool = False
    seen: dict[tuple[str, int, Fields], Fields] = field(factory=dict)


def asked_unset(made: core.Core) -> Iterator[Diagnostic]:
    """Each field once, where it is asked first; what nothing ever sets is told elsewhere."""
    game = Beginning(made, frozenset(number for number, each in enumerate(made.variables) if each.unset))
    if game.unset:
        game.unset &= _set_in(made, (made.setup, made.play, made.procedures, made.actions))
        _block(game, (*made.setup, *made.play))
    for number, span in game.asked.items():
        variable = made.variables[number]
        yield words.asked_unset(span, name=variable.name, also=variable.span)


def _set_in(made: core.Core, body: object) -> Fields:
    """The fields that these sentences, with all that they run, may set."""
    return frozenset(each.var.variable for each in walk(run_by(made, body)) if isinstance(each, core.Assign))


def _block(game: Beginning, body: Iterable[core.Statement]) -> None:
    """Each sentence in turn, as far as the game goes on behind it."""
    for node in body:
        if game.unset and not game.over:
            _sentence(game, node)


def _sentence(game: Beginning, node: core.Statement) -> None:
    """What a sentence asks, what it carries out for certain, and what else it may set."""
    for part in children(node):
        if not isinstance(part, core.Statement | core.OfferLine):
            _ask(game, part)
            if isinstance(node, core.If):
                break  # the first condition; the others only where that does not hold
    match node:
        case core.Choose(offers=(offer,), otherwise=None) if not (offer.ends or offer.alike):
            _only_act(game, offer)
        case core.Choose():
            for offer in node.offers:
                _listed(game, offer)
        case core.With() | core.Around(until=None, among=None) | core.Repeat(until=None):
            _block(game, node.body)
        case core.ForEach() if _has_some(game.made, node.seq):
            _block(game, node.body)
        case core.RunProcedure():
            _once(game, ("procedure", node.procedure), game.made.procedures[node.procedure].body)
            return
        case core.FinishProcedure() | core.EndGame():
            game.over = True
        case core.Assign(value=core.Const(value=code, type=OptionalT() as type_)) if code == none_code(type_):
            return
        case _:
            pass
    game.unset -= _set_in(game.made, node)


def _has_some(made: core.Core, seq: core.Seq) -> bool:
    """Whether a sequence is never empty, such as all players from somebody on."""
    if isinstance(seq, core.TableList):
        return all(made.list_tables[seq.table].values) and not any(map(may_be_none, seq.indices))
    return isinstance(seq, core.Values)


def _once(game: Beginning, what: tuple[str, int], parts: Iterable[object]) -> None:
    """What a procedure carries out, or a definition asks; where as much was unset before, it does the same."""
    key = (*what, game.unset)
    if key not in game.seen:
        game.seen[key] = game.unset  # in a circle, of which another check tells
        for part in parts:
            if isinstance(part, core.Statement) and what[0] == "procedure":
                _block(game, (part,))
            else:
                _ask(game, part)
        game.seen[key] = game.unset
    game.unset &= game.seen[key]


def _listed(game: Beginning, offer: core.OfferLine) -> None:
    """What is asked of one of several offers before anything else of it is known."""
    first = next(iter((*offer.needs, *game.made.actions[offer.action].header)), None)
    if not (offer.owed or offer.alike) and not isinstance(first, core.Must):
        _ask(game, first)


def _only_act(game: Beginning, offer: core.OfferLine) -> None:
    """The only thing that can be done: it can, so all that it needs is so, and there is something to pick."""
    action = game.made.actions[offer.action]
    for line in (*offer.needs, *action.header):
        if isinstance(line, core.Must):
            continue
        _ask(game, line)
        if isinstance(line, core.Pick) and not line.if_any and isinstance(line.seq, core.Filter):
            _ask(game, line.seq.condition)
        # what it needs may be that the field is set
        game.unset -= {each.var.variable for each in questions(game.made, line) if isinstance(each, core.Read)}
    if len(ways(action)) == 1:
        _block(game, action.body)


def _ask(game: Beginning, node: object) -> None:
    """What is asked in any case of an expression."""
    match node:
        case core.OneOf(seq=core.Listed((core.Read(var=var),)), which="only"):
            if var.variable in game.unset:
                game.asked[var.variable] = var.span
                game.unset -= {var.variable}
        case core.Junction():
            _ask(game, node.operands[0])
        case core.Cases():
            _ask(game, node.cases[0][0])
        case core.CanAct():
            pass
        case core.CallDefinition():
            definition = game.made.definitions[node.definition]
            _ask(game, node.args)
            _once(game, ("definition", node.definition), (*definition.lets, definition.result))
        case _ if isinstance(node, ELEMENTS):
            _ask(game, node.seq)
        case _:
            for part in children(node):
                _ask(game, part)
