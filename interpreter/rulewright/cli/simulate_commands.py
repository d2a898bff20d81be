"""The verbs `simulate` and `train`: what is asked for, put together from the arguments; `analysis.simulate` and
`training` play and tell."""

from argparse import ArgumentTypeError, Namespace
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rulewright.cli import arguments
from rulewright.cli.arguments import FINDINGS, FINE, options, verb
from rulewright.cli.console import (
    MAKING_RULES,
    ElapsedLine,
    Progress,
    complain,
    faults_told,
    refuse_unsolvable,
    rules_of,
    seed_of,
    write_json,
)
from rulewright.files import find, read, title, write as write_files
from rulewright.levels import RANDOM, Level
from rulewright.shown import Misuse, shown

if TYPE_CHECKING:
    from rulewright.analysis.simulate.checkpoint import State
    from rulewright.analysis.simulate.session import Wish
    from rulewright.analysis.simulate.tasks import Match, Setup
VARIANTS: Final = 12


def _league(text: str) -> tuple[Level, ...]:
    found = tuple(arguments.level(each) for each in text.split(","))
    if not 2 <= len(set(found)) == len(found) <= VARIANTS:
        raise ArgumentTypeError(f"--league needs 2 to {VARIANTS} different levels: LEVEL,LEVEL")
    return found


@verb("simulate", league=_league)
def _simulate(**given: Any) -> int:  # noqa: ANN401 - those of the verb
    from rulewright.analysis.simulate import report, tasks
    from rulewright.analysis.simulate.session import Files, Session, here, play_remaining, results, workers, write

    chosen = Namespace(**given)
    if chosen.resume and chosen.checkpoint is None:
        raise Misuse("To go on, --resume needs the file of --checkpoint.")
    names = (chosen.checkpoint, chosen.csv, chosen.parquet, chosen.html)
    checkpoint, csv, parquet, html = (None if name is None else Path(name) for name in names)
    files = Files(checkpoint, csv, parquet, html, chosen.force)
    with ElapsedLine(MAKING_RULES).shown():
        wish = _wish(chosen)
        for setup in wish.setups:
            tasks.rules_of_setup(setup)
    for setup in wish.setups:
        if setup.levels:
            refuse_unsolvable(tasks.rules_of_setup(setup), setup.levels)
    if chosen.cluster is not None and chosen.jobs is not None:
        raise Misuse("With --cluster the cluster says how many workers there are, not --jobs.")
    with workers(chosen.cluster) if chosen.cluster is not None else nullcontext(here(chosen.jobs or 1)) as players:
        with ElapsedLine("preparing").shown():
            session = Session(wish, files, resume=chosen.resume)
        progress, said = Progress(session.plan.games, session.state.games), False
        line = ElapsedLine("playing", progress.text)

        def show_state(state: "State", reference: str | None) -> None:
            """Say how far it has come, and once if it is the reference interpreter that plays."""
            nonlocal said
            if reference is not None and not said:
                said = True
                with line.away():
                    complain(f"The reference interpreter plays, which is slow: {reference}")
            progress.show(state.games)

        with line.shown():
            progress.show(session.state.games)
            ran = play_remaining(session.plan, session.state, players, session.keeper, show_state)
    with ElapsedLine("summing up").shown():
        found = results(wish, session, ran.state)
    try:
        if ran.stopped is None or files.checkpoint is None:
            with ElapsedLine("writing").shown():
                write(files, found)
    finally:
        if chosen.format == "json":
            write_json(found.as_json())
        elif found.standings:
            print(report.standings_text(found.summaries, found.standings))
        else:
            print(report.as_text(found.summaries, found.differences))
    if ran.stopped is not None:
        resumes, keeps = "The same command with --resume goes on.", "With --checkpoint FILE one can go on after a stop."
        complain(f"{ran.stopped} These are the games so far. {resumes if files.checkpoint else keeps}")
    fine = all(sums.finished == session.plan.games and not sums.faults and not sums.broken for sums in ran.state.sums)
    return FINE if fine else FINDINGS


def _wish(chosen: Namespace) -> "Wish":
    """Who is to play whom, or else the game at every setting that is to be played."""
    from rulewright.analysis.simulate.session import Wish
    from rulewright.analysis.simulate.tasks import ladder, league, setups

    common, matches = options(chosen.option), tuple["Match"]()
    if chosen.ladder or chosen.league:
        if chosen.compare or chosen.seat or (chosen.ladder and chosen.league):
            who = "Who plays whom is said by --ladder, --league, or --seat, one of them"
            raise Misuse(f"{who}; --compare goes with --seat.")
        matches = ladder(chosen.ladder) if chosen.ladder else league([level.name for level in chosen.league])
    if not chosen.compare:
        setup = _setup(chosen, common, None)
        wanted = tuple(setups(setup, matches)) if matches else (setup,)
    elif len(chosen.compare) > 1:
        raise Misuse("--compare is given twice; only one option can be compared at a time.")
    else:
        name, settings = _compared(chosen.compare[0])
        if name in common:
            raise Misuse(f'Option "{shown(name)}" is both set and compared.')
        wanted = tuple(_setup(chosen, {**common, name: each}, f"{name}={word}") for word, each in settings.items())
    return Wish(
        setups=wanted,
        matches=matches,
        path=find(chosen.game),
        game=chosen.game,
        seed=chosen.seed,
        games=chosen.games,
        any_seed=seed_of(None),
        invariants=chosen.invariants,
    )


def _setup(chosen: Namespace, settings: dict[str, arguments.Setting], variant: str | None) -> "Setup":
    from rulewright.analysis.simulate.tasks import Setup
    from rulewright.language.elaborate.settings import called_seats, game_of
    from rulewright.loading import read_text, setting_of
    from rulewright.machine.horizon import trained_beside

    path = find(chosen.game)
    data = read(path)
    text = read_text(path.name, data)
    setting = setting_of(text, chosen.players, settings)
    seats = called_seats(game_of(text.parsed.ruleset), setting.players)
    found = arguments.levels(chosen.seat, seats, "--seat", dict.fromkeys(range(len(seats)), RANDOM))
    levels = tuple(found[seat].name for seat in range(len(seats))) if {*found.values()} != {RANDOM} else ()
    trained = trained_beside(path) if levels else None
    return Setup(path.name, data, title(path), setting.players, setting.options, variant, levels, trained)


def _compared(text: str) -> tuple[str, dict[str, arguments.Setting]]:
    """Read `name=a,b,…`: the name of an option, its values as written and as they are meant."""
    name, equals, values = text.partition("=")
    words = values.replace("_", "-").split(",")
    if not (name and equals and all(words)):
        raise Misuse(f'"{shown(text)}" compares nothing. Write --compare NAME=VALUE,VALUE.')
    read_values = [options([f"{name}={word}"]) for word in words]
    found = {word: value for word, each in zip(words, read_values, strict=True) for value in each.values()}
    if not 2 <= len(set(found.values())) == len(words) <= VARIANTS:
        raise Misuse(f"--compare needs 2 to {VARIANTS} different values: NAME=VALUE,VALUE.")
    return next(iter(read_values[0])), found


@verb("train")
def _train(game: str, players: int | None, option: list[str], seed: int | None, minutes: int, *, force: bool) -> int:
    """Nothing is written where nothing wins beyond chance."""
    from rulewright.machine.horizon import SUFFIX, trained_text
    from rulewright.training import train

    path, rules, said = find(game), rules_of(game, players, option), [""]
    file = path.with_suffix(SUFFIX)
    if file.exists() and not force:
        raise Misuse(f"{shown(str(file))} exists already; --force trains anew and overwrites it.")
    with (
        faults_told(rules),
        ElapsedLine("training", lambda: f"training: {said[0]}").shown(),
    ):
        found = train(rules, 60 * minutes, seed_of(seed), lambda text: said.__setitem__(0, text))
    if found is None:
        complain("There is nothing to train: in these rules nobody plays against anybody, or nothing can be learned.")
        return FINE
    won = f"{found.share.value:.0%} of {found.games:,} games (by chance {found.fair:.0%})"
    if not found.better:
        complain(
            f"Nothing won beyond chance; best was {found.trained}: {won}. Nothing is written. With more --minutes "
            "there are more games, which tell smaller differences."
        )
        return FINE
    write_files({file: trained_text(found.trained).encode()}, force=force)
    print(f"What won most is {found.trained}: {won}. Written to {shown(str(file))}.")
    return FINE
