"""Pages as trees, and the one writer that makes text of them.

In: elements and strings. Out: HTML that is well-formed XML, too. Law: a string is text and nothing else; whatever
stands in it, it can neither open an element nor end an attribute.
"""

from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import Final

from attrs import frozen

EMPTY: Final = frozenset(("meta", "br", "rect", "line", "path"))


@frozen
class Element:
    """An element with its attributes and what is in it."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple["Element | str", ...] = ()


def tag(name: str, /, *children: Element | str, **attributes: str | float) -> Element:
    """An element; of names of attributes `_` is `-`, at the end nothing."""
    pairs = ((key.rstrip("_").replace("_", "-"), _written(value)) for key, value in attributes.items())
    return Element(name, tuple(pairs), children)


def _written(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def write(node: Element | str) -> str:
    """The text of a tree."""
    if isinstance(node, str):
        return escape(node)
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in node.attributes)
    if node.tag in EMPTY and not node.children:
        return f"<{node.tag}{attributes}/>"
    return f"<{node.tag}{attributes}>{''.join(map(write, node.children))}</{node.tag}>"


def document(title: str, style: str, *body: Element) -> str:
    """A whole page. It may use this style and nothing else: no script, no picture, no address."""
    policy = f"default-src 'none'; style-src 'sha256-{_hash(style)}'; base-uri 'none'; form-action 'none'"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        Element("meta", (("http-equiv", "Content-Security-Policy"), ("content", policy))),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", style),
    )
    return f"<!DOCTYPE html>\n{write(tag('html', head, tag('body', *body), lang='en'))}\n"


def _hash(style: str) -> str:
    assert style == escape(style), "a style is written as it stands"
    return b64encode(sha256(style.encode()).digest()).decode()
