"""How a game ended, in the words of a rulebook: whose move, what came true, and what decided that."""

from typing import Final

from rulewright.analysis.rulebook import ending
from rulewright.analysis.rulebook.speech import lower
from rulewright.language import core
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import TEAM
from rulewright.machine.game import Decision, Game, Rules
from rulewright.machine.what_decided import YOU, what_decided
from rulewright.table.text_lines import listed

MAX_NAMED: Final = 12


def what_ended(game: Game, eyes: int | None = None) -> str:
    """Why a game is over, as a seat is told it (None: who reads it as of who moved last); "" where nobody had anything
    to decide."""
    rules, at = game.rules, game.ended_by()
    moves = [step for step in game.steps if isinstance(step, Decision)]
    if not moves:
        return ""
    if at is None:
        title, last = _last_played(rules)
        return f"Play came to its end: {title or _told(rules, last)} (rules, line {rules.line(last)})."
    mover, named = rules.core.seat_names[moves[-1].seat], what_decided(game, at)
    you = next((name for type_, name in named if type_ == YOU), mover)
    reader = mover if eyes is None else rules.core.seat_names[eyes]
    about = f'; "you" is {you}' if you != mover or you != reader else ""
    decided = dict.fromkeys(_called(rules, *each) for each in named if each[0] != YOU)
    by = f" It was decided by {listed(decided, most=MAX_NAMED)}." if decided else ""
    return f"{mover}'s move ended the game: {_told(rules, at)} (rules, line {rules.line(at)}{about}).{by}"


def _told(rules: Rules, at: Span) -> str:
    """What a rulebook says of this place; where it has no words for it, the line of the rules."""
    given = {"player-count": rules.players, **rules.options}
    return lower(ending(rules.source, given, at)) or f'"{rules.quote(at)}"'


def _called(rules: Rules, type_: str, name: str) -> str:
    """What something is called; of a team of one that player."""
    core_ = rules.core
    alone = type_ == TEAM.name and len({*core_.teams}) == core_.players
    return core_.seat_names[core_.teams.index(core_.values[type_].index(name))] if alone else name


def _last_played(rules: Rules) -> tuple[str | None, Span]:
    """What is played if nothing ends the game before: its title, if it has one, and its place."""
    play = [each for each in rules.core.play if each.span != NOWHERE]
    loops = [each for each in play if isinstance(each, core.Repeat | core.RepeatTimes | core.Around)]
    last = (loops or play)[-1]
    title = rules.core.procedures[last.procedure].title if isinstance(last, core.RunProcedure) else None
    return title, last.span
