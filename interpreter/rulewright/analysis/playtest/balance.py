"""What games say of the balance of a game: notes about each setting, which are no findings.

A difference is told only where it goes beyond chance, by Holm's procedure over all questions about the text; intervals
are so wide that all of them hold together in 95 of 100 cases. Seats do not win independently: two outcomes have at most
the correlation -1 / (seats - 1), which makes the variance of a difference at most seats / (seats - 1) times as large.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, repeat
from math import erfc, sqrt
from typing import Final

from attrs import frozen

from rulewright.analysis.playtest.effort import Effort, Share
from rulewright.analysis.playtest.playing import most_different_first
from rulewright.analysis.random_games import MOST_RECORDED
from rulewright.analysis.simulate import report as words
from rulewright.analysis.simulate.summary import ACTIONS, beyond_chance, names, wide
from rulewright.analysis.simulate.sums import Column, Sums
from rulewright.analysis.simulate.tasks import Plan, Setup, Task, carry_out, rules_of_setup
from rulewright.language.elaborate.settings import Setting, admitted
from rulewright.levels import RANDOM, Level
from rulewright.loading import Text
from rulewright.machine.game import Rules
from rulewright.machine.playouts import wilson
from rulewright.shown import shown

SEED, GAMES, MOST_AT_ONCE = 0, 10_000, 1_024
FIRST, FIRST_THOUGHT = 64, 4
"""So many games are played first, and so many where it is thought about moves."""
MIN_GAMES: Final = 30
"""Of fewer games nothing is said but what has happened."""
MAX_WIN_RATIO: Final = 0.5
"""A move is told of where it goes with at most this part of the wins that go without it."""
SEATS: Final = frozenset(("seat-advantage", "cannot-win"))
"""The codes of what is said of single seats."""


@frozen
class Balance:
    """What there is to know about a setting, by what it is about; and of how many games."""

    setting: Setting
    games: int
    notes: tuple[tuple[str, str], ...]


@frozen
class Question:
    """Something that may be so by chance alone, so `likely`; the words for it, with intervals so many errors wide."""

    code: str
    likely: float
    said: Callable[[float], str]


def balances(text: Text, data: bytes, name: str, effort: Effort, level: Level = RANDOM) -> list[Balance]:
    """What is to be said of the settings where all are so strong; with little effort some are left out."""
    played = [*_played(text, data, name, effort, level)]
    asked = [[*_seats(rules, sums), *_actions(rules, sums)] for _, rules, sums in played]
    facts = [[*_facts(rules, sums)] for _, rules, sums in played]
    beyond = iter(beyond_chance([each.likely for questions in asked for each in questions]))
    width = wide(max(1, sum(map(len, chain(asked, facts)))))
    found = []
    for (setting, _, sums), questions, known in zip(played, asked, facts, strict=True):
        told = [each for each in questions if next(beyond)] + known
        notes = [(each.code, each.said(width)) for each in told]
        if setting.players > 1 and not SEATS & {each.code for each in told}:
            notes.insert(0, ("seats-alike", _alike(setting.players, sums, width)))
        found.append(Balance(setting, sums.games, tuple(notes)))
    return found


def _played(text: Text, data: bytes, name: str, effort: Effort, level: Level) -> Iterator[tuple[Setting, Rules, Sums]]:
    """Games of each setting, as long as there is something left of the effort."""
    settings, left = admitted(text.parsed.ruleset, text.source).settings, Share.whole_effort(effort)
    for at, setting in enumerate(most_different_first(settings)):
        if at and not left.lasts:
            return
        levels = () if level == RANDOM else (level.name,) * setting.players
        setup = Setup(text.source.name, data, name, setting.players, setting.options, levels=levels)
        plan = Plan((setup,), SEED, GAMES, most=MOST_RECORDED)
        part, count, sums = left.part(len(settings) - at), FIRST_THOUGHT if levels else FIRST, None
        while sums is None or (sums.games < GAMES and part.without(sums.length.sum).lasts):
            task = Task(plan, 0 if sums is None else sums.games, count)
            played, count = carry_out(task), min(2 * count, MOST_AT_ONCE)
            sums = played.sums[0] if sums is None else sums + played.sums[0]
            if played.given_up:
                break
        left = left.without(sums.length.sum)
        yield setting, rules_of_setup(setup), sums


def _seats(rules: Rules, sums: Sums) -> Iterator[Question]:
    """Whether each seat wins as often as the seats do on average."""
    seats, games = rules.players, sums.finished
    won = sum(mask.bit_count() * number for mask, number in sums.winners.items())
    for seat in range(seats if seats > 1 and games >= MIN_GAMES else 0):
        more = {mask: seats * (mask >> seat & 1) - mask.bit_count() for mask in sums.winners}
        column = Column.of(chain.from_iterable(repeat(more[mask], number) for mask, number in sums.winners.items()))
        wins = sums.wins(seat)
        said = partial(_seat, shown(rules.core.seat_names[seat]), wins, games, won / games / seats)
        yield Question("seat-advantage" if wins else "cannot-win", column.p_value, said)


def _seat(name: str, wins: int, games: int, equal: float, width: float) -> str:
    share = wilson(wins, games, width)
    assert share is not None
    if not wins:
        return f"{name} wins none of {games:,} games: at most {words.percent(share.high)} of all. Can it win?"
    how = "more" if share.value > equal else "less"
    return f"{name} wins {words.share_text(share)} of the games, {how} than its equal share, {words.percent(equal)}."


def _alike(seats: int, sums: Sums, width: float) -> str:
    """That no difference of the seats was seen, and how large one could be all the same."""
    games = sums.finished
    if games < MIN_GAMES:
        return f"{games:,} games came to their end: too few to say who wins more often."
    shares = [share for seat in range(seats) if (share := wilson(sums.wins(seat), games, width)) is not None]
    lowest, highest = min(each.low for each in shares), max(each.high for each in shares)
    between = f"{words.percent(lowest)} and {words.percent(highest)}"
    return f"No seat wins more often than the others beyond chance: each wins between {between} of the games."


def _actions(rules: Rules, sums: Sums) -> Iterator[Question]:
    """Whether who takes an action wins much less often than who never does, where there are others to take."""
    seats, counts = rules.players, sums.counts
    named = names(rules)
    if sum(name.group == ACTIONS and used > 0 for name, used in zip(named, counts.used, strict=True)) < 2:
        return
    all_won = sum(mask.bit_count() * number for mask, number in sums.winners.items())
    for name, used, won in zip(named, counts.used, counts.won, strict=True):
        without, won_without = sums.finished * seats - used, all_won - won
        if name.group == ACTIONS and min(used, without) >= MIN_GAMES:
            share = all_won / (used + without)
            error = share * (1 - share) * (1 / used + 1 / without) * seats / max(1, seats - 1)
            less = won_without / without - won / used
            much = won * without <= MAX_WIN_RATIO * won_without * used
            likely = erfc(less / sqrt(2 * error)) if error and much else 1.0
            said = f"Who plays {name.name} wins {{}} of these games, who never does {{}}. Is it worth playing?"
            yield Question("not-worth", likely, partial(_shares, said, ((won, used), (won_without, without))))


def _facts(rules: Rules, sums: Sums) -> Iterator[Question]:
    """Ties, games without a winner, and how long games are."""
    games, teams = sums.finished, rules.core.teams or range(rules.players)
    parties = {mask: {teams[seat] for seat in range(rules.players) if mask >> seat & 1} for mask in sums.winners}
    ties = sum(number for mask, number in sums.winners.items() if 1 < len(parties[mask]) < len({*teams}))
    together = sum(number for mask, number in sums.winners.items() if 1 < len(parties[mask]) == len({*teams}))
    all_win, nobody = rules.program.wins_together, sums.winners.get(0, 0)
    tied = ties + together if (ties or together < games) and not all_win else 0
    lost = "In {} of the games everybody loses." if all_win and rules.players > 1 else "{} of the games have no winner."
    for code, some, of, said in (
        ("tie", tied, games, "In {} of the games several win, because no rule that applies breaks the tie."),
        ("no-winner", nobody, games, lost),
        ("no-end", sums.games - games, sums.games, "{} of the games went wrong, or came to no end."),
    ):
        if some:
            yield Question(code, 0.0, partial(_shares, said, ((some, of),)))
    if games:
        ninth, high = sums.length.quantile(0.9), sums.length.high
        long = f"A game takes {{}} decisions; 9 of 10 take at most {ninth:,}, the longest took {high:,}."
        yield Question("length", 0.0, lambda width: long.format(words.average(sums.length.mean(width))))


def _shares(said: str, shares: Iterable[tuple[int, int]], width: float) -> str:
    return said.format(*(words.share_text(wilson(some, of, width)) for some, of in shares))
