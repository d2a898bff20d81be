"""The command `check`: reads rules, plays them to find their holes, and with `--fix` repairs files in place."""

import argparse
import re
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from rulewright.cli.arguments import FINDINGS, FINE, verb
from rulewright.cli.check_file import How, News, looked_at
from rulewright.cli.console import ElapsedLine, as_source, complain, report, tell, usable_cores, write_json
from rulewright.cli.doubts_commands import Doubting, doubts_told
from rulewright.files import FileTrouble, find, folder, read, rules_files, title, write
from rulewright.language.span import BYTES
from rulewright.levels import WORDS, Level, level_of
from rulewright.shown import INTERNAL, Misuse, failed_words, shown

if TYPE_CHECKING:
    from rulewright.analysis.playtest.coverage import Coverage
    from rulewright.analysis.repairing import Repaired
    from rulewright.language.render import Json
    from rulewright.language.source import Source


def fixed(names: Sequence[str], form: str) -> "tuple[list[str], list[Json], int]":
    """Repair files, each all of it or not at all; those to be looked at, the repairs for programs, the exit code."""
    from rulewright.analysis.repairing import repaired

    if form != "text" and "-" in names:
        raise Misuse("What stands at standard input is repaired as text: --format does not go with it.")
    repairs: list[Json] = []
    code = FINE
    for name in names:
        if name == "-":  # it is printed as it is repaired; what was done, and what stays, stands at standard error
            from rulewright.analysis.check import check

            found = repaired("-", sys.stdin.buffer.read(BYTES + 1))
            sys.stdout.flush()
            sys.stdout.buffer.write(found.data)
            _tell_repairs("-", found, tell)
            source, unreadable = as_source("-", found.data)
            stays = [one for one in unreadable or check(source) if one.severity != "suspicion"]
            report(source, stays, tell)
            code = FINDINGS if stays else code
            continue
        path = Path(name)
        with ElapsedLine("repairing").shown():
            found = repaired(name, read(path))
            if found.made:
                write({path: found.data}, force=True)
        for one in found.made:
            before, after = "\n".join(one.before), "\n".join(one.after)
            repairs.append({"file": name, "line": one.line, "code": one.code, "before": before, "after": after})
        _tell_repairs(name, found, sys.stdout.write if form == "text" else tell)
    return [name for name in names if name != "-"], repairs, code


def _tell_repairs(name: str, found: "Repaired", say: Callable[[str], object]) -> None:
    """Say for people what was repaired, with the lines before and after it, and that there may be more."""
    for one in found.made:
        said = f"{shown(name)}, line {one.line}: repaired [{one.code}]\n"
        for mark, lines in (("    ", one.before), ("  → ", one.after)):
            margin = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
            said += "".join(f"{mark}{shown(line[margin:])}\n" for line in lines)
        say(said)
    if not found.whole:
        complain(f"{shown(name)}: more may be repaired the same way, by the same command once more.")


def _tell_coverage(
    happened: "Sequence[tuple[Source, Coverage]]", form: str, page: str | None, least: int | None, *, lines: bool
) -> int:
    """Say what of each text happened, beside its `lines` and on a page; less than the `least` percent is a finding."""
    from rulewright.analysis.playtest.coverage import as_page, as_text, summary

    say: Callable[[str], object] = sys.stdout.write if form == "text" else tell
    low = [coverage.percent < (least or 0) for _, coverage in happened]
    for (source, coverage), less in zip(happened, low, strict=True):
        say(as_text(source, coverage) if lines else "")
        say(f"{summary(source, coverage)}{f', less than {least} %' if less else ''}\n")
    if page is not None:
        write({Path(page): as_page(happened).encode()}, force=True)
    return FINDINGS if any(low) else FINE


def in_turn(tasks: Sequence[tuple[str, How]], jobs: int) -> Generator[News, None, None]:
    """What is told of each file, as soon as it is known and written, and all files before it are told."""
    if jobs > 1:
        from rulewright.analysis.side_by_side import side_by_side

        arriving = side_by_side(_pieces, tasks, jobs)
    else:
        arriving = ((at, piece) for at, task in enumerate(tasks) for piece in _pieces(*task))
    now, waiting = 0, defaultdict[int, deque[News | None]](deque)
    with closing(arriving):
        for at, heard in arriving:
            if heard is not None:
                write(heard.files, force=True)
            waiting[at].append(heard)
            while waiting[now]:
                news = waiting[now].popleft()
                if news is None:
                    now += 1
                else:
                    yield news


def _pieces(name: str, how: How) -> Iterator[News | None]:
    """All that is told of a file, that it cannot be read, too; None when that is all."""
    try:
        yield from looked_at(name, how)
    except (FileTrouble, OSError) as trouble:
        yield News(trouble=trouble)
    yield None


def _playing(text: str) -> Level:
    found = level_of(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"say how strong ({WORDS}), and name the files before --balance")
    if found.solves:
        raise argparse.ArgumentTypeError(f"how {text} players do is said by rulewright explore GAME --solve")
    return found


def _places_of_findings(
    names: Sequence[str], target: Path | None, *, force: bool
) -> tuple[Sequence[Path | None], set[Path]]:
    """How the names of the files of each one's findings begin, and those of an earlier look; without `force` alone."""
    if target is None:
        return [None] * len(names), set()
    there, times = {*target.iterdir()}, Counter[str]()
    beginnings: list[Path] = []
    earlier: set[Path] = set()
    for stem in (title(find(name)) for name in names):
        times[stem] += 1
        begin = f"{stem}-{times[stem]}" if times[stem] > 1 else stem
        beginnings.append(target / begin)
        of_findings = re.compile(rf"{re.escape(begin)}-line-\d+-[a-z-]+(-\d+)?\.(txt|jsonl)")
        earlier |= {path for path in there if of_findings.fullmatch(path.name)}
    if not force and there - earlier:
        raise FileTrouble(f"{shown(str(target))} holds more than findings of these rules; --force writes into it.")
    return beginnings, earlier


@verb("check", playing=_playing)
def _check(
    files: Sequence[str],
    format: str,
    effort: int,
    work: int | None,
    memory: int,
    jobs: int | None,
    found: str | None,
    balance: Level | None,
    *,
    page: str | None,
    fail_under: int | None,
    strict: bool,
    fix: bool,
    force: bool,
    coverage: bool,
    doubts: bool,
) -> int:
    if doubts and format != "text":
        raise Misuse(f"With --format {format} doubts are told by a command of their own: rulewright doubts FILE.")
    if page is not None and not page.endswith(".html"):
        raise Misuse(f'A page of coverage is a file such as coverage.html, not "{shown(page)}".')
    if coverage and format != "text":
        raise Misuse(f"With --format {format} coverage is told on a page only, such as --page coverage.html.")
    covered = coverage or page is not None or fail_under is not None
    if covered and not (effort if work is None else work):
        raise Misuse("Coverage is what happens in play, and with --effort 0 nobody plays.")
    names = [file for given in files for file in rules_files(given)]
    names, repairs, code = fixed(names, format) if fix else (names, [], FINE)
    if not names:
        return code
    line = ElapsedLine("looking for holes")
    heard: list[News] = []
    with nullcontext() if found is None else folder(Path(found)):
        beginnings, earlier = _places_of_findings(names, None if found is None else Path(found), force=force)
        jobs = (jobs or usable_cores()) if effort or work or balance else 1
        files_at_once = min(jobs, len(names))
        share = max(1, memory // files_at_once)
        how = How(format, effort, work, share, jobs if len(names) == 1 else 1, strict, balance)
        tasks = [(name, evolve(how, found=each)) for name, each in zip(names, beginnings, strict=True)]
        with line.shown(), closing(in_turn(tasks, files_at_once)) as arriving:
            for news in arriving:
                with line.away():
                    print(news.said, end="", flush=True)
                    if news.complained:
                        complain(news.complained)
                if news.trouble is not None:
                    raise news.trouble
                earlier -= news.files.keys()
                heard.append(news)
    for path in sorted(each for each in earlier if each.suffix == ".txt"):
        complain(f"{shown(str(path))} is from an earlier look: it was not found this time.")
    findings = [each for news in heard for each in news.findings]
    notes = [each for news in heard for each in news.notes]
    looked = [each for news in heard for each in news.looked]
    if format == "json":
        more = {"repairs": repairs if fix else None, "looked": looked or None, "notes": notes if balance else None}
        write_json({"findings": findings, **{name: each for name, each in more.items() if each is not None}})
    if findings or any(news.failed for news in heard):
        code = FINDINGS
    if doubts:
        code = max(code, *(doubts_told(name, Doubting(jobs=jobs)) for name in names))
    happened = [each for news in heard for each in news.happened]
    try:
        return max(code, _tell_coverage(happened, format, page, fail_under, lines=coverage) if covered else FINE)
    except INTERNAL as error:
        complain(failed_words(error, "it was told what happened in play", "the findings are not concerned."))
        return FINDINGS
