"""What the sentences of rules do with a pile: by which pieces come and go, and which shuffle it or were meant to."""

from typing import TypeGuard

from attrs import define, field

from rulewright.language import core
from rulewright.language.checks.following import Courses
from rulewright.language.effects import Origins, effects, everywhere, origins, sources
from rulewright.language.facts.whereabouts import ref_of
from rulewright.language.span import Span
from rulewright.language.walking import walk


@define
class PileSentences:
    """What the rules do with a pile."""

    made: core.Core
    pile: int
    nodes: list[object] = field(init=False)
    bound: Origins = field(init=False)
    courses: Courses = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Walk through all rules once."""
        self.nodes = everywhere(self.made)
        self.bound, self.courses = origins(self.made, self.nodes), Courses(self.made)

    def filling(self, origin: int) -> core.Moving | None:
        """The sentence below which to shuffle: by which pieces come from there, rather one that no shuffle follows; the
        last of several in a row. Where none certainly does, one that may."""
        moves = [node for node in self.nodes if self.fills(node) and not self.origins(node).isdisjoint((origin, None))]
        last = min(moves, key=lambda node: (origin not in self.origins(node), self.is_shuffled(node)), default=None)
        for node in self.then(last) if last else ():
            if any(map(self.parts, walk(node))):
                break
            last = node if self.fills(node) else last
        return last

    def taking(self, goal: int, filled: core.Moving | None) -> Span | None:
        """The sentence by which pieces go from the pile to there: the next one, or the only one; else None."""
        moves = [node for node in self.nodes if isinstance(node, core.Moving) and ref_of(node.to).zone == goal]
        takes = [node.span for node in moves if self.pile in self.origins(node)]
        ahead = (node.span for node in walk(self.then(filled)) if isinstance(node, core.Moving)) if filled else ()
        following = next((span for span in ahead if span in takes), None)
        return takes[0] if len(set(takes)) == 1 else following

    def early(self, filled: core.Moving | None) -> core.Shuffle | None:
        """A sentence that shuffles the pile only before pieces come to it."""
        shuffles = [node for node in self.nodes if self.shuffles(node)]
        return next((each for each in shuffles if self.follows(filled, each) and not self.follows(each, filled)), None)

    def idle(self, filled: core.Moving | None) -> tuple[core.Shuffle, core.Shuffle] | None:
        """Two sentences that shuffle another zone with nothing between them, the second behind where pieces come."""
        for first in self.nodes:
            if isinstance(first, core.Shuffle) and first.zone.zone != self.pile:
                touching = (each for each in self.then(first) if touches(each, first.zone.zone))
                second = next(touching, None)
                if isinstance(second, core.Shuffle) and second.zone == first.zone and self.follows(second, filled):
                    return (first, second) if second is not first else None
        return None

    def then(self, node: core.Statement) -> tuple[core.Statement, ...]:
        """What follows a sentence in its doing."""
        return self.courses.after[id(node)][0]

    def follows(self, later: core.Statement | None, node: core.Statement | None) -> bool:
        """Whether one sentence comes after another in the same doing."""
        return node is not None and any(each is later for each in walk(self.then(node)))

    def origins(self, node: core.Moving) -> set[int | None]:
        """The zones from which a sentence takes pieces; None: some are found wherever they lie."""
        taken = effects(self.made, node).takes
        return {None if ref is None else ref.zone for each in taken for ref in sources(self.bound, each)}

    def fills(self, node: object) -> TypeGuard[core.Moving]:
        """Whether a sentence puts pieces on the pile."""
        return isinstance(node, core.Moving) and ref_of(node.to).zone == self.pile

    def shuffles(self, node: object) -> TypeGuard[core.Shuffle]:
        """Whether a sentence shuffles the pile."""
        return isinstance(node, core.Shuffle) and node.zone.zone == self.pile

    def is_shuffled(self, node: core.Moving) -> bool:
        """Whether somewhere behind a sentence the pile is shuffled."""
        return any(map(self.shuffles, walk(self.then(node))))

    def parts(self, node: object) -> bool:
        """Whether a sentence may take pieces from the pile, or shuffles it."""
        taken = isinstance(node, core.Moving) and self.pile in self.origins(node)
        return taken or self.shuffles(node) or isinstance(node, core.RunProcedure | core.Choosing | core.PassZones)


def touches(sentence: core.Statement, zone: int) -> bool:
    """Whether a sentence may be why a zone is shuffled once more; taking the topmost pieces of it is no reason."""
    match sentence:
        case core.MoveAll(seq=core.Pieces(), to=to) | core.MoveSome(seq=core.Pieces(), to=to):
            return ref_of(to).zone == zone
        case _:
            return any(
                node.zone == zone
                if isinstance(node, core.ZoneRef)
                else isinstance(node, core.RunProcedure | core.Choosing)
                for node in walk(sentence)
            )
