"""`looks:` the colors and signs of what bears a name, and where zones lie. It says nothing to the game."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, get_args

from attrs import evolve

from rulewright.language import core, syntax
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.environment import World
from rulewright.language.messages import tables as words
from rulewright.language.span import Span
from rulewright.language.types import LineT

SIDES: Final[tuple[core.Side, ...]] = get_args(core.Side)
MAX_SIGN: Final = 3
"""So many characters a sign has at most: an emoji may be several."""
_DIGITS: Final = re.compile("#[0-9a-f]{6}")


@cache
def css_colors() -> Mapping[str, str]:
    """The colors of CSS by their names, each as `#a3253c`."""
    text = files("rulewright.language").joinpath("css_colors.txt").read_text(encoding="utf-8")
    rows = (row.split() for line in text.splitlines() if not line.startswith("#") for row in line.split(","))
    return {name: f"#{digits}" for name, digits in rows}


def looks(world: World, ruleset: syntax.Ruleset) -> tuple[core.Look, ...]:
    """How what bears each name looks, with what is wrong with it told."""
    found, first = dict[str, core.Look](), dict[tuple[str, str], tuple[Span, Span]]()
    drawn, fields = drawn_names(world), {name for _, name in world.field_names}
    zones = {name for owners, name in world.field_names if world.fields[owners][name].sort == "zone"}
    lines = (line for each in ruleset.declarations if isinstance(each, syntax.Looks) for line in each.looks)
    for name, said in ((name, said) for line in lines for name in line.names for said in line.said):
        one = appearance(world, said)
        if one is None:
            continue
        what = "color" if one.color else "sign" if one.sign else "side"
        if (name.text, what) in first:
            by_word = name.span == first[name.text, what][0]  # two words behind one name
            at, also = (said.word.span if by_word else name.span), first[name.text, what][by_word]
            world.tell(words.look_twice(at, name=name.text, what=what, also=also))
            continue
        first[name.text, what] = name.span, said.word.span
        here, tell = (zones, words.side_of_other) if what == "side" else (drawn, words.look_of_other)
        if name.text not in here and name.text in drawn | fields:
            world.tell(tell(said.word.span, name=name.text, word=said.word.text))
            continue
        known = found.get(name.text, core.Look(name.text, span=name.span))
        found[name.text] = evolve(
            known, color=one.color or known.color, sign=one.sign or known.sign, side=one.side or known.side
        )
    return tuple(found.values())


FORMS: Final[Mapping[str, str]] = {
    "color": "color and a color, such as: color crimson",
    "sign": 'sign and a text in double quotes, such as: sign "X"',
    **{side: f"{side} alone" for side in SIDES},
}
"""How each word is written."""


def appearance(world: World, node: syntax.Appearance) -> core.Look | None:
    """What a word says, without a name; None where that is wrong."""
    match node.word.text, node.value:
        case "color", syntax.Text(text) as value:
            digits = css_colors().get(text.lower(), text.lower())
            if _DIGITS.fullmatch(digits):
                return core.Look("", color=digits)
            world.tell(words.unknown_color(value.span, name=text, candidates=css_colors()))
        case "sign", syntax.Text(text) as value if world.source.text[value.span.start] == '"':
            if 1 <= len(text) <= MAX_SIGN and text.isprintable() and " " not in text:
                return core.Look("", sign=text)
            world.tell(words.unfit_look_sign(value.span, text=text, most=MAX_SIGN))
        case side, None if side in SIDES:
            return core.Look("", side=next(each for each in SIDES if each == side))
        case word, _ if word in FORMS:
            world.tell(words.appearance_form(node.span, form=FORMS[word]))
        case word, _:
            world.tell(words.unknown_appearance(syntax.Name(word, span=node.word.span), candidates=FORMS))
    return None


def drawn_names(world: World) -> set[str]:
    """What can have a color and a sign."""
    borne = {name for name, of in world.bearers.items() if any(not isinstance(each, LineT) for each, _ in of)}
    return borne.union(world.values["player"])


def idle_looks(world: World) -> Iterator[Diagnostic]:
    """Names of which a look is told, and that nothing bears."""
    known = sorted(drawn_names(world).union(name for _, name in world.field_names))
    for look in world.looks:
        if look.name not in known:
            yield words.idle_look(syntax.Name(look.name, span=look.span), candidates=known)
