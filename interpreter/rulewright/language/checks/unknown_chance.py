"""Examples in which chance gives something under a label that no sentence of the rules has."""

from collections.abc import Iterator

from rulewright.language import core, example_core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import flow as words
from rulewright.language.source import Source
from rulewright.language.walking import walk
from rulewright.language.wording import hyphened, written


def unknown_labels(
    made: core.Core, source: Source, examples: tuple[example_core.Scene | None, ...]
) -> Iterator[Diagnostic]:
    """Each place where an example names a chance event that there is not."""
    parts = [part for example in examples if example is not None for part in example.parts]
    events = [event for part in parts if isinstance(part, example_core.When) for event in part.events]
    given = [event for event in events if isinstance(event, example_core.Gives)]
    labels = labels_of(made) if given else {}
    for event in given:
        if hyphened(event.label) not in labels:
            name = source.text[event.named.start : event.named.end]
            yield words.unknown_chance(event.named, name=name, candidates=labels.values())


def labels_of(made: core.Core) -> dict[str, str]:
    """The labels of all chance events, as records and as examples write them."""
    labels = {node.label for node in walk(made) if isinstance(node, core.Chance | core.Refill)}
    return {hyphened(label): written(label) for label in sorted(labels)}
