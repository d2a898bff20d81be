"""What a text's own author says of it: its examples with the parts of the rules that each comes to, and the settings in
which its games are compared."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from attrs import define, evolve, field, frozen

from rulewright.analysis import example_parts
from rulewright.analysis.doubts.pool import Pool, pool_of
from rulewright.analysis.examples import happening
from rulewright.analysis.random_games import reference_playouts
from rulewright.language import core, syntax
from rulewright.language.checks import oversights
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import Setting, admitted, settle
from rulewright.language.parser import Parsed, parse
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.machine import playouts
from rulewright.machine.game import Rules
from rulewright.machine.lower import lower

PLAYERS: Final = 3
"""With so many, if the game can be played so, left and right, next and last are different seats."""
MOST_SETTINGS: Final = 4
CHECKED_GAMES: Final = 3
"""In so many random games it is looked whether they go wrong, end, and keep the invariants."""
MOST_DECISIONS: Final = 1_000
WORD: Final = re.compile(r"[\w-]+")


@frozen
class Told:
    """An example: its node, its setting, the paragraphs that say what it compares, and the places of the rules that
    happen in it, as far as they are known."""

    node: syntax.Example
    setting: Setting
    compares: frozenset[Span] = field(default=frozenset(), repr=False)
    places: frozenset[Span] = field(default=frozenset(), repr=False)


@frozen
class Reading:
    """A text at one setting: its core, if it has one, and what is found in it."""

    core: core.Core | None
    found: tuple[Diagnostic, ...]


def at_setting(parsed: Parsed, source: Source, setting: Setting) -> Reading:
    """A text read at one setting; not yet what is surely not meant."""
    made = elaborate(parsed, source, setting.players, dict(setting.options))
    return Reading(made.core, (*parsed.diagnostics, *made.diagnostics))


def codes(reading: Reading, source: Source) -> Counter[str]:
    """How often each code of a finding is told of it, what is surely not meant, too."""
    more = () if reading.core is None else oversights(reading.core, source)
    return Counter(each.code for each in (*reading.found, *more))


@frozen
class Wrong:
    """What goes wrong in a game: an `invariant` by its title, or what `check` finds by its code."""

    by: str
    invariant: bool = False


def gone_wrong(rules: Rules) -> Iterator[Wrong]:
    """What breaks, goes wrong or does not end in a few random games, each as soon as it is seen."""
    for game in range(CHECKED_GAMES):
        batch = reference_playouts(rules, 1, game, 1, MOST_DECISIONS, counting=False, checking=True)
        [status], [number, *_] = batch.status, batch.winners
        if status == playouts.BROKEN:
            yield Wrong(rules.program.invariants[number].title, invariant=True)
        elif status in (playouts.FAULTED, playouts.TOO_LONG, playouts.TOO_SLOW):
            yield Wrong("goes-wrong" if status == playouts.FAULTED else "need-not-end")


@define
class Author:
    """A text whose rules are right; `parts`: all places of which it is known whether an example comes there."""

    source: Source
    parsed: Parsed
    settings: tuple[Setting, ...]
    examples: tuple[Told, ...]
    parts: frozenset[Span] = frozenset()
    _pools: dict[Setting, Pool | None] = field(factory=dict)
    _plain: dict[Setting, Rules] = field(factory=dict)
    _codes: dict[Setting, Counter[str]] = field(factory=dict)
    _wrong: dict[Setting, tuple[Wrong, ...]] = field(factory=dict)

    @classmethod
    def of(cls, source: Source) -> "Author":
        """The author of a text; without knowing yet to which places the examples come."""
        parsed = parse(source)
        nodes = example_parts.examples_of(parsed)
        chosen = example_parts.with_settings(parsed, source, nodes)
        examples = tuple(
            Told(node, setting, _compared(node, parsed.ruleset))
            for node, setting in chosen
            if isinstance(setting, Setting)
        )
        every = admitted(parsed.ruleset, source).settings
        players = min((each.players for each in every), key=lambda number: abs(number - PLAYERS))
        settled = settle(parsed.ruleset, source, players, {})
        usual = settled if isinstance(settled, Setting) else every[0]
        often = [each for each, _ in Counter(told.setting for told in examples).most_common()]
        settings = tuple(dict.fromkeys([usual, *often, every[-1]]))[:MOST_SETTINGS]
        return cls(source, evolve(parsed, ruleset=_without_examples(parsed.ruleset)), settings, examples)

    def knowing(self, known: "Known") -> "Author":
        """The same with the places to which each example comes, without those that do not come true."""
        pairs = zip(self.examples, known.places, strict=True)
        examples = tuple(evolve(told, places=each) for told, each in pairs if each is not None)
        return evolve(self, parts=known.parts, examples=examples)

    def rules(self, setting: Setting, *, noting: bool = False) -> Rules | None:
        """Today's rules at a setting."""
        made = at_setting(self.parsed, self.source, setting).core
        return None if made is None else rules_made(made, self.source, noting=noting)

    def plain(self, setting: Setting) -> Rules:
        """Today's rules at one of the `settings`, kept."""
        if setting not in self._plain:
            rules = self.rules(setting)
            assert rules is not None, "the rules are right"
            self._plain[setting] = rules
        return self._plain[setting]

    def pool(self, setting: Setting) -> Pool | None:
        """The games of a setting."""
        if setting not in self._pools:
            rules = self.rules(setting, noting=True)
            self._pools[setting] = None if rules is None else pool_of(rules)
        return self._pools[setting]

    def codes(self, setting: Setting) -> Counter[str]:
        """What is found in today's text at a setting."""
        if setting not in self._codes:
            self._codes[setting] = codes(at_setting(self.parsed, self.source, setting), self.source)
        return self._codes[setting]

    def gone_wrong(self, setting: Setting) -> tuple[Wrong, ...]:
        """What goes wrong with today's rules, too."""
        if setting not in self._wrong:
            self._wrong[setting] = tuple(gone_wrong(self.plain(setting)))
        return self._wrong[setting]

    def touched(self, place: Span) -> list[Told]:
        """The examples that come to the smallest part of the rules around a place, to something in it (what an action
        asks before it is chosen), or compare what its paragraph says: only these can notice a change there. First
        those that have most words in common with its line which few others have."""
        around = [span for span in self.parts if span.start <= place.start and place.end <= span.end]
        smallest = min(around, key=lambda span: span.end - span.start, default=None)
        found = [
            each
            for each in self.examples
            if smallest is None
            or any(smallest.start <= span.start and span.end <= smallest.end for span in each.places)
            or any(span.start <= place.start and place.end <= span.end for span in each.compares)
        ]
        words = {each.node.span: set(WORD.findall(self.text_of(each.node.span))) for each in found}
        often = Counter(word for some in words.values() for word in some)
        line = self.text_of(Span(self.source.starts[self.source.line(place.start) - 1], place.end))
        common = {
            *WORD.findall(line.partition("--")[0]),
            *WORD.findall(self.source.line_text(self.source.line(place.end))),
        }
        weight = {span: sum(1 / often[word] for word in some & common) for span, some in words.items()}
        return sorted(found, key=lambda each: (-weight[each.node.span], len(each.places)))

    def text_of(self, span: Span) -> str:
        """What stands at a place."""
        return self.source.text[span.start : span.end]


def _without_examples(ruleset: syntax.Ruleset) -> syntax.Ruleset:
    return syntax.Ruleset(tuple(each for each in ruleset.declarations if not isinstance(each, syntax.Example)))


def _compared(example: syntax.Example, ruleset: syntax.Ruleset) -> frozenset[Span]:
    """The paragraphs that say what an example may compare: scores, who has won, what is defined, and what these ask."""
    defined = [(each.name.text, each) for each in ruleset.declarations if isinstance(each, syntax.Define)]
    scoring = [each for each in ruleset.declarations if isinstance(each, syntax.Scoring)]
    said = [*defined, *((name, each) for name in ("score", "winners") for each in scoring)]
    found, waiting = set[Span](), [*_names(example)]
    while waiting:
        name = waiting.pop()
        for each in (each for called, each in said if called == name and each.span not in found):
            found.add(each.span)
            waiting += _names(each)
    return frozenset(found)


def _names(node: object) -> set[str]:
    return {each.name.text for each in walk(node) if isinstance(each, syntax.Word | syntax.Member | syntax.Call)}


def rules_made(made: core.Core, source: Source, *, noting: bool = False) -> Rules:
    """The rules of a core."""
    return Rules(made, lower(made, noting=noting), source.text, source.name, "", source.language)


@frozen
class Known:
    """To which places each example comes (None of one that does not come true today), and which parts are noted."""

    places: tuple[frozenset[Span] | None, ...]
    parts: frozenset[Span]


def known_of(author: Author) -> Known:
    """What the examples of a text come to."""
    found, parts = dict[int, frozenset[Span]](), set[Span]()
    groups: dict[Setting, list[int]] = {}
    for number, told in enumerate(author.examples):
        groups.setdefault(told.setting, []).append(number)
    for setting, numbers in groups.items():
        nodes = tuple(author.examples[number].node for number in numbers)
        for number, counts in zip(numbers, happening(author.parsed, author.source, setting, nodes), strict=False):
            if counts is not None:
                parts |= {notice.span for notice in counts}
                found[number] = frozenset(notice.span for notice, count in counts.items() if count)
    for setting in author.settings:
        rules = author.rules(setting, noting=True)
        parts |= set() if rules is None else {notice.span for notice in rules.program.notes}
    return Known(tuple(found.get(number) for number in range(len(author.examples))), frozenset(parts))
