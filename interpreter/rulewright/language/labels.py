"""Labels of chance events: how they are compared, and how examples write them."""

import re
from typing import Final

NAME: Final = re.compile(r"[^\W\d_][^\W_]*([-+][^\W_]+)*")


def hyphened(label: str) -> str:
    """A label as records write it: blank, hyphen and underscore are the same."""
    return label.replace(" ", "-").replace("_", "-")


def written(label: str) -> str:
    """A label as examples write it: what is no name is a text."""
    return label if NAME.fullmatch(label) else f'"{label}"'
