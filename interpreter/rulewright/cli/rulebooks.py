"""The verb `rulebook`: the rules of a game for its players, as a text or a page."""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rulewright.cli.arguments import FINDINGS, FINE, FORCE, GAME, Verb, argument, flag, number, options
from rulewright.cli.progress import ElapsedLine, tell
from rulewright.cli.telling import report, source_of, write_document
from rulewright.files import find, write
from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.analysis.report.document import Document
    from rulewright.language.diagnostics import Diagnostic
    from rulewright.language.option_settings import OptionSetting
    from rulewright.language.source import Source
    from rulewright.language.syntax import Ruleset

WIDTH, NARROWEST, WIDEST = 80, 40, 100


def _rulebook(
    game: str, players: int | None, option: Sequence[str], output: str | None, *, html: bool, force: bool
) -> int:
    from rulewright.analysis.report.document import Document
    from rulewright.analysis.report.html import as_page
    from rulewright.analysis.report.text import as_text

    chosen = options(option)
    source, wrong = source_of(game)
    with ElapsedLine("writing the rulebook").shown():
        book = wrong or _book(source, players, chosen)
    if not isinstance(book, Document):
        report(source, book, tell)
        return FINDINGS
    text = as_page(book) if html else as_text(book, _width() if output is None else WIDTH)
    if output is None:
        write_document(text)
        return FINE
    write({Path(output): text.encode(errors="replace")}, force=force, rules=find(game))
    print(shown(output))
    return FINE


def _book(
    source: "Source", players: int | None, chosen: "Mapping[str, OptionSetting]"
) -> "Document | Sequence[Diagnostic]":
    """The rulebook of a text where so much has been chosen, or what is wrong with either."""
    from rulewright.analysis.rulebook import rulebook
    from rulewright.language.elaborate.settings import trouble
    from rulewright.language.parser import parse

    parsed = parse(source)
    wrong = [found for found in parsed.diagnostics if found.severity == "error"]
    given = wrong or trouble(parsed.ruleset, source) or _given(parsed.ruleset, source, players, chosen)
    return rulebook(source, parsed.ruleset, given) if isinstance(given, dict) else given


def _given(
    ruleset: "Ruleset", source: "Source", players: int | None, chosen: "Mapping[str, OptionSetting]"
) -> "dict[str, OptionSetting] | Sequence[Diagnostic]":
    """What was chosen, as the rules write it, where some setting has all of it; else why none has."""
    from rulewright.language.elaborate.settings import Setting, player_counts, settle

    if players is None and not chosen:
        return {}
    counts = player_counts(ruleset) if players is None else (players,)
    tried = [settle(ruleset, source, count, chosen) for count in counts]
    fits = next((setting for setting in tried if isinstance(setting, Setting)), None)
    if fits is None:
        return next((found for found in tried if not isinstance(found, Setting)), ())
    names = {name.strip().replace("_", "-") for name in chosen}
    given = {name: value for name, value in fits.options if name in names}
    return given if players is None else {"player-count": players, **given}


def _width() -> int:
    """As wide as the terminal is, within what can be read well."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDTH, 24)).columns))


RULEBOOK: Final = Verb(
    "rulebook",
    "write the rulebook of a game, for its players",
    (
        GAME,
        argument("--players", type=number(1, 12), metavar="N", help="only what goes for so many players"),
        argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="only what goes with this option; without, each is told",
        ),
        flag("--html", "as a page of HTML"),
        argument("-o", dest="output", metavar="FILE", help="write it to a file"),
        FORCE,
    ),
    _rulebook,
)
