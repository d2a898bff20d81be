"""Whether doubts are true: whether the two rules differ where it is said.

    python -m lab.replayed examples/knock.rules rulesets/biblios.rules --draw 20

draws so many doubts of each file at random, and prints each that is false, and at the end how many are true: the game
in which the two rules part, played with both move by move from two texts, goes otherwise; and where there is an example
(`--games-only` makes none), it comes true behind the rules, and not behind the changed ones.
"""

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from attrs import evolve

from rulewright.analysis.doubts.judging import Verdict
from rulewright.analysis.doubts.pool import SEED
from rulewright.analysis.doubts.seeking import Subject, questions, verdicts
from rulewright.analysis.examples import failing_in
from rulewright.analysis.position_text import Laid, Names, laid_out
from rulewright.language.source import Source, read_source
from rulewright.loading import RulesError, read_text, rules_of
from rulewright.machine.chance import RandomPlayer
from rulewright.machine.game import Game, Rules
from rulewright.machine.interpret import RulesFault


def settles(source: Source, verdict: Verdict, block: str) -> bool:
    """Whether an example comes true behind the rules, and not behind the changed ones, or a secret is kept."""
    rules, changed = (text.partition("\nexample ")[0] for text in (source.text, verdict.change.applied(source.text)))
    today, other = (failing_in(source.with_text(f"{text}\n{block}")) for text in (rules, changed))
    return not today and bool(other)


def parts(source: Source, verdict: Verdict) -> bool:
    """Whether the game in which two rules are said to part goes otherwise with the changed ones, there or before."""
    assert verdict.setting is not None, "it is a doubt"
    assert verdict.parting is not None, "it is a doubt"
    games, parting = list[Game](), verdict.parting
    try:
        for text in (source.text, verdict.change.applied(source.text)):
            setting = verdict.setting
            read = read_text(source.name, text.partition("\nexample ")[0].encode())
            rules = rules_of(read, source.name, players=setting.players, options=dict(setting.options))
            games.append(rules.start(SEED, parting.game))
        today, changed = games
        player = RandomPlayer(SEED, parting.game)
        for decision in range(parting.decision):
            if _told(today) != _told(changed):
                return True
            seat = today.deciders[0]
            number = parting.chosen[decision] if parting.chosen else player.choose(decision, len(today.moves(seat)))
            move = today.moves(seat)[number]
            for game in games:
                game.play(seat, move)
    except (RulesFault, RulesError):
        return True  # of today's rules no game goes wrong
    return _told(today) != _told(changed)


def _told(game: Game) -> tuple[object, ...]:
    """Whatever there is of a position, by its names; also what seats see: of fields none is laid out that is as
    at the beginning."""
    end = (game.scores, game.winners) if game.over else ()
    seen = [game.view(seat) for seat in range(game.rules.players)]
    return game.deciders, [game.moves(seat) for seat in game.deciders], end, _laid(game.rules, game), seen


def _laid(rules: Rules, game: Game) -> tuple[Laid, ...]:
    return laid_out(Names(rules, {name: name for name in rules.core.seat_names}), game.state.vector)


def replayed(source: Source, draw: int, seed: int, *, examples: bool) -> Counter[str]:
    """What becomes of so many doubts of a text, drawn by lot."""
    every = Subject.of(source, 1_000_000)
    subject = evolve(every, changes=tuple(random.Random(seed).sample(every.changes, len(every.changes))))
    found = Counter[str]()
    for each in islice((each for each in verdicts(subject, 1) if each.fate == "doubt"), draw):
        block = next((asked.block for asked in questions(subject, [each], 1)), None) if examples else None
        true = parts(source, each) and (block is None or settles(source, each, block))
        found["false" if not true else "by game" if block is None else "by example"] += 1
        if not true:
            print(f"{source.name}, line {source.line(each.change.span.start)}: {each.change}\n{block}", flush=True)
    return found


def main(words: Sequence[str] | None = None) -> None:
    """Draw some of each file."""
    parser = argparse.ArgumentParser(prog="python -m lab.replayed", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--draw", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games-only", action="store_true")
    asked = parser.parse_args(words)
    sums = Counter[str]()
    for file in asked.files:
        source = read_source(file.name, file.read_bytes())
        assert isinstance(source, Source), f"{file} is no text of rules"
        found = replayed(source, asked.draw, asked.seed, examples=not asked.games_only)
        sums += found
        print(f"{file}: {dict(found)}", flush=True)
    print(dict(sums))


if __name__ == "__main__":
    main()
