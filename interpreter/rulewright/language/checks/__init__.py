"""The checks of a finished core: one row each, a function from what is known of the core to diagnostics.

A new check is a module with its function, and a row here with the codes that it tells: among `CHECKS` what is wrong and
what `load` must know, among `OVERSIGHTS` what is surely not meant, which `check` alone asks.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final

from attrs import frozen

from rulewright.language import core, example_core
from rulewright.language.checks import call_graph as calls
from rulewright.language.checks.action_checks import at_once, prices, same_moves
from rulewright.language.checks.certain_conditions import certain
from rulewright.language.checks.expression_values import Outcomes
from rulewright.language.checks.kept_values import kept_values
from rulewright.language.checks.left_open import Doubts, both_none, open_moves, which_pieces
from rulewright.language.checks.moved_pieces import left_places, taken_pieces
from rulewright.language.checks.named_in_vain import (
    half_used,
    idle_keys,
    idle_sentences,
    looking_alike,
    unasked,
    unknown_labels,
)
from rulewright.language.checks.open_ways import seen_on_the_way, shown_to_others
from rulewright.language.checks.secrets import broken_secrets, compared_hands, seen_secrets
from rulewright.language.checks.setup_pieces import empty_box, left_in_box, too_few
from rulewright.language.checks.shared_fields import shared_fields
from rulewright.language.checks.straight_code import certain_nones, done_before, lost_places
from rulewright.language.checks.told_picks import picks_kept, told_picks
from rulewright.language.checks.unset_fields import asked_unset
from rulewright.language.checks.value_analysis import contents, outcomes
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.source import Source
from rulewright.language.text_parts import Sound


@frozen
class Finished:
    """A finished core, its text, its examples, the comparisons of what may be none; which places lie in sound parts of
    the text; and what several checks ask: who calls whom, and what can lie where."""

    core: core.Core
    source: Source
    scenes: tuple[example_core.Scene | None, ...]
    doubts: Doubts
    sound: Sound
    doings: calls.Doings
    contents: Outcomes


@frozen
class Check:
    """What can be told, by its codes, and what finds it; of rules, too, of which some could not be read: in any case
    what is `lasting`, for whatever sentences are added, it stays so; in sound parts what is `local`, for it follows
    from the part in which it stands and from what that names."""

    codes: tuple[str, ...]
    find: Callable[[Finished], Iterator[Diagnostic]]
    lasting: bool = False
    local: bool = False


CHECKS: Final = (
    Check(("calls-itself", "asks-itself"), lambda of: calls.all_circles(of.doings, of.source), lasting=True),
    Check(("not-running",), lambda of: calls.not_running(of.core, of.doings, of.source), lasting=True),
    Check(("endless-repeat",), lambda of: calls.endless(of.core, of.doings), local=True),
    Check(("must-decides", "must-remembers"), lambda of: calls.musts(of.core, of.source), lasting=True),
    Check(("at-once-conflict",), lambda of: at_once(of.core, of.source), lasting=True),
    Check(("score-at-end",), lambda of: calls.early_scores(of.core), lasting=True),
    Check(("nobody-can-win",), lambda of: calls.winnerless(of.core, of.doings)),
    Check(
        ("which-piece", "example-impossible"), lambda of: open_moves(of.contents, of.source, of.scenes), lasting=True
    ),
    Check(("which-piece",), lambda of: which_pieces(of.contents, of.scenes), lasting=True),
    Check(("both-none",), lambda of: both_none(of.core, of.doubts, of.scenes), local=True),
    Check(("broken-secret",), lambda of: seen_secrets(of.core, of.source), lasting=True),
    Check(("broken-secret", "secret-shown"), lambda of: broken_secrets(of.core, of.source)),
    Check(("pick-kept",), lambda of: picks_kept(of.core, of.source), local=True),
    Check(("place-unknown",), lambda of: lost_places(of.core, of.source), local=True),
    Check(("place-unknown",), lambda of: taken_pieces(of.core, of.source), local=True),
    Check(("certainly-none",), lambda of: certain_nones(of.core, of.source), local=True),
    Check(("certainly-none",), lambda of: asked_unset(of.core)),
    Check(("too-few-pieces", "no-room"), lambda of: too_few(of.core, of.sound), local=True),
    Check(("unknown-name",), lambda of: unknown_labels(of.core, of.source, of.scenes)),
    Check(("region-in-region",), lambda of: calls.nested_regions(of.core), lasting=True),
)

OVERSIGHTS: Final = (
    Check(("never-set", "never-read"), lambda of: half_used(of.core, of.contents)),
    Check(("never-reset",), lambda of: kept_values(of.core, of.source)),
    Check(("idle-tie",), lambda of: idle_keys(of.core)),
    Check(("unused",), lambda of: unasked(of.core)),
    Check(("never-set", "never-holds", "always-holds"), lambda of: certain(outcomes(of.contents), of.source)),
    Check(("never-ends",), lambda of: calls.never_ending(of.core, of.doings)),
    Check(("stays-in-box",), lambda of: left_in_box(of.core, of.contents)),
    Check(("box-is-empty",), lambda of: empty_box(of.core, of.source)),
    Check(("seen-on-the-way",), lambda of: seen_on_the_way(of.core, of.source)),
    Check(("secret-shown",), lambda of: shown_to_others(of.core, of.source)),
    Check(("told-pick",), lambda of: told_picks(of.core, of.source)),
    Check(("menu-tells",), lambda of: compared_hands(of.core, of.source)),
    Check(("no-change",), lambda of: chain(idle_sentences(of.core), done_before(of.core, of.source))),
    Check(("left-place",), lambda of: left_places(of.core, of.source)),
    Check(("same-moves",), lambda of: same_moves(of.core, of.source)),
    Check(("shared-field",), lambda of: shared_fields(of.contents)),
    Check(("odd-price",), lambda of: prices(of.contents, of.source)),
    Check(("shown-alike", "unused"), lambda of: looking_alike(of.core, of.source)),
)


def flaws(
    made: core.Core, source: Source, scenes: tuple[example_core.Scene | None, ...], doubts: Doubts, sound: Sound | None
) -> Iterator[Diagnostic]:
    """All that is wrong with the course of the game, and what its examples ask in vain; of rules that are not whole,
    but sound in parts, what is wrong all the same."""
    examples = scenes if sound is None else ()
    whole = sound or (lambda _: True)  # of rules that are whole any place is sound
    finished = Finished(made, source, examples, doubts, whole, calls.doings_of(made), contents(made))
    for check in CHECKS:
        if sound is None or check.lasting:
            yield from check.find(finished)
        elif check.local:
            yield from (found for found in check.find(finished) if sound(found.span))


def oversights(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """All that is right and surely not meant, as far as it is seen in this setting."""
    finished = Finished(made, source, (), {}, lambda _: True, calls.doings_of(made), contents(made))
    for check in OVERSIGHTS:
        yield from check.find(finished)
