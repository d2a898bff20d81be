"""What sets off what, as a table: who does something, and the `whenever` that happen because of it, in order."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from rulewright.analysis.documents import Table
from rulewright.analysis.rulebook.meaning import Known
from rulewright.analysis.rulebook.speech import listed, spoken
from rulewright.language import core
from rulewright.language.checks.call_graph import PLAY, SETUP, Key, doings_of
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import admitted
from rulewright.language.parser import Parsed
from rulewright.language.span import NOWHERE, Span
from rulewright.language.wording import up

MOST_READ: Final = 16
"""So many ways to choose options are looked at: what is so in some of them is told."""
SAID: Final = {SETUP: "the setup", PLAY: "the course of play"}


def chains(known: Known, heads: Mapping[Span, str]) -> Table | None:
    """What sets off what; `heads`: by the places of their names what the `whenever` are called. They stand last, each
    sort in the order of the text. None where nothing sets anything off."""
    rows = dict[tuple[bool, int, str], dict[str, None]]()
    for made in cores(known):
        for where, name, targets in links(made, heads):
            rows.setdefault((where in heads, where.start, name), {}).update(dict.fromkeys(targets))
    told = tuple((up(row[-1]), listed([*rows[row]])) for row in sorted(rows))
    return Table(("This", "sets off"), told) if told else None


def cores(known: Known) -> Iterator[core.Core]:
    """The rules at settings where what is given is so, one for each way to choose the options."""
    chosen = {each.options: each for each in admitted(known.whole, known.comments.source).settings[::-1]}
    given = {(name, value) for name, value in known.given.items() if name != "player-count"}
    fitting = (each for options, each in chosen.items() if given <= set(options))
    for setting in islice(fitting, MOST_READ):
        parsed = Parsed(known.whole, (), ())
        made = elaborate(parsed, known.comments.source, setting.players, dict(setting.options)).core
        if made is not None:
            yield made


def links(made: core.Core, heads: Mapping[Span, str]) -> Iterator[tuple[Span, str, list[str]]]:
    """Of each doing that sets something off its place in the text, what it is called, and what that is: `whenever`, and
    below one of them also what is chosen or called there that leads on to another."""
    doings = doings_of(made)

    def place_of(key: Key) -> Span:
        sort, number = key
        each = {"procedure": made.procedures, "action": made.actions}.get(sort)
        return each[number].span if each else NOWHERE

    def called(key: Key) -> str:
        return heads.get(place_of(key)) or SAID.get(key) or f"“{spoken(doings[key].name)}”"

    leading = {key for key in doings if place_of(key) in heads}
    ways = {key: [site.to for site in doing.sites] for key, doing in doings.items()}
    direct = frozenset(leading)
    while more := {key for key, to in ways.items() if key not in leading and leading.intersection(to)}:
        leading |= more
    for key, to in ways.items():
        found = [each for each in to if each in direct or (key in direct and each in leading)]
        if found:
            yield place_of(key), called(key), [called(each) for each in found]
