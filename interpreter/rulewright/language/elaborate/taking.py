"""Who takes what when all choose at once: from zones of the chooser alone, for all bodies run on what all have seen."""

from collections.abc import Iterator

from attrs import define, field

from rulewright.language import core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.walking import walk
from rulewright.language.messages import sentences as words


@define
class Reach:
    """What an action carries out, its procedures included: the nodes, the locals that are the chooser, and what each
    local was taken from."""

    nodes: list[object] = field(factory=list)
    choosers: set[int] = field(factory=set)
    origins: dict[int, list[object]] = field(factory=dict)


def shared_sources(made: core.Core, action: core.Action) -> Iterator[Diagnostic]:
    """The sentences of an action, chosen by all at once, that take pieces from a zone that others take from, too."""
    reach = reach_of(made, action)
    told: set[core.Statement] = set()
    for node in reach.nodes:
        match node:
            case core.MovePiece(piece=source) | core.MoveAll(seq=source) | core.MoveSome(seq=source):
                zone = next((ref.zone for ref in sources(reach, source) if shared(made, reach, ref)), None)
                if zone is not None and node not in told:
                    told.add(node)
                    component = made.components[made.zones[zone].component].name
                    yield words.at_once_takes(component, made.zones[zone].name, node.span)
            case _:
                pass


def reach_of(made: core.Core, action: core.Action) -> Reach:
    """All that an action carries out."""
    reach = Reach(choosers={action.you})
    waiting: list[object] = [(action.header, action.body, action.by_member)]
    called: set[int] = set()
    for here in waiting:
        for node in walk(here):
            reach.nodes.append(node)
            note_origin(made, reach, node)
            if isinstance(node, core.RunProcedure) and node.procedure not in called:
                called.add(node.procedure)
                waiting.append(made.procedures[node.procedure].body)
    return reach


def note_origin(made: core.Core, reach: Reach, node: object) -> None:
    """What a binder takes its elements from."""
    match node:
        case core.Pick() | core.PickSeveral() | core.ForEach() | core.Draw():
            reach.origins.setdefault(node.local, []).append(node.seq)
        case core.Let():
            reach.origins.setdefault(node.local, []).append(node.value)
        case core.RunProcedure():
            params = made.procedures[node.procedure].params
            for param, arg in zip(params, node.args, strict=True):
                reach.origins.setdefault(param, []).append(arg)
                if isinstance(arg, core.Get) and arg.local in reach.choosers:
                    reach.choosers.add(param)
        case _:
            pass


def sources(reach: Reach, source: object) -> Iterator[core.ZoneRef]:
    """The zones that pieces come from, followed through locals."""
    waiting, seen = [source], set[int]()
    for here in waiting:
        match here:
            case core.Get(local=local) | core.Held(local=local):
                if local not in seen:
                    seen.add(local)
                    waiting += reach.origins.get(local, ())
            case core.Pieces():
                yield here.zone
            case core.Filter() | core.Best() | core.Beyond() | core.First() | core.Last() | core.Only() | core.Item():
                waiting.append(here.seq)
            case core.FlatMap():
                waiting.append(here.body)
            case core.Mapped():
                waiting.append(here.value)
            case core.Chain():
                waiting += here.seqs
            case core.Listed():
                waiting += here.values
            case core.On():
                yield here.place.board
            case _:
                pass


def shared(made: core.Core, reach: Reach, ref: core.ZoneRef) -> bool:
    """Whether a zone is not the chooser's own; what is unlimited is enough for all."""
    zone = made.zones[ref.zone]
    if zone.box and None in made.components[zone.component].copies:
        return False
    return not any(isinstance(owner, core.Get) and owner.local in reach.choosers for owner in ref.owners)
