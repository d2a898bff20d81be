"""What players get to know of a piece that a body draws, moves, turns over, shows or changes."""

from attrs import evolve

from rulewright.language import core
from rulewright.language.facts.whereabouts import ref_of
from rulewright.language.information_flow.expression_labels import known, several
from rulewright.language.information_flow.labels import OPEN, PUBLIC, Label, Term, meet, settled, widened
from rulewright.language.information_flow.reader import Reader, bind, canonical, move_local, seen_in, terms


def drawn(reader: Reader, sentence: core.Draw | core.Roll) -> None:
    """What is drawn is seen by who sees the zone; a roll, and a value, by all."""
    if isinstance(sentence, core.Roll) or not reader.made.locals[sentence.local].piece:
        bind(reader, sentence.local, PUBLIC)
        return
    found = several(reader, sentence.seq)
    where = found.where if found.sources is not None and len(found.sources) == 1 else meet(found.where, found.what)
    bind(reader, sentence.local, evolve(found, there=OPEN, where=settled(where)))


def told_of(reader: Reader, sentence: core.MovePiece | core.Flip | core.Show | core.ChangePiece) -> None:
    """What players get to know of a piece by what happens to it."""
    match sentence:
        case core.MovePiece(piece=core.Get() as piece, to=to, face=face):
            ref = ref_of(to)
            ref = core.ZoneRef(ref.zone, tuple(canonical(reader, owner) for owner in ref.owners))
            one = known(reader, piece)
            faced = reader.made.zones[ref.zone].faced
            what = one.what
            if not faced or face != "down":
                what = widened(what, seers(OPEN if faced else seen_in(reader, ref)), lying=False)
            where = meet(*(settled(known(reader, owner).what) for owner in ref.owners))
            move_local(reader, piece, evolve(one, what=what, where=where, sources=(ref,)))
        case core.Flip(piece=core.Get() as piece, face="up"):
            shown(reader, piece, None)
        case core.Show(seq=core.Listed(values=pieces), to=to):
            for each in pieces:
                if isinstance(each, core.Get):
                    shown_to(reader, each, to)
        case core.ChangePiece(piece=core.Get() as piece):
            one = known(reader, piece)
            bind(reader, piece.local, evolve(one, what=meet(one.what, settled(known(reader, sentence.value).what))))
        case _:
            pass


def seers(label: Label) -> frozenset[Term] | None:
    """All who see a zone, None for everybody."""
    return frozenset.intersection(*(each.who for each in label)) if label else None


def shown_to(reader: Reader, piece: core.Get, to: core.Seq | None) -> None:
    """A piece is shown to some: those who are named."""
    match to:
        case None:
            shown(reader, piece, None)
        case core.Listed(values=players):
            for player in players:
                shown(reader, piece, terms(reader, player))
        case _:
            pass


def shown(reader: Reader, piece: core.Get, who: frozenset[Term] | None) -> None:
    """A piece is seen by these."""
    one = known(reader, piece)
    reader.locals[piece.local] = evolve(one, what=widened(one.what, who, lying=False))
