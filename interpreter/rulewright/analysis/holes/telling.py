"""What is told of a hole beside its diagnostic, and of what was looked at."""

from collections.abc import Iterator

from rulewright.analysis.holes.concerning import concerned
from rulewright.analysis.holes.finding import Hole
from rulewright.analysis.holes.following import moves_said
from rulewright.analysis.holes.playing import Played
from rulewright.language.elaborate.settings import shown_setting
from rulewright.language.source import Source
from rulewright.machine.game import Rules
from rulewright.shown import shown

MOST_MOVES = 40


def told(rules: Rules, hole: Hole) -> Iterator[str]:
    """The moves that lead to a hole, line by line."""
    if hole.path is None:
        return
    said = list(moves_said(rules, hole.path))
    shortest = ", as short as possible" if hole.shortest else ""
    yield f"With {shown_setting(hole.setting)}{shortest}{':' if said else ''}"
    if len(said) > MOST_MOVES:
        yield f"    … {len(said) - MOST_MOVES:,} more before"
    yield from (f"    {line}" for line in said[-MOST_MOVES:])


def concerning(source: Source, played: Played) -> Iterator[str]:
    """Of each hole that only some of several settings have, which these are."""
    for (code, line), where in sorted(played.where.items(), key=lambda each: each[0][::-1]):
        if which := concerned(where, tuple(played.seen)):
            place = f"{shown(source.name)}, line {line}" if line else shown(source.name)
            yield f"{place}: [{code}] was found {which}."


def covered(played: Played) -> str:
    """What was looked at, in a line."""
    seen = played.seen.values()
    positions, games = sum(each.positions for each in seen), sum(each.games for each in seen)
    told = [f"{'all ' * played.all}{positions:,} position{'s' * (positions != 1)} looked at"]
    if games and not played.all:
        told.append(f"{games:,} random game{'s' * (games != 1)} played")
    if len(seen) < played.settings:
        told.append(f"at {len(seen)} of {played.settings} settings")
    elif played.settings > 1:
        told.append(f"at {'all ' * played.every}{played.settings} settings")
    return ", ".join(told)


def left_out(played: Played, memory: int) -> Iterator[str]:
    """What could not be looked at, in sentences; `memory` in megabytes."""
    seen = played.seen.values()
    if any(each.full for each in seen):
        yield f"{memory:,} MB were full of positions; what lies behind was only met by chance. --memory gives more."
    if slow := sum(each.slow for each in seen):
        yield f"{slow:,} random game{'s were' if slow > 1 else ' was'} ended by the clock."
    if len(seen) < played.settings:
        yield f"{played.settings - len(seen)} settings were only read; a larger --effort plays them, too."
    if not played.every:
        yield "There are more settings than these, in which every two choices meet."
    if any(each.reference for each in seen):
        yield 'The reference interpreter played, which is slow; pip install "rulewright[fast]" is faster.'
