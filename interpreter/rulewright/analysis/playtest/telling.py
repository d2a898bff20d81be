"""What is told of all that was looked at, and which settings a finding concerns."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from rulewright.analysis.playtest.playing import Played
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.settings import Setting, shown_setting
from rulewright.language.render import Json
from rulewright.language.source import Source
from rulewright.language.types import shown_option
from rulewright.language.wording import joined, said
from rulewright.shown import shown

MOST_WORDS: Final = 3
FAST: Final = "rulewright[fast]"
"""What pip calls the program with its fast backend."""


def concerned(found: Collection[Setting], tried: Sequence[Setting]) -> str:
    """How the settings in which something was found differ from the others that were tried; nothing if it was all.

    >>> concerned({Setting(2, ()), Setting(3, ())}, [Setting(number, ()) for number in (2, 3, 4)])
    'with at most 3 players'
    """
    wanted, counts = {each for each in tried if each in found}, sorted({each.players for each in tried})
    traits = dict[str, set[Setting]]()  # what settings can have in common, with those that have it
    for count in counts if len(counts) > 1 else ():
        traits[f"{count} player{'s' * (count != 1)}"] = {each for each in tried if each.players == count}
    for count in counts[1:-1]:
        traits[f"at most {count} players"] = {each for each in tried if each.players <= count}
        traits[f"at least {count} players"] = {each for each in tried if each.players >= count}
    for pair in dict.fromkeys(pair for each in tried for pair in each.options):
        traits[f"{pair[0]} {shown_option(pair[1])}"] = {each for each in tried if pair in each.options}
    for number in range(min(MOST_WORDS, len(traits)) + 1):
        for names in combinations(traits, number):
            if {*tried}.intersection(*(traits[name] for name in names)) == wanted:
                return f"with {' and '.join(names)}" if names else ""
    first = next(each for each in tried if each in found)
    return f"in {len(wanted)} of {len(tried)} settings, such as {shown_setting(first)}"


MAX_LISTED_MISSED: Final = 5
MAX_QUOTED: Final = 40
FEW_GAMES: Final = 20
"""With fewer random games what is rare has hardly come."""


def concerning(source: Source, played: Played) -> Iterator[str]:
    """Of each hole that only some of several settings have, which these are."""
    for (code, line), where in sorted(played.where.items(), key=lambda each: each[0][::-1]):
        if which := concerned(where, tuple(played.seen)):
            place = f"{shown(source.name)}, line {line}" if line else shown(source.name)
            yield f"{place}: [{code}] was found only {which}."


def covered(played: Played) -> str:
    """What was looked at, in a line."""
    tried, games, of = len(played.seen), played.sum("games"), played.settings
    positions, thought = played.sum("positions"), played.sum("thought")
    told = [f"{'all ' * played.all}{positions:,} position{'s' * (positions != 1)} looked at"]
    if not played.all:
        told.append(f"{'only ' * (games < FEW_GAMES)}{games:,} random game{'s' * (games != 1)} played")
    if thought:
        told.append(f"{thought:,} among players who think")
    if of > 1:
        told.append(f"at {tried} of {of} settings" if tried < of else f"at {'all ' * played.every}{of} settings")
    return ", ".join(told)


def hardly(played: Played) -> bool:
    """Whether so little was played that it is no sign of anything."""
    return not played.all and (played.sum("games") < FEW_GAMES or len(played.seen) < played.settings)


def looked(source: Source, played: Played) -> Json:
    """What was looked at, for programs."""
    return {
        "file": source.name,
        "positions": played.sum("positions"),
        "games": played.sum("games"),
        "thought": played.sum("thought"),
        "settings": played.settings,
        "settings_played": len(played.seen),
        "all": played.all,
        "hardly": hardly(played),
    }


def never_came_to(source: Source, missed: Sequence[Diagnostic], ends: Sequence[Diagnostic] = ()) -> Iterator[str]:
    """To what play never came, and what never ended it, in a line each, if that is something."""

    def shortened(text: str) -> str:
        return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED].rstrip()}…"

    lines = {source.line(each.span.start) for each in missed}
    quoted = {(source.line(each.span.start), source.text[each.span.start : each.span.end].strip()) for each in ends}
    for what, told in (
        ("Play never came to", {(line, source.line_text(line).strip()) for line in lines}),
        ("Play never ended because of", quoted),
    ):
        listed = [f"line {line} ({shortened(text)})" for line, text in sorted(told)]
        if len(listed) > MAX_LISTED_MISSED + 1:
            listed[MAX_LISTED_MISSED:] = [f"{len(listed) - MAX_LISTED_MISSED} more"]
        if listed:
            yield f"{what}: {', '.join(listed)}; --strict tells more."


def no_difference(source: Source, options: Sequence[Diagnostic]) -> Iterator[str]:
    """Which options made no difference in play, a line for each."""
    for each in options:
        line, what = source.line(each.span.start), said("with {name} {values: and } (line", each.facts)
        yield f"{said('{games:,}', each.facts)} random games were the same {what} {line}); --strict tells more."


def never_best(source: Source, moves: Sequence[Diagnostic]) -> Iterator[str]:
    """Which moves were never the best to players who think, in a line, if any."""
    said_of = "{action}[ with {value} for {picked}] (line {line}: {decisions:,} decisions)"
    listed = [said(said_of, {**each.facts, "line": source.line(each.span.start)}) for each in moves]
    if listed:
        yield f"Legal beside others, and never the best to players who think: {', '.join(listed)}; --strict tells more."


def could_be_stated(source: Source, proposed: Mapping[str, str], played: Played) -> Iterator[str]:
    """The secrets that a text could state which states none, as far as play did not tell them, below a line that says
    so; and what play told of the others."""
    tells = {title for seen in played.seen.values() for title in seen.told}
    lines = [said for title, said in proposed.items() if title not in tells]
    told = [shown(said) for title, said in proposed.items() if title in tells]
    if lines and played.seen:
        yield f"{shown(source.name)}: No secret is stated. These hold, for all that was seen; add those that you mean:"
        yield from map(shown, lines)
    if told and played.seen:
        begin = f"{shown(source.name)}: Of this the rules tell something; state it, and check shows where"
        yield f"{begin}: {'; '.join(told)}"


NOT_TRIED: Final = "was not tried: no two games came up that differ in what it hides"


def held_secrets(source: Source, played: Played) -> Iterator[str]:
    """Which secrets are proven, and in how many pairs of games the others were kept that play did not tell, in a
    line."""
    seen, pairs = played.seen.values(), dict[str, int | None]()
    for title in dict.fromkeys(title for each in seen for title in each.held):
        found = [each.held[title] for each in seen if title in each.held]
        if not any(title in each.told for each in seen):
            pairs[f'"{shown(title)}"'] = sum(each or 0 for each in found) if {*found} != {None} else None
    proven = [title for title, number in pairs.items() if number is None]
    parts = [f"{joined(proven)} {'are' if proven[1:] else 'is'} proven"] if proven else []
    parts += (
        f"{title} held in {number:,} pair{'s' * (number != 1)} of games" if number else f"{title} {NOT_TRIED}"
        for title, number in pairs.items()
        if number is not None
    )
    if parts:
        yield f"{shown(source.name)}: of its secrets {'; '.join(parts)}"


def hardly_looked(played: Played, more: str) -> str:
    """That little was looked at, why, and how to look at `more`."""
    games = played.sum("games")
    at = f" at {len(played.seen)} of {played.settings} settings" if played.settings > 1 else ""
    if any(each.reference for each in played.seen.values()):
        more = f'the reference interpreter plays, which is slow: pip install "{FAST}", or {more},'
    return f"Hardly looked: {games:,} game{'s' * (games != 1)}{at}; {more} looks at more"


def left_out(played: Played, memory: int) -> Iterator[str]:
    """What could not be looked at, in sentences; `memory` in megabytes. Where hardly anything was, `hardly_looked` says
    so, and what follows from it is not told."""
    seen, few = played.seen.values(), hardly(played)
    if any(each.full for each in seen):
        yield f"{memory:,} MB were full of positions; what lies behind was only met by chance. --memory gives more."
    if slow := played.sum("slow"):
        yield f"{slow:,} random game{'s were' if slow > 1 else ' was'} ended by the clock."
    if played.sum("games") and not played.where and (unended := sum(not each.all and not each.ended for each in seen)):
        where = f"At {unended} of {len(seen)} settings no" if len(seen) > 1 else "No"
        yield f"{where} random game came to its end: what comes there is not known. A larger --effort plays more."
    if not few and (left := played.settings - len(seen)):
        yield f"{left} setting{'s were' if left > 1 else ' was'} only read; a larger --effort plays more."
    if not played.every:
        yield "There are more settings than these, in which every two choices meet."
    if not few and any(each.reference for each in seen):
        yield f'The reference interpreter played, which is slow; pip install "{FAST}" is faster.'
