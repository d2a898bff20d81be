"""What is known of arguments, said of the parameters that they are bound to."""

from collections.abc import Mapping

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.information_flow.labels import Known, Label, Term, through
from rulewright.language.information_flow.reader import Reader, canonical, is_firm, terms
from rulewright.language.types import PLAYER


@frozen
class Given:
    """What a parameter is bound to: what is known of it, and what it stands for."""

    known: Known
    stands_for: core.Expr | None


Arguments = tuple[Given, ...]


def arguments(
    reader: Reader, params: tuple[int, ...], args: tuple[core.Expr, ...], given: list[Known], own: dict[Term, core.Expr]
) -> Arguments:
    """What parameters are bound to, in terms of themselves and of what `own` says."""
    stand_for: list[core.Expr | None] = []
    for param, arg in zip(params, args, strict=True):
        term = canonical(reader, arg)
        stand_for.append(carried(term, own) if is_firm(term) else None)
        if reader.made.locals[param].type == PLAYER and stand_for[-1] is None:
            for each in terms(reader, arg):
                own.setdefault(each, core.Get(param, PLAYER))
    return tuple(Given(carried_known(one, own), expr) for one, expr in zip(given, stand_for, strict=True))


def carried(term: core.Expr, own: Mapping[Term, core.Expr]) -> core.Expr | None:
    """A term in other terms, None where that cannot be said."""
    if term in own:
        return own[term]
    match term:
        case core.Const():
            return term
        case core.Lookup(indices=indices):
            inner = said(indices, own)
            return None if inner is None else evolve(term, indices=inner)
        case _:
            return None


def said(exprs: tuple[core.Expr, ...], own: Mapping[Term, core.Expr]) -> tuple[core.Expr, ...] | None:
    """All of them in other terms, None where one cannot be said."""
    found = tuple(term for term in (carried(expr, own) for expr in exprs) if term is not None)
    return found if len(found) == len(exprs) else None


def carried_known(one: Known, own: Mapping[Term, core.Expr]) -> Known:
    """What is known of an argument, said of the parameters."""
    refs = [carried_ref(ref, own) for ref in one.sources or ()]
    sources = tuple(ref for ref in refs if ref is not None)
    whole = one.sources is not None and len(sources) == len(refs)
    return evolve(through(one, lambda label: carried_label(label, own)), sources=sources if whole else None)


def carried_label(label: Label, own: Mapping[Term, core.Expr]) -> Label:
    """A label, said of the parameters."""
    return tuple(evolve(each, who=frozenset(filter(None, (carried(term, own) for term in each.who)))) for each in label)


def carried_ref(ref: core.ZoneRef, own: Mapping[Term, core.Expr]) -> core.ZoneRef | None:
    """A zone, said of the parameters."""
    owners = said(ref.owners, own)
    return None if owners is None else evolve(ref, owners=owners)


def handed_back(reader: Reader, label: Label, params: tuple[int, ...], args: tuple[core.Expr, ...]) -> Label:
    """What is known of an answer, said of the arguments; a term of which that cannot be said is left out."""
    firm = {param: canonical(reader, arg) for param, arg in zip(params, args, strict=True)}
    own: dict[Term, core.Expr] = {core.Get(param, PLAYER): term for param, term in firm.items() if is_firm(term)}
    return carried_label(label, own)
