"""How a game ended: the sentence of the rules that ended it, under the condition below which it stands."""

import re
from typing import Final

from rulewright.language import core
from rulewright.language.span import NOWHERE, Span
from rulewright.machine.game import Game, Rules

COMMENT: Final = re.compile(r"\s--(?:\s|$).*")


def what_ended(game: Game) -> str:
    """Why a game is over, in the words of its rules; "" where nobody had anything to decide."""
    rules, ended = game.rules, game.ended_by()
    if ended is not None:
        return f'What ended it: "{under_its_condition(rules, ended.start)}" (rules, line {rules.line(ended)}).'
    last = play_to_its_end(rules) if game.decisions else None
    return f'Play came to its end: "{last[0]}" (rules, line {rules.line(last[1])}).' if last else ""


def play_to_its_end(rules: Rules) -> tuple[str, Span] | None:
    """What is played if nothing ends the game before, in the words of the rules: the last loop, if there is one."""
    play = [each for each in rules.core.play if each.span != NOWHERE]
    loops = [each for each in play if isinstance(each, core.Repeat | core.RepeatTimes | core.Around)]
    if not play:
        return None
    last = (loops or play)[-1]
    quoted = _bare(rules.source_text[last.span.start : last.span.end].split("\n")[0]).removesuffix(":")
    title = rules.core.procedures[last.procedure].title if isinstance(last, core.RunProcedure) else None
    return title or quoted, last.span


def under_its_condition(rules: Rules, at: int) -> str:
    """The line of a sentence that begins here; where nothing stands before it, below the lines under which it does."""
    before, behind = rules.source_text[:at], rules.source_text[at:]
    *above, line = before.split("\n")
    found, depth = [line + behind.split("\n")[0]], len(line)
    while not line.strip() and above and depth and (not found[1:] or _depth(found[0]) >= depth):
        found.insert(0, above.pop())
    return " ".join(filter(None, map(_bare, found)))


def _depth(line: str) -> int:
    """How far a line stands in; one without text as far as any."""
    return len(line) - len(line.lstrip()) if _bare(line) else len(line) + 1_000


def _bare(line: str) -> str:
    """A line without its comment."""
    return COMMENT.sub("", f" {line}").strip()
