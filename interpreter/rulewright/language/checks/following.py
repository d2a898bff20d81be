"""What is carried out after a sentence, up to the next decision: along its block, those around it, and the callers."""

from collections.abc import Callable, Iterator

from attrs import define, field

from rulewright.language import core
from rulewright.language.checks.call_graph import PLAY, SETUP, Key
from rulewright.language.core_queries import blocks_of, bodies_of
from rulewright.language.walking import walk

Block = tuple[core.Statement, ...]
Test = Callable[[object], bool]


@define
class Courses:
    """Where each sentence stands: `after` what follows it in its doing (by the object), and in which doing; `callers`
    what follows the sentences that come to a doing."""

    made: core.Core
    after: dict[int, tuple[Block, Key]] = field(init=False, factory=dict)
    callers: dict[Key, list[tuple[Block, Key]]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        """Walk through all doings once."""
        self.callers[SETUP] = [(self.made.play, PLAY)]
        self._enter(SETUP, self.made.setup)
        self._enter(PLAY, self.made.play)
        for number, procedure in enumerate(self.made.procedures):
            self._enter(("procedure", number), procedure.body)
        for number, action in enumerate(self.made.actions):
            for body in bodies_of(action):
                self._enter(("action", number), body)

    def _enter(self, key: Key, body: Block) -> None:
        for node, then in placed(body, ()):
            self.after[id(node)] = then, key
            for called, ahead in called_by(node):
                self.callers.setdefault(called, []).append(((*ahead, *then), key))

    def decides_before(self, node: core.Statement, test: Test) -> bool:
        """Whether some way leads from a sentence to a decision, past nothing that passes the test."""
        waiting, seen = [self.after[id(node)]], set[Key]()
        for then, key in waiting:
            found = self._first(then, test)
            if found:
                return True
            if found is None and key not in seen:
                seen.add(key)
                waiting += self.callers.get(key, ())
        return False

    def decides_in(self, block: Block) -> bool:
        """Whether somewhere in a block, and what it calls, there is a decision."""
        return self._first(block, lambda _: False) is True

    def _first(self, block: object, test: Test) -> bool | None:
        """Whether a decision comes first in the text of a block and what it calls, or what passes the test; None if
        neither comes."""
        called = set[int]()
        for node in self._nodes(block, called):
            if isinstance(node, core.Choosing):
                return True
            if test(node):
                return False
        return None

    def _nodes(self, block: object, called: set[int]) -> Iterator[object]:
        for node in walk(block):
            yield node
            if isinstance(node, core.RunProcedure) and node.procedure not in called:
                called.add(node.procedure)
                yield from self._nodes(self.made.procedures[node.procedure].body, called)


def placed(body: Block, then: Block) -> Iterator[tuple[core.Statement, Block]]:
    """Each sentence of a block, inner ones included, with what follows it; a loop begins again."""
    for at, node in enumerate(body):
        rest = (*body[at + 1 :], *then)
        yield node, rest
        again = isinstance(node, core.Loop)
        for inner in blocks_of(node):
            yield from placed(inner, (*inner, *rest) if again else rest)


def called_by(node: core.Statement) -> Iterator[tuple[Key, Block]]:
    """The doings that a sentence comes to, and what it does itself behind them: a choice may be made again."""
    match node:
        case core.RunProcedure():
            yield ("procedure", node.procedure), ()
        case core.Choose():
            ahead = () if node.ending is None else (node,)
            yield from ((("action", offer.action), ahead) for offer in node.offers)
            if node.ending is not None:
                yield ("action", node.ending.action), ()
        case core.ChooseAtOnce():
            yield from ((("action", offer.action), ()) for offer in node.offers)
        case _:
            pass
