"""The summary as text for a terminal, and numbers as people read them."""

from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.analysis.documents import columns
from rulewright.analysis.simulate.compare import Difference
from rulewright.analysis.simulate.summary import Numbers, Summary, Trouble, Use, groups
from rulewright.analysis.simulate.tasks import Standing
from rulewright.language import types
from rulewright.shares import Estimate

# ---- Numbers as people read them, the same in the text and on the page


NONE: Final = "–"


def whole(number: int) -> str:
    """12,345."""
    return f"{number:,}"


def decimal(number: float | None) -> str:
    """A number with the digits that matter: 1,234.5 or 4.32."""
    if number is None:
        return NONE
    return f"{number:z,.1f}" if abs(number) >= 100 else f"{number:z.2f}"


def percent(share: float | None) -> str:
    """A share: 50.1 %."""
    return NONE if share is None else f"{100 * share:z.1f} %"


def share_text(estimate: Estimate | None) -> str:
    """A share with its interval."""
    if estimate is None:
        return NONE
    return f"{100 * estimate.value:z.1f} % ({100 * estimate.low:z.1f} to {100 * estimate.high:z.1f})"


def average(estimate: Estimate | None) -> str:
    """A mean with its interval."""
    if estimate is None:
        return NONE
    return f"{decimal(estimate.value)} ({decimal(estimate.low)} to {decimal(estimate.high)})"


def span(numbers: Numbers) -> str:
    """From the lowest to the highest."""
    return f"{whole(numbers.lowest)} to {whole(numbers.highest)}"


def setting(summary: Summary) -> str:
    """What was played: players, options, seed."""
    options = [f"{name} {types.shown_option(value)}" for name, value in summary.options]
    return ", ".join([f"{summary.players} players", *options, f"seed {summary.seed}"])


def players(summary: Summary) -> str:
    """Who played: at random, or how strong each seat is."""
    if not summary.levels:
        return "random players"
    return ", ".join(f"{seat.name} ({level})" for seat, level in zip(summary.seats, summary.levels, strict=True))


def games(summary: Summary) -> str:
    """How many games, how many did not come to their end, and whether the invariants held if somebody looked."""
    of = f" of {whole(summary.wanted)}" if summary.games < summary.wanted else ""
    told = [f"{whole(summary.games)}{of} games by {players(summary)}"]
    if summary.faulted:
        told.append(f"in {whole(summary.faulted)} of them the rules went wrong")
    if summary.too_long:
        told.append(f"{whole(summary.too_long)} did not end within {whole(summary.most)} decisions")
    if summary.too_slow:
        told.append(f"{whole(summary.too_slow)} were ended by the clock")
    if summary.broken:
        told.append(f"in {whole(sum(each.games for each in summary.broken))} of them an invariant was broken")
    elif summary.invariants is not None:
        told.append(f"no invariant was broken ({whole(summary.invariants)} looked at)")
    return "; ".join(told)


def times(fault: Trouble) -> str:
    """How often a rule went wrong or an invariant was broken."""
    several = f"in {whole(fault.games)} games, first " if fault.games > 1 else ""
    return f"{several}in game {fault.first}"


def length(summary: Summary) -> str:
    """How long games are."""
    found = summary.length
    return (
        f"{average(found.mean)} decisions, from {span(found)}; "
        f"{whole(found.tenth)} / {whole(found.median)} / {whole(found.ninth)} "
        "are not exceeded by 10 / 50 / 90 % of the games"
    )


def several_winners(summary: Summary) -> str:
    """How often several win together, and nobody."""
    several, nobody = share_text(summary.ties), share_text(summary.without_winner)
    return f"several winners (ties, or partners who win together) {several}, without a winner {nobody}"


# ---- differences


def whose(difference: Difference, seats: tuple[str, ...]) -> str:
    """What is compared: "length", "wins of player-1"."""
    measure = "several winners" if difference.measure == "ties" else difference.measure
    return measure if difference.seat is None else f"{measure} of {seats[difference.seat]}"


def verdict(difference: Difference, seats: tuple[str, ...]) -> str:
    """A difference in a sentence: "length: longer by 3.1 decisions (2.9 to 3.3)"."""
    subject, found = whose(difference, seats), difference.estimate
    if found is None:
        return f"{subject}: too few games to tell ({difference.pairs})"
    if not difference.beyond:
        return f"{subject}: no difference beyond chance: {_amount(difference.measure, found)}"
    more = found if found.value > 0 else Estimate(-found.value, -found.high, -found.low)
    word = _words(difference.measure)[found.value < 0]
    return f"{subject}: {word} by {_amount(difference.measure, more)}"


def _words(measure: str) -> tuple[str, str]:
    match measure:
        case "length":
            return "longer", "shorter"
        case "score":
            return "higher", "lower"
        case _:
            return "more often", "less often"


def _amount(measure: str, found: Estimate) -> str:
    if measure in ("wins", "ties"):
        return f"{100 * found.value:z.1f} percentage points ({100 * found.low:z.1f} to {100 * found.high:z.1f})"
    unit = " decisions" if measure == "length" else " points"
    return f"{decimal(found.value)}{unit} ({decimal(found.low)} to {decimal(found.high)})"


# ---- The summary as text for a terminal


MAX_LINES: Final = 12
MAX_COLUMN: Final = 40


def as_text(summaries: Sequence[Summary], differences: Sequence[Difference]) -> str:
    """All variants, then what differs."""
    parts = [_variant(summary) for summary in summaries]
    if differences:
        parts.append(list(_differences(summaries, differences)))
    return "\n\n".join("\n".join(part) for part in parts)


def standings_text(summaries: Sequence[Summary], standings: Sequence[Standing]) -> str:
    """How levels did against each other."""
    first, better = summaries[0], sum(each.better for each in standings)
    rows = [("level", "against", "games", "won (95 %)")]
    rows += [(each.level, each.against, whole(each.games), share_text(each.share)) for each in standings]
    troubles = [line for each in summaries for line in _troubles(each, "", "went wrong", each.faults)]
    fair, matches = percent(standings[0].fair), whole(len(standings))
    told = f"A fair share is {fair}. The first level is better beyond chance in {better} of {matches} matches."
    head = f"{first.title}: level against level, one seat against the others, at every seat"
    return "\n".join([head, setting(first), "", *columns(rows, "<<><", MAX_COLUMN), told, *troubles])


def _variant(summary: Summary) -> list[str]:
    played = [_seats(summary), _course(summary), *_uses(summary)] if summary.finished else []
    faults = _troubles(summary, "", "went wrong", summary.faults)
    broken = _troubles(summary, "invariant ", "broken", summary.broken)
    blocks = [_head(summary), *played, faults, broken]
    return [line for block in blocks if block for line in ("", *block)][1:]


def _head(summary: Summary) -> list[str]:
    title = summary.title if summary.variant is None else f"{summary.title}, {summary.variant}"
    return [f"{title}: {games(summary)}", setting(summary)]


def _seats(summary: Summary) -> list[str]:
    rows = [("seat", "", "wins", "% of games (95 %)", "shared", "score (95 %)", "scores")]
    for seat in summary.seats:
        score = (average(seat.score.mean), span(seat.score)) if seat.score else ("", "")
        share, shared = share_text(seat.share), whole(seat.shared)
        rows.append((str(seat.seat), seat.name, whole(seat.wins), share, shared, *score))
    return [*columns(rows, "><>><><", MAX_COLUMN), several_winners(summary)]


def _course(summary: Summary) -> list[str]:
    rows = [("moves per decision", "mean", "most", "decisions")]
    for phase in summary.phases:
        decisions = whole(phase.decisions)
        rows.append((phase.phase, decimal(phase.moves), whole(phase.most), decisions))
    rows.append(("all", decimal(summary.moves), "", ""))
    return [f"length: {length(summary)}", "", *columns(rows, "<>>>", MAX_COLUMN)]


def _uses(summary: Summary) -> Iterator[list[str]]:
    for group, uses in groups(summary.uses).items():
        yield _group(group or "actions", uses, summary)


def _group(name: str, uses: Sequence[Use], summary: Summary) -> list[str]:
    """A table of uses; the intervals of "won when used" treat seats as independent."""
    rows = [(name, "uses", "per game", f"won when used ({percent(summary.rate)} of all)")]
    for use in uses[:MAX_LINES]:
        often = decimal(use.uses / summary.finished)
        rows.append((use.name, whole(use.uses), often, share_text(use.rate)))
    more = [f"  … and {len(uses) - MAX_LINES} more"] if len(uses) > MAX_LINES else []
    return [*columns(rows, "<>>>", MAX_COLUMN), *more]


def _troubles(summary: Summary, sort: str, what: str, troubles: Sequence[Trouble]) -> list[str]:
    lines = []
    for fault in troubles:
        lines.append(f'{summary.rules}.rules, line {fault.line}: {sort}"{fault.rule}"')
        lines.append(f"  {what} {times(fault)}: {fault.message}")
        lines.append(f"  {fault.again}")
    return lines


def _differences(summaries: Sequence[Summary], differences: Sequence[Difference]) -> Iterator[str]:
    seats = tuple(seat.name for seat in summaries[0].seats)
    for summary in summaries[1:]:
        yield f"{summary.variant} compared with {summaries[0].variant}, on the same chance:"
        yield from (
            f"  {verdict(difference, seats)}" for difference in differences if difference.variant == summary.variant
        )
