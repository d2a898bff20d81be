"""A simulation with its files: begun or taken up again, played from its plan to its last state, and summed up.

What is refused is refused before anything is played, and before any file is touched. Law: wherever a run is stopped,
the state that is returned, the checkpoint and the file of games tell of the same games; but where games are mostly too
slow the state tells of those, too, with which that was found.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from operator import add
from pathlib import Path
from typing import Final
from zlib import crc32

from attrs import asdict, define, evolve, field, frozen

from rulewright.analysis.random_games import MAX_DECISIONS as SEATED_MOST
from rulewright.analysis.side_by_side import in_order
from rulewright.analysis.simulate import checkpoint, tasks as played_by
from rulewright.analysis.simulate.checkpoint import State, Unfit, beginning
from rulewright.analysis.simulate.summary import Difference, Summary, differences, summary
from rulewright.analysis.simulate.sums import Json
from rulewright.analysis.simulate.tasks import Match, Plan, Played, Setup, Standing, Task, carry_out, rules_of_setup
from rulewright.files import FileTrouble, file_errors, read, refuse, remove, write as put, writing
from rulewright.language.render import shown_prose
from rulewright.machine.playouts import MOST_DECISIONS, mostly_slow
from rulewright.machine.program.bounds import CALL_TIMEOUT_S, LATE
from rulewright.own_files import Growing
from rulewright.shown import Misuse, shown

GAMES: Final = 1_000
EVERY: Final = 2.0
"""So many seconds lie between two checkpoints at least."""
CHUNK: Final = 1 << 20
WORDS: Final = ("variant", "winners", "status")
"""The columns of the file of games that are no numbers."""


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
            with file_errors(path, "write"):
                if os.path.lexists(path) and not (self.force or path in there):
                    raise FileTrouble(f"{shown(str(path))} exists already; --force overwrites it.")
                if path.exists() and not path.is_file():
                    raise FileTrouble(f"{shown(str(path))} is not a file.")
                if not os.access(path.parent, os.W_OK | os.X_OK):
                    missing = "its folder is not there, or not to be written to"
                    raise FileTrouble(f"Cannot write {shown(str(path))}: {missing}.")
            refuse(path, force=True, rules=game)


def games_again(path: Path, header: bytes, state: State) -> Growing:
    """The file of games that a state tells of, cut to what it tells; Unfit if that is not in it. Before the first batch
    it may be that not even the header was written."""
    if state.batches == 0 and (not os.path.lexists(path) or header.startswith(read(path, most=len(header)))):
        return Growing.new(path, header, force=True)
    found = Growing.again(path)
    crc, left = 0, state.written
    found.file.seek(0)
    while left and (chunk := found.file.read(min(CHUNK, left))):
        crc, left = crc32(chunk, crc), left - len(chunk)
    if left or crc != state.crc:
        found.file.close()
        raise Unfit(f"{shown(str(path))} does not hold the games of the checkpoint any more.")
    found.cut(state.written)
    return found


@define
class Keeper:
    """Writes what is played: the lines of games, and from time to time a checkpoint."""

    games: Growing | None = None
    path: Path | None = None
    plan: Json = field(factory=dict)
    _next: float = field(init=False, default=0.0)

    def keep(self, played: Played, state: State) -> None:
        """Write the lines of a batch, and a checkpoint of the state behind it if the last one is old."""
        if self.games is not None:
            self.games.write(played.rows)
        if time.monotonic() >= self._next:
            self.save(state)
            self._next = time.monotonic() + EVERY

    def close(self, state: State) -> None:
        """Let the files tell of this state, and nothing else, and close them."""
        try:
            if self.games is not None:
                self.games.cut(state.written)
            self.save(state)
        finally:
            if self.games is not None:
                self.games.file.close()

    def save(self, state: State) -> None:
        """Keep a checkpoint; what it tells of is on the disk before it is."""
        if self.path is not None:
            if self.games is not None:
                self.games.keep()
            checkpoint.save(self.path, self.plan, state)


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


class Session:
    """A plan, where it stands, and what keeps it: at its beginning, or with `resume` where the checkpoint stands, if
    there is one yet."""

    def __init__(self, wish: Wish, files: Files, *, resume: bool) -> None:
        self.rules = rules = tuple(rules_of_setup(setup) for setup in wish.setups)
        kept = checkpoint.load(files.checkpoint) if resume and files.checkpoint is not None else None
        before: Json = {"seed": wish.any_seed, "games": GAMES} if kept is None else kept[0]
        seed = before["seed"] if wish.seed is None else wish.seed
        number = before["games"] if wish.games is None else wish.games
        most = SEATED_MOST if any(setup.levels for setup in wish.setups) else MOST_DECISIONS
        self.plan = plan = Plan(wish.setups, seed, number, files.games is not None, most, wish.invariants)
        header = played_by.csv_header(rules[0].players, variants=len(rules) > 1)
        written = checkpoint.written_plan(plan, tuple(each.sha256 for each in rules))
        if kept is None or files.checkpoint is None:
            self.state = beginning(tuple(each.program for each in rules), header if plan.rows else b"")
        else:
            self.state = checkpoint.state_of(files.checkpoint, *kept, written)
        files.check(wish.path, [files.checkpoint if resume else None, files.games if kept is not None else None])
        self.keeper = Keeper(None, files.checkpoint, written)
        if kept is None:
            self.keeper.save(self.state)
        if files.games is not None and kept is None:
            self.keeper.games = Growing.new(files.games, header, force=files.force)
        elif files.games is not None:
            self.keeper.games = games_again(files.games, header, self.state)


Workers = Callable[[Callable[[Task], Played], Iterable[Task]], Generator[Played, None, None]]
"""Who plays: gives what comes of each task, in their order."""


def here(jobs: int) -> Workers:
    """So many processes of this machine; for one job none beside this one."""
    return (lambda do, tasks: (do(task) for task in tasks)) if jobs == 1 else partial(in_order, jobs=jobs)


@frozen
class Ran:
    """How far it came. `stopped`: why it did not come to the end."""

    state: State
    stopped: str | None = None


def play_remaining(
    plan: Plan, state: State, workers: Workers, keeper: Keeper, tell: Callable[[State, str | None], None]
) -> Ran:
    """Play what is left; `tell` hears of every batch, and of why the reference interpreter plays."""
    stopped = reference = slow = None
    results = workers(carry_out, plan.tasks(state.batches))
    try:
        for played in results:
            reference = reference or played.reference
            if played.given_up:
                # nothing goes on from it
                slow = evolve(state, sums=tuple(map(add, state.sums, played.sums)))
                break
            after = state.after(played)
            keeper.keep(played, after)
            state = after
            tell(state, reference)
            if any(mostly_slow(sums.too_slow, sums.games) for sums in state.sums):
                slow = state
                break
    except KeyboardInterrupt:
        stopped = "Stopped."
    except FileTrouble as trouble:
        stopped = str(trouble)
    finally:
        results.close()
        try:
            keeper.close(state)
        except FileTrouble as trouble:
            stopped = str(trouble)
    if slow is not None:
        sums = max(slow.sums, key=lambda sums: sums.too_slow)
        where = max((fault for fault in sums.faults if fault.code == LATE), key=lambda fault: fault.games)
        many = f"{sums.too_slow:,} of {sums.games:,} games, each after {CALL_TIMEOUT_S:.0f} seconds"
        often = f'most often at line {where.line}: "{shown_prose(where.rule)}"'
        late = f"The clock has ended {many}, {often}. Games go on where there is less to do there."
        state, stopped = slow, stopped or late
    return Ran(state, stopped)


# ---- by workers of a Dask cluster

SECONDS: Final = 30
AHEAD: Final = 3


class NoCluster(Misuse):
    """There is no cluster to be had: why, in words."""


@contextmanager
def workers(address: str) -> Iterator[Workers]:
    """The workers of the cluster with this scheduler. Where one dies, others play again what it was playing."""
    try:
        from distributed import Client, KilledWorker  # only who has a cluster has it
    except ImportError as missing:
        raise NoCluster('A cluster needs Dask: pip install "rulewright[cluster]".') from missing
    try:
        client = Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as trouble:
        raise NoCluster(f"There is no cluster at {shown(address)}: {shown(str(trouble))}.") from trouble

    def in_their_order(do: Callable[[Task], Played], tasks: Iterable[Task]) -> Generator[Played, None, None]:
        waiting = deque[Future[Played]]()  # so many tasks are under way at once
        executor, window = client.get_executor(pure=False), AHEAD * sum(client.nthreads().values())
        try:
            for task in tasks:
                waiting.append(executor.submit(do, task))
                if len(waiting) == window:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except (CancelledError, KilledWorker) as trouble:
            raise FileTrouble("The cluster has lost games: workers died again and again over them.") from trouble
        finally:
            executor.shutdown(wait=False)

    try:
        try:
            client.wait_for_workers(1, timeout=SECONDS)
        except TimeoutError as trouble:
            raise NoCluster(f"The cluster at {shown(address)} has no workers.") from trouble
        if None in client.run(find_spec, "rulewright").values():
            raise NoCluster(f"Workers of the cluster at {shown(address)} do not have rulewright. Install it there.")
        yield in_their_order
    finally:
        client.close()


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
            "differences": [asdict(each) for each in self.differences],
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
        return Results(found, (), played_by.standings(wish.matches, rules[0].players, state.sums))
    variants = [setup.variant or "" for setup in setups]
    scores = all(each.program.score is not None for each in rules)
    return Results(found, tuple(differences(variants, state.pairs, rules[0].players, scores=scores)))


def write(files: Files, found: Results) -> None:
    """Write the page and the Parquet file; the file of games is there already."""
    if files.html is not None:
        from rulewright.analysis.simulate.report import page  # only where it is wanted

        put({files.html: page(found.summaries, found.differences).encode(errors="replace")}, force=files.force)
    if files.parquet is not None and files.games is not None:
        from pyarrow import csv, int64, parquet, string  # only who wants Parquet has it

        # never in memory as a whole
        with files.games.open("rb") as file, writing(files.parquet, force=files.force) as made:
            names = file.readline().decode().strip().split(",")
            types = {name: string() if name in WORDS else int64() for name in names}
            convert = csv.ConvertOptions(column_types=types, strings_can_be_null=False)
            file.seek(0)
            reader = csv.open_csv(file, convert_options=convert)
            with parquet.ParquetWriter(made, reader.schema) as writer:
                for batch in reader:
                    writer.write_batch(batch)
        if files.csv is None:
            remove(files.games)
