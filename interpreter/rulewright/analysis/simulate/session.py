"""A simulation with its files: begun or taken up again, played, and its results written.

In: what is wanted, and where to. Out: a `Session` to run, then `Results`. All files are looked at first; what is
refused is refused before anything is played, and before any file is touched.
"""

import os
from collections.abc import Collection
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from zlib import crc32

from attrs import asdict, frozen

from rulewright.analysis.reference_playouts import MAX_DECISIONS as SEATED_MOST
from rulewright.analysis.simulate import checkpoint
from rulewright.analysis.simulate.checkpoint import Plan, State, Unfit, beginning
from rulewright.analysis.simulate.compare import Difference, differences
from rulewright.analysis.simulate.loop import Keeper
from rulewright.analysis.simulate.summary import Summary, summary
from rulewright.analysis.simulate.tasks import Match, Setup, Standing, csv_header, rules_of_setup, standings
from rulewright.files import FileTrouble, read, refuse, remove, told, writing
from rulewright.files import write as put
from rulewright.machine.game import Rules
from rulewright.machine.playouts import MOST_DECISIONS
from rulewright.own_files import Growing
from rulewright.shown import shown

GAMES: Final = 1_000


@frozen
class Files:
    """Where everything goes; `force`: over files that exist."""

    checkpoint: Path | None = None
    csv: Path | None = None
    parquet: Path | None = None
    html: Path | None = None
    force: bool = False

    @property
    def games(self) -> Path | None:
        """The file of games: that of --csv, or for --parquet one beside it until the end."""
        if self.csv is not None or self.parquet is None:
            return self.csv
        return self.parquet.with_name(f"{self.parquet.name}.csv")

    def check(self, game: Path, there: Collection[Path | None]) -> None:
        """Refuse what could not be written; these may be there: they are gone on with."""
        if self.parquet is not None and find_spec("pyarrow") is None:
            raise FileTrouble('A Parquet file needs pyarrow: pip install "rulewright[parquet]".')
        paths = [path for path in (self.checkpoint, self.games, self.parquet, self.html) if path is not None]
        places = {os.path.realpath(path) for path in (*paths, game)}  # of links that lead round, too
        if len(places) <= len(paths):
            raise FileTrouble("The files to be written must differ from each other and from the rules.")
        for path in paths:
            with told(path, "write"):
                _check(path, there=self.force or path in there)
            refuse(path, force=True, rules=game)


def _check(path: Path, *, there: bool) -> None:
    """Refuse a file that cannot be written; `there`: it may be there."""
    if os.path.lexists(path) and not there:
        raise FileTrouble(f"{shown(str(path))} exists already; --force overwrites it.")
    if path.exists() and not path.is_file():
        raise FileTrouble(f"{shown(str(path))} is not a file.")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise FileTrouble(f"Cannot write {shown(str(path))}: its folder is not there, or not to be written to.")


@frozen
class Wish:
    """What is wanted: `path` is where the rules are, `game` how they were named; without a seed or number of games
    those of the checkpoint, or `any_seed` and 1,000; `invariants`: it is wanted whether they hold. The setups
    are the seatings of `matches`, if there are any."""

    setups: tuple[Setup, ...]
    path: Path
    game: str
    seed: int | None
    games: int | None
    any_seed: int
    invariants: bool = False
    matches: tuple[Match, ...] = ()


@frozen
class Session:
    """A plan, where it stands, and what keeps it."""

    plan: Plan
    rules: tuple[Rules, ...]
    state: State
    keeper: Keeper


def begin(wish: Wish, files: Files, *, resume: bool) -> Session:
    """Begin, or with `resume` go on where the checkpoint stands, if there is one yet."""
    rules = tuple(rules_of_setup(setup) for setup in wish.setups)
    kept = checkpoint.load(files.checkpoint) if resume and files.checkpoint is not None else None
    plan = _plan(wish, files, kept)
    header = csv_header(rules[0].players, variants=len(rules) > 1)
    start = beginning(tuple(each.program for each in rules))
    start = start.told(header) if plan.rows else start
    written = checkpoint.written_plan(plan, tuple(each.sha256 for each in rules))
    state = start if kept is None else checkpoint.state_of(kept, written, start)
    files.check(wish.path, [files.checkpoint if resume else None, files.games if kept is not None else None])
    keeper = Keeper(None, files.checkpoint, written)
    if kept is None and files.checkpoint is not None:
        keeper.save(state)
    keeper.games = _games(files, header, state, again=kept is not None)
    return Session(plan, rules, state, keeper)


def _plan(wish: Wish, files: Files, kept: checkpoint.Kept | None) -> Plan:
    seeds = (wish.seed, None if kept is None else kept.plan["seed"], wish.any_seed)
    games = (wish.games, None if kept is None else kept.plan["games"], GAMES)
    seed, number = (next(each for each in those if each is not None) for those in (seeds, games))
    most = SEATED_MOST if any(setup.levels for setup in wish.setups) else MOST_DECISIONS
    return Plan(wish.setups, seed, number, files.games is not None, most, wish.invariants)


def _games(files: Files, header: bytes, state: State, *, again: bool) -> Growing | None:
    if files.games is None:
        return None
    return games_again(files.games, header, state) if again else Growing.new(files.games, header, force=files.force)


# ---- what came of it


@frozen
class Results:
    """The summary of every variant, and what differs; of matches how they went instead."""

    summaries: tuple[Summary, ...]
    differences: tuple[Difference, ...]
    standings: tuple[Standing, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The numbers for another program."""
        return {
            "variants": [each.as_json() for each in self.summaries],
            "differences": [each.as_json() for each in self.differences],
            **({"standings": [asdict(each) for each in self.standings]} if self.standings else {}),
        }


def results(wish: Wish, session: Session, state: State) -> Results:
    """What the sums say."""
    setups, rules = wish.setups, session.rules
    found = tuple(
        summary(session.plan, setup, each, sums, wish.game)
        for setup, each, sums in zip(setups, rules, state.sums, strict=True)
    )
    if wish.matches:
        return Results(found, (), standings(wish.matches, rules[0].players, state.sums))
    variants = [setup.variant or "" for setup in setups]
    scores = all(each.program.score is not None for each in rules)
    return Results(found, tuple(differences(variants, state.pairs, rules[0].players, scores=scores)))


def write(files: Files, found: Results) -> None:
    """Write the page and the Parquet file; the file of games is there already."""
    if files.html is not None:
        from rulewright.analysis.simulate.report import page  # only where it is wanted

        put({files.html: page(found.summaries, found.differences).encode(errors="replace")}, force=files.force)
    if files.parquet is not None and files.games is not None:
        as_parquet(files.games, files.parquet, force=files.force)
        if files.csv is None:
            remove(files.games)


# ---- the file of games


CHUNK: Final = 1 << 20
WORDS: Final = ("variant", "winners", "status")


def games_again(path: Path, header: bytes, state: State) -> Growing:
    """The file that a state tells of, cut to what it tells; Unfit if that is not in it. Before the first batch it may
    be that not even the header was written."""
    if state.batches == 0 and _begins(path, header):
        return Growing.new(path, header, force=True)
    found = Growing.again(path)
    if _checksum(found, state.written) != state.crc:
        found.file.close()
        raise Unfit(f"{shown(str(path))} does not hold the games of the checkpoint any more.")
    found.cut(state.written)
    return found


def _begins(path: Path, header: bytes) -> bool:
    """Whether there is no file, or one with a part of the header and nothing else."""
    return not os.path.lexists(path) or header.startswith(read(path, most=len(header)))


def _checksum(games: Growing, length: int) -> int | None:
    """The checksum of the first bytes; None if there are fewer."""
    crc = 0
    games.file.seek(0)
    while length:
        chunk = games.file.read(min(CHUNK, length))
        if not chunk:
            return None
        crc, length = crc32(chunk, crc), length - len(chunk)
    return crc


# ---- as Parquet


def as_parquet(games: Path, goal: Path, *, force: bool) -> None:
    """Write the games of a file as Parquet, never in memory as a whole."""
    from pyarrow import csv, int64, parquet, string  # only who wants Parquet has it

    with games.open("rb") as file, writing(goal, force=force) as made:
        names = file.readline().decode().strip().split(",")
        types = {name: string() if name in WORDS else int64() for name in names}
        file.seek(0)
        reader = csv.open_csv(file, convert_options=csv.ConvertOptions(column_types=types, strings_can_be_null=False))
        with parquet.ParquetWriter(made, reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)
