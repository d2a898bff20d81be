"""Playing a ruleset by several processes, each at some of its settings.

Law: where positions are counted, and not seconds, one process plays, so that the same is found.
"""

from collections.abc import Generator, Iterator
from contextlib import closing

from rulewright.analysis.playtest.effort import Effort
from rulewright.analysis.playtest.finding import Hole, Kind
from rulewright.analysis.playtest.playing import Played, holes, holes_at, in_all, in_order
from rulewright.analysis.side_by_side import side_by_side
from rulewright.language.elaborate.settings import Admitted
from rulewright.language.messages import playing as words
from rulewright.loading import Text, read_text


def holes_divided(
    text: Text, data: bytes, name: str, effort: Effort, jobs: int, admits: Admitted
) -> Generator[Hole, None, Played]:
    """What `holes` gives, found by so many processes; `data` is the text as it is read."""
    number = min(jobs, len(admits.settings))
    if number < 2 or effort.work is not None:
        return (yield from holes(text, name, effort, admits))
    settings = in_order(admits)
    parts = [Admitted(settings[at::number], admits.complete) for at in range(number)]
    how = Effort(effort.seconds, memory=effort.memory // number, strict=effort.strict)
    played, told = Played(len(settings), admits.complete), set[Kind]()
    tasks = [(text.source.name, data, name, how, part) for part in parts]
    with closing(side_by_side(_part, tasks, number)) as pieces:
        for _, piece in pieces:
            if isinstance(piece, Hole):
                code, line = piece.diagnostic.code, text.source.line(piece.diagnostic.span.start)
                kind = code, 0 if code == words.need_not_end.code else line  # as `kind_of` has it
                if kind not in told:
                    told.add(kind)
                    yield piece
            else:
                played.seen |= piece.seen
                played.happened += piece.happened
                played.alike += piece.alike
                played.open |= piece.open
                played.due = max(played.due, piece.due)
                for kind, where in piece.where.items():
                    played.where.setdefault(kind, set()).update(where)
    played.seen = {setting: played.seen[setting] for setting in settings if setting in played.seen}
    yield from in_all(text, name, effort, settings, played)
    return played


def _part(file: str, data: bytes, name: str, effort: Effort, admits: Admitted) -> Iterator[Hole | Played]:
    """The holes at some settings, then what was played."""
    played = yield from holes_at(read_text(file, data), name, effort, admits)
    yield played
