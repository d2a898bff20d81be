"""What is known of a piece where conditions have told of it: that it is seen, whose it is, where it lies."""

from attrs import evolve

from rulewright.language import core
from rulewright.language.facts.room import seat_of
from rulewright.language.information_flow.labels import Known, meet, widened
from rulewright.language.information_flow.path_facts import are_players, learn
from rulewright.language.information_flow.reader import (
    Apart,
    Fact,
    HeldBy,
    LiesIn,
    Reader,
    Seen,
    canonical,
    put_in,
    seen_in,
    terms,
)


def of_elements(reader: Reader, seq: core.Seq, one: core.Expr) -> tuple[Fact, ...]:
    """What is so of an element of a sequence, by the conditions that chose it."""
    match seq:
        case core.Held(local=local) if local in reader.kept:
            return of_elements(reader, reader.kept[local], one)
        case core.Best(seq=inner) | core.Beyond(seq=inner) | core.Region(seq=inner) | core.Groups(seq=inner):
            return of_elements(reader, inner, one)
        case core.Filter(local=local, seq=inner, condition=condition):
            outer = reader.same.get(local)
            reader.same[local] = one
            found = tuple(learn(reader, condition, holds=True))
            if outer is None:
                del reader.same[local]
            else:
                reader.same[local] = outer
            return (*of_elements(reader, inner, one), *found)
        case core.TableList(table=table, indices=(of,)) if are_players(one, of) and leaves_out(reader.made, table):
            return (Apart(canonical(reader, one), canonical(reader, of)),)
        case _:
            return ()


def leaves_out(made: core.Core, table: int) -> bool:
    """Whether a list for each player holds only others, and none for nobody."""
    lists = made.list_tables[table].values
    return len(lists) == made.players and all(seat not in others for seat, others in enumerate(lists))


def as_seen(reader: Reader, expr: core.Expr, found: Known) -> Known:
    """What is known of a piece, with what was told of it."""
    if found.sources is None or not any(each_.lies for each_ in found.what):
        return found
    chosen = chosen_place(reader, expr)
    if not reader.facts and not chosen:
        return found
    names = (expr, canonical(reader, expr))
    for fact in (*reader.facts, *chosen):
        match fact:
            case Seen(piece=piece, who=who, faced=faced) if piece in names and (
                not faced or all(reader.made.zones[ref.zone].faced for ref in found.sources or ())
            ):
                new = widened(found.what, None if who is None else terms(reader, who))
                found = evolve(found, what=meet(new, put_in(reader, found.sources)))
            case HeldBy(piece=piece) if piece in names:
                found = from_zones(reader, found, held_by(reader, found.sources or (), fact))
            case LiesIn(piece=piece, refs=refs, inside=inside) if piece in names:
                found = from_zones(
                    reader, found, refs if inside else tuple(ref for ref in found.sources or () if ref not in refs)
                )
            case _:
                pass
    return found


def chosen_place(reader: Reader, expr: core.Expr) -> tuple[Fact, ...]:
    """What is so of the piece on a place, by the conditions that chose the place."""
    match canonical(reader, expr):
        case core.On(place=core.PlaceRef(place=core.First() | core.Last() | core.Only() | core.Item() as place)):
            return of_elements(reader, place.seq, place)
        case _:
            return ()


def held_by(reader: Reader, refs: tuple[core.ZoneRef, ...], fact: HeldBy) -> tuple[core.ZoneRef, ...]:
    """Those of the zones that belong to somebody, as zones of this player; nothing where an owner is not told."""
    owned = [ref for ref in refs if ref.owners]
    if any(seat_of(reader.made.zones[ref.zone].owners) != fact.dimension for ref in owned):
        return ()
    before, after = fact.dimension, fact.dimension + 1
    return tuple(evolve(ref, owners=(*ref.owners[:before], fact.who, *ref.owners[after:])) for ref in owned)


def from_zones(reader: Reader, found: Known, refs: tuple[core.ZoneRef, ...]) -> Known:
    """A piece that is known to lie in one of these zones."""
    others = tuple(each_ for each_ in found.what if not each_.lies)
    seen = meet(*(seen_in(reader, ref) for ref in refs), put_in(reader, refs))
    return evolve(found, what=meet(others, seen), sources=refs) if refs else found
