"""Proposals as they are told: as text of rules, and on a page."""

from collections.abc import Iterator, Sequence

from rulewright.analysis.documents import Element, tag
from rulewright.analysis.invariants.proposing import Proposal
from rulewright.shown import shown


def heading(name: str, told: Sequence[Proposal]) -> str:
    """What is said of all of them."""
    games = min(each.games for each in told)
    return f"{name} states none of these invariants. Each held in {games:,} random games; paste those that you mean:"


def lines(name: str, told: Sequence[Proposal]) -> Iterator[str]:
    """For a terminal, ready to paste."""
    if told:
        yield heading(name, told)
    for each in told:
        yield ""
        yield from written(each).split("\n")


def written(proposal: Proposal) -> str:
    """A proposal, below what stands against it."""
    if proposal.example is None:
        return proposal.sentence
    against = f'-- not so in the position of your example "{proposal.example}", to which these games never came'
    return f"{against}\n{proposal.sentence}"


def parts(name: str, told: Sequence[Proposal]) -> list[Element]:
    """For a page."""
    if not told:
        return []
    texts = (tag("pre", "\n".join(map(shown, written(each).split("\n")))) for each in told)
    return [tag("h2", "Invariants to state"), tag("p", shown(heading(name, told))), *texts]
