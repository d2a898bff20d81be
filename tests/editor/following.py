"""A session at the keyboard, told to the language server key by key: after each it says what `check --effort 0` says.

`python -m tests.editor.following [GAME …] [--edits 300] [--seed 0]` does that by hand, and prints how often it was so.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from lsprotocol import types as lsp
from pytest_lsp import LanguageClient, make_test_lsp_client

from rulewright.analysis.check import check
from rulewright.files import find
from rulewright.language.older_texts import read_in_its_language
from rulewright.language.source import Source
from tests.editor.edits import Step, position, session

URI: Final = "file:///games/game.rules"
DOCUMENT: Final = lsp.TextDocumentIdentifier(URI)
PATIENCE_S: Final = 120
SERVER: Final = (sys.executable, "-m", "rulewright", "lsp", "--effort")
AT_ONCE_AND_WHOLE: Final = 2
"""So often the findings of a text are told that is only read."""

Said = list[tuple[object, str, int, int]]
"""Codes, messages, and where they begin: lines, and columns in UTF-16, from 0."""


def show(editor: LanguageClient, text: str) -> None:
    """Open a text."""
    item = lsp.TextDocumentItem(URI, "rulewright", 0, text)
    editor.text_document_did_open(lsp.DidOpenTextDocumentParams(item))


def said(told: Sequence[lsp.Diagnostic]) -> Said:
    """What the server tells."""
    return sorted((one.code, one.message, one.range.start.line, one.range.start.character) for one in told)


def read(text: str) -> Said:
    """What `check --effort 0` tells of a text."""
    source = read_in_its_language("game.rules", text.encode())
    found = check(source) if isinstance(source, Source) else source
    lines, places = text.split("\n"), []
    for one in found:
        if one.severity != "suspicion":
            before = text[: one.span.start] if not isinstance(source, Source) else None
            place = position(before, len(before)) if before is not None else _place(source, lines, one.span.start)
            places.append((one.code, one.message, place.line, place.character))
    return sorted(places)


def _place(source: Source, lines: Sequence[str], offset: int) -> lsp.Position:
    line = source.line(offset) - 1
    return lsp.Position(line, position(lines[line], source.column_in_file(offset) - 1).character)


async def followed(editor: LanguageClient, steps: Iterable[Step]) -> int:
    """Law: after each thing that is done to a text the server says of it what `check --effort 0` says. How often."""
    version = 0
    for version, each in enumerate(steps, 1):
        what = lsp.VersionedTextDocumentIdentifier(version=version, uri=URI)
        whole = lsp.TextDocumentContentChangeWholeDocument(each.after)
        editor.text_document_did_change(lsp.DidChangeTextDocumentParams(what, [whole]))
        told = await asyncio.wait_for(_whole(editor, version), PATIENCE_S)
        expected = read(each.after)
        assert said(told) == expected, (set(said(told)) ^ set(expected), each)
    return version


async def _whole(editor: LanguageClient, version: int) -> Sequence[lsp.Diagnostic]:
    """What the whole reading of a version finds."""
    times = 0
    while True:
        news = await editor.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        times += news.version == version
        if times == AT_ONCE_AND_WHOLE:
            return news.diagnostics


async def _by_hand(game: str, edits: int, random: Random) -> int:
    editor = make_test_lsp_client()
    await editor.start_io(*SERVER, "0")
    await editor.initialize_session(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    text = find(game).read_text(encoding="utf-8")
    show(editor, text)
    times = await followed(editor, session(text, random, edits))
    await editor.shutdown_session()
    return times


def main() -> None:
    """Follow a session in each game, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=("tic-tac-toe", "connect-four"))
    parser.add_argument("--edits", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    for game in chosen.games:
        begun = time.monotonic()
        times = asyncio.run(_by_hand(game, chosen.edits, Random(chosen.seed)))
        print(f"{game}: {times} edits, each as check says, in {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
