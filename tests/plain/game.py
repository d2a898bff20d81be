"""A game from its beginning to its end: setup, play, result (SPEC 4.6 and 11), and what must hold meanwhile (13)."""

from rulewright.language import core
from tests.plain import expressions, sentences, sequences
from tests.plain.state import Answer, Decision, Event, Over, Play, Run, bare, begun, instances


class PlainGame:
    """One game. `stop` is the decision or chance event at which it stands, None when it is over."""

    def __init__(self, rules: core.Core) -> None:
        self.play = Play(rules, begun(rules))
        self.stop: Decision | Event | None = None
        self._run = _whole(self.play)

    def begin(self) -> None:
        """Run to the first stop."""
        self.stop = next(self._run, None)

    def answer(self, answer: Answer) -> None:
        """Tell what was chosen or what came out, and run to the next stop."""
        self.play.turns = 0
        try:
            self.stop = self._run.send(answer)
        except StopIteration:
            self.stop = None

    def answered(self, invariant: core.Invariant) -> int:
        """What the condition of an invariant is worth; none is no."""
        self.play.line = invariant.span
        return bare(expressions.value(self.play, invariant.condition)) or 0

    def result(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The scores of all seats, and who has won."""
        play, scoring, seats = self.play, self.play.core.scoring, range(self.play.core.players)
        play.line = scoring.span
        winners, scores = _winners(play), []
        for seat in seats:
            if scoring.score is None:
                scores.append(int(seat in winners))
            else:
                play.bind(scoring.player, seat)
                for let in scoring.score_lets:
                    sequences.let(play, let)
                scores.append(expressions.needed(play, scoring.score))
        return tuple(scores), tuple(sorted(winners))


def _whole(play: Play) -> Run:
    _starts(play)
    try:
        yield from sentences.run(play, play.core.setup)
        yield from sentences.run(play, play.core.play)
    except Over:
        pass
    play.state.ended = True


def _starts(play: Play) -> None:
    """Variables that begin with something."""
    for number, variable in enumerate(play.core.variables):
        for owners in instances(play.core, variable.owners):
            for local, owner in zip(variable.owner_locals, owners, strict=False):
                play.bind(local, owner)
            if isinstance(variable.starts, core.AggregateValue):
                play.state.variables[number, owners] = expressions.aggregate(play, variable.starts)
            elif variable.starts is not None:
                play.state.variables[number, owners] = bare(expressions.value(play, variable.starts))


def _winners(play: Play) -> set[int]:
    """Those whom the end named, or else those whom the scoring names; of a team, its members."""
    scoring = play.core.scoring
    if play.state.winners is not None or scoring.winners is None:
        return set(play.state.winners or ())
    for let in scoring.winners_lets:
        sequences.let(play, let)
    found = {bare(each) for each in sequences.elements(play, scoring.winners)}
    if scoring.of_teams:
        return {seat for seat, team in enumerate(play.core.teams) if team in found}
    return {seat for seat in found if seat is not None}
