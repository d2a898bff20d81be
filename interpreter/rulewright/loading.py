"""From a game's name or path to rules that can be played: read, parse, settle, elaborate, lower."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from attrs import frozen

from rulewright.files import find, read, title
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import Setting, game_of, player_counts, settle, trouble
from rulewright.language.messages import flow
from rulewright.language.nesting_limits import OUTGROWN, outgrown
from rulewright.language.older_texts import read_in_its_language
from rulewright.language.parser import Parsed, parse
from rulewright.language.source import Source, readable
from rulewright.language.types import OptionSetting
from rulewright.machine.game import Rules
from rulewright.machine.horizon import trained_beside
from rulewright.machine.lower import lower


class RulesError(Exception):
    """The text is not a ruleset, or the setting is not one of its settings: `diagnostics` say why."""

    def __init__(self, source: Source, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.source = source
        self.diagnostics = diagnostics
        super().__init__("\n".join(diagnostic.message for diagnostic in diagnostics))


@contextmanager
def outgrowing(source: Source) -> Iterator[None]:
    """Rules that outgrow the process are refused as others are."""
    try:
        yield
    except OUTGROWN as problem:
        raise RulesError(source, (outgrown(problem),)) from None


@frozen
class Text:
    """A text with its tree, and the hash by which records know it."""

    source: Source
    parsed: Parsed
    sha256: str


def load(game: str | Path, *, players: int | None = None, options: Mapping[str, OptionSetting] | None = None) -> Rules:
    """The rules of a shipped game or of a file at one setting; without `players` for as few as can play.

    Opponents know what they were trained to. Raises `FileTrouble` where there is no such file, or what lies beside it
    is nothing of training, and `RulesError` where its text is not a ruleset.
    """
    path = find(str(game))
    rules = rules_of(read_text(path.name, read(path)), title(path), players=players, options=options)
    rules.trained = trained_beside(path)
    return rules


@lru_cache(maxsize=16)
def read_text(name: str, data: bytes) -> Text:
    """The text of a file, read and parsed but for its examples."""
    source = read_in_its_language(name, data)
    if not isinstance(source, Source):
        raise RulesError(readable(name, data), tuple(source))
    with outgrowing(source):
        parsed = parse(source, skip_examples=True)
        if parsed.diagnostics:
            from rulewright.analysis.trying import tried  # without mistakes nobody waits for it

            parsed = tried(source, parsed, skip_examples=True)
        return Text(source, parsed, hashlib.sha256(data).hexdigest())


def rules_of(
    text: Text,
    name: str,
    *,
    players: int | None = None,
    options: Mapping[str, OptionSetting] | None = None,
    noting: bool = False,
    changes: bool = False,
) -> Rules:
    """The rules of a text at one setting; `noting`: their program counts what happens; `changes`: and which sentences
    changed something."""
    with outgrowing(text.source):
        setting = setting_of(text, players, options or {})
        made = elaborate(text.parsed, text.source, setting.players, dict(setting.options))
        errors = tuple(found for found in (*text.parsed.diagnostics, *made.diagnostics) if found.severity == "error")
        if made.core is None or errors:
            raise RulesError(text.source, errors)
        program = lower(made.core, noting=noting, changes=changes)
    return Rules(made.core, program, text.source.text, name, text.sha256, text.source.language)


def setting_of(text: Text, players: int | None, options: Mapping[str, OptionSetting]) -> Setting:
    """The setting that was asked for, completed by defaults."""
    ruleset = text.parsed.ruleset
    headless = () if game_of(ruleset) or text.parsed.diagnostics else (flow.no_game(),)
    wrong = (*text.parsed.diagnostics, *headless, *trouble(ruleset, text.source))
    if wrong:
        raise RulesError(text.source, tuple(sorted(wrong, key=lambda found: found.span.start)))
    if players is not None and (isinstance(players, bool) or not isinstance(players, int)):
        raise TypeError(f"players is a whole number, not {players!r}: write players=2")
    given: object = options
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise TypeError(f'options are a mapping from names, not {options!r}: write options={{"NAME": "VALUE"}}')
    chosen = players if players is not None else min(player_counts(ruleset), default=0)
    setting = settle(ruleset, text.source, chosen, options)
    if not isinstance(setting, Setting):
        raise RulesError(text.source, setting)
    return setting
