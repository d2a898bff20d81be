"""Numbers as people read them, the same in the text and on the page."""

from typing import Final

from rulewright.analysis.simulate.compare import Difference
from rulewright.analysis.simulate.summary import Numbers, Summary, Trouble
from rulewright.language import types
from rulewright.shares import Estimate

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


def share(estimate: Estimate | None) -> str:
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
    several, nobody = share(summary.ties), share(summary.without_winner)
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
