"""A way of writing from elsewhere: a pattern, what is said of it, and what stands here instead, worked out for some."""

import re
from collections.abc import Callable
from typing import Final

from attrs import frozen

from rulewright.language.building import SENTENCES
from rulewright.language.diagnostics import Complaint
from rulewright.language.line_repair import Stretch
from rulewright.language.plurals import plural

WORD: Final = r"[^\W\d_][^\W_]*(?:[-+][^\W_]+)*"
BEGIN: Final = r"(?:^|(?<=: ))"
TURNS: Final = rf"{BEGIN}(each(?:\s+other)?\s+player)"
FIELD: Final = r"[^:=<>!+\n]*[^:=<>!+\s]"
MORE: Final = r"((?:at least|at most|more than|less than)\s+)?"
RUN: Final = r"(?P<stem>[^\W\d_]+)(?P<first>\d{1,9})\s*(?:\.{2,}|\u2026|-|to)\s*(?P=stem)(?P<last>\d{1,9})(?!\w)"
"""Names from one to another, with one stem and running numbers."""
MAX_LETTERS: Final = 64
VERBS: Final = "|".join(form.word for form in SENTENCES)
OFTEN_AT_MOST: Final = r"(?:at most|up to|no more than|only|not more than)"
HEADED: Final = r"(?:[^:;\n]+\s[^:;\n]+|otherwise|play|setup|scoring)"
"""What stands before the colon of a block, and not of a field."""
PER: Final = r"\s+(?:per|an?|each|every|in each|in every|in an?)\s+"
NOT: Final = r"not\s+|n't\s+"
ARGUMENT: Final = rf"(?:your\s+|its\s+)?{WORD}(?:'s?\s+{WORD})*|\d+"
AT_MOST: Final = (
    r"\s*[,(]?\s*(?:but\s+)?(?:up\s+to|(?:to\s+)?at\s+most|(?:no|not)\s+more\s+than|max(?:imum)?|capped\s+at)"
)
AT_LEAST: Final = (
    r"\s*[,(]?\s*(?:but\s+)?(?:down\s+to|at\s+least|(?:no|not)\s+(?:less|lower)\s+than|min(?:imum)?|not\s+below)"
)
TWO: Final = r"([^:\n]+?)(?:\s*,\s*|\s+and\s+)([^:\n]+?)(?=\s*(?:$|:)|\s+because\b)"


Repair = str | Callable[[re.Match[str], Stretch], str | None] | None
"""What stands in the place of what is found: with its groups, or worked out, or not known."""


@frozen
class Habit:
    """A way to write, as a pattern; of its repair each further line is indented as the first one is. What is `sure` is
    told even where nobody can say how the line is written here."""

    written: str
    said: Complaint
    repair: Repair
    sure: bool = False


def row(written: str, said: Complaint, repair: Repair = None) -> Habit:
    """One that is told where its repair fits, or has none."""
    return Habit(_with_the(written), said, repair, sure=repair is None)


def sure(written: str, said: Complaint, repair: Repair) -> Habit:
    """One that is told in any case."""
    return Habit(_with_the(written), said, repair, sure=True)


def _with_the(written: str) -> str:
    """`the` is read over wherever it stands."""
    return written.replace(r"\s+", r"\s+(?:the\s+)?")


# ---- what has to be worked out


def cases(found: re.Match[str], _lines: Stretch) -> str | None:
    """`winners: nobody when pot is 0, players otherwise`: a line for each case."""
    if found[1].split()[0].rstrip(":") not in ("define", "score", "winners"):
        return None
    cases = re.split(r"[,;]\s*(?:and\s+)?|\s+(?=else\s)|\s+(?=otherwise\s+\S)", found[2])
    last = [re.sub(r"^(?:else|otherwise)\s+(.+)$", r"\1 otherwise", case) for case in cases]
    return "\n    ".join([found[1], *(re.sub(r"\sif\s", " when ", case) for case in last if case)])


def at_most(found: re.Match[str], _lines: Stretch) -> str | None:
    """`three times per turn`."""
    often = {"two times": "twice", "three times": "thrice"}
    return f" at most {often.get(found[1], found[1])} per "


def moving(found: re.Match[str], _lines: Stretch) -> str | None:
    """`draw 3 cards from deck to hand`."""
    return re.sub(
        r"draw(\s+\d+)\s+(?:\S+\s+)?from", r"move\1 from", re.sub(r"\s(?:in|into)\s+$", " to ", found.group())
    )


def hidden_from(found: re.Match[str], lines: Stretch) -> str:
    """`private hand: row of card`: what everybody has its owner sees, what there is nobody."""
    before, behind = found.groups()
    return f"{before}{behind}, seen by {'owner' if lines.tokens[0].text == 'each' else 'nobody'}"


def had(found: re.Match[str], lines: Stretch) -> str | None:
    """`Ann has 3 coins`, where there is a field `coins`."""
    owner, number, name = found.groups()
    return f"{owner}'s {name} is {number}" if re.search(rf"^ +{name}:", lines.source.text, re.MULTILINE) else None


def counted_there(found: re.Match[str], lines: Stretch) -> str | None:
    """`Ann's hand holds 3 cards`: so many are there, unless they are to be given, one by one."""
    headings = (token.text for token in reversed(lines.tokens[: lines.line.at]) if token.text in SCENES)
    zone, _, rest = found.group().partition(" holds ")
    return None if next(headings, "given") == "given" else f"{zone}'s size is {rest.split()[0]}"


SCENES: Final = ("given", "when", "then")


def listed_winners(found: re.Match[str], _lines: Stretch) -> str:
    """`winners are Ann and Bob`, with commas."""
    return f"winners holds {', '.join(re.findall(WORD, found[1].replace(' and ', ' ')))}"


EMPTIED: Final = {
    r"memory\s+of\b": "forget {}",
    r"(?:set\s+of|counts\s+of)\b": "set {} to nothing",
    r"(?:pile|hand|area|row|slot)\s+of\b": "move all {} to box",
    r"[^\n]*\bor\s+none\b": "set {} to none",
    r"(?=-?\d)[^\n]*\.\.": "set {} to 0",
}
"""How a field is emptied, by what it is declared to hold."""


def emptied(found: re.Match[str], lines: Stretch) -> str | None:
    """`clear bid`, where a field is called so."""
    field = rf"^ +{re.escape(found[1].split()[-1])}:\s*"
    ways = (way for holds, way in EMPTIED.items() if re.search(field + holds, lines.source.text, re.MULTILINE))
    return next((way.format(found[1]) for way in ways), None)


def _listed(text: str) -> list[str]:
    """The values of `a, b or c`."""
    return re.split(r"\s*,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+", text)


SEVERAL: Final = "set|counts"
ZONES: Final = "pile|hand|area|row|slot"


def holds(name: str, lines: Stretch, what: str) -> bool:
    """Whether a field is called so that holds such a thing."""
    field = re.escape(name.rsplit(maxsplit=1)[-1])
    return bool(re.search(rf"^ +{field}:\s*(?:{what})\s+of\b", lines.source.text, re.MULTILINE))


def all_of_a_set(found: re.Match[str], lines: Stretch) -> str | None:
    """`open is red, blue`, where several are kept."""
    subject, denied, values = found.groups(default="")
    return f"{subject} is {denied}{' + '.join(_listed(values))}" if holds(subject, lines, SEVERAL) else None


def compared_singly(found: re.Match[str], lines: Stretch) -> str | None:
    """`its suit is in hearts, spades`."""
    subject, denied, values = found.groups(default="")
    each = [f"{subject} is {denied}{value}" for value in _listed(values)]
    return None if holds(subject, lines, SEVERAL) else f"({(' and ' if denied else ' or ').join(each)})"


def in_range(found: re.Match[str], lines: Stretch) -> str:
    """`its rank is 3..5`; what is no number is compared."""
    subject, denied, low, high = found.groups(default="")
    if not re.search(rf"\bis one of\b[^\n]*\b{re.escape(low)}\b", lines.source.text):
        return f"{subject} is {denied}in {low}..{high}"
    if denied:
        return f"({subject} is less than {low} or {subject} is more than {high})"
    return f"({subject} is at least {low} and {subject} is at most {high})"


def joined_by_plus(found: re.Match[str], lines: Stretch) -> str | None:
    """`set open to red, blue`, where several are kept."""
    return (
        f"{found[1]} {' + '.join(_listed(found[2]))}" if holds(found[1].removesuffix(" to"), lines, SEVERAL) else None
    )


def more_of(verb: str, joins: str) -> Callable[[re.Match[str], Stretch], str | None]:
    """`open += red`, by the verb of numbers; of several values, of what a set loses, and of a zone."""

    def repair(found: re.Match[str], lines: Stretch) -> str | None:
        field, what = found[1], found[2]
        if holds(field, lines, ZONES):
            return f"move {what} to {field}" if verb == "add" else None
        if holds(field, lines, SEVERAL):
            what = " + ".join(_listed(what))
            return f"{'remove' if verb == 'subtract' and holds(field, lines, 'set') else verb} {what} {joins} {field}"
        return f"{verb} {what} {joins} {field}"

    return repair


def held_all(found: re.Match[str], lines: Stretch) -> str | None:
    """`hand is red-1, red-2`."""
    several = holds(found[1], lines, f"{SEVERAL}|{ZONES}")
    return f"{found[1]} holds {', '.join(_listed(found[2]))}" if several else None


def picked_numbers(found: re.Match[str], _lines: Stretch) -> str:
    """`pick n from 5, 10`."""
    numbers = [int(number) for number in _listed(found[2])]
    which = " or ".join(f"it is {number}" for number in numbers)
    return f"{found[1]} {min(numbers)}..{max(numbers)} where {which}"


def names_counted(found: re.Match[str], _lines: Stretch) -> str | None:
    """`A1..A6, B1`: all names of each run, unless they are too many to read."""

    def run(ends: re.Match[str]) -> str:
        first, last = int(ends["first"]), int(ends["last"])
        step = 1 if first <= last else -1
        return ", ".join(f"{ends['stem']}{number}" for number in range(first, last + step, step))

    longest = max(abs(int(ends["first"]) - int(ends["last"])) for ends in re.finditer(RUN, found[2]))
    return found[1] + re.sub(RUN, run, found[2]) if longest < MAX_LETTERS else None


def offers(_found: re.Match[str], lines: Stretch) -> str | None:
    """A list of what can be chosen."""
    return " or " if {"choose", "choice", "option"} & {lines.tokens[0].text, *lines.text.split()} else None


def offered(found: re.Match[str], _lines: Stretch) -> str | None:
    """`choose act, pass`: all of them."""
    return "choose " + " or ".join(re.split(r"\s*,\s*(?:or\s+)?|\s+or\s+", found[1]))


def counted_as(found: re.Match[str], lines: Stretch) -> str | None:
    """`count of cards in pool where card's rank is 3`: the name by which the condition calls each of them, if any."""
    noun, zone, condition = found.groups()
    for name in (noun, noun.removesuffix("s")):
        if re.search(rf"\b{re.escape(name)}\b", condition):
            return f"count of {zone} as {name} "
    return f"count of {zone} " if _is_piece(re.escape(noun.removesuffix("s")), lines) else None


def below_end(found: re.Match[str], _lines: Stretch) -> str:
    """`for n in range(1, 5)`, which does not come to its end."""
    name, first, end = found.groups()
    last = int(end) - 1 if end.isdecimal() else f"({end} - 1)"
    return f"for each {name} in {first}..{last}"


def below_number(found: re.Match[str], _lines: Stretch) -> str | None:
    """`for n in range(3)`, which begins with 0."""
    return f"for each {found[1]} in 0..{int(found[2]) - 1}" if int(found[2]) else None


def _zone_of_each(name: str, lines: Stretch) -> str | None:
    """The zone that each player has, of this name or of its singular."""
    owned = re.search(r"^each player has\b[^\n]*\n((?: [^\n]*\n|\s*\n)*)", lines.source.text, re.MULTILINE)
    names = (each for each in (name, name.removesuffix("s")) if holds(each, lines, ZONES))
    return next((each for each in names if owned and re.search(rf"^ +{each}:", owned[1], re.MULTILINE)), None)


def out_of_all(found: re.Match[str], lines: Stretch) -> str | None:
    """`pick card from any hand`."""
    zone = _zone_of_each(found[2], lines)
    return zone and f"{found[1]}players' {zone}"


def moved_to_each(found: re.Match[str], lines: Stretch) -> str | None:
    """`move 3 cards from deck to each hand`."""
    zone = _zone_of_each(found[3], lines)
    how = re.sub(r"^\w+", "move", found[1])
    return zone and f"each player: {how}{found[2]} your {zone}"


def none_there(found: re.Match[str], lines: Stretch) -> str | None:
    """`deck has no cards`, `your hand has no clubs`."""
    counted = pieces_counted(r"\g<zone> is empty", r"(count of \g<zone> where its TYPE is VALUE) is 0")
    return counted(found, lines) if holds(found["zone"], lines, ZONES) else None


def shuffled_in(found: re.Match[str], _lines: Stretch) -> str:
    """`shuffle discard into deck`; behind a colon both sentences belong below it."""
    head, indent = (found["head"] + "\n    ", "    ") if found["head"] else ("", "")
    return f"{head}move all {found['one']} to {found['other']}\n{indent}shuffle {found['other']}"


def gained_by_each(found: re.Match[str], lines: Stretch) -> str | None:
    """`each player gets 3 coins`."""
    said = gained(found, lines)
    return said and f"each player: {said}"


def two_lines(found: re.Match[str], lines: Stretch) -> str | None:
    """`add 1 to pot; add 2 to bid`; not behind a colon, where both may belong below it."""
    return None if re.match(rf"{HEADED}:", lines.text[: found.start()]) else "\n"


def below(found: re.Match[str], _lines: Stretch) -> str:
    """`if pot is 2: add 1 to pot; add 2 to bid`: a block."""
    return "\n    ".join([f"{found[1]}:", *re.split(r"\s*;\s*", found[2].strip("; "))])


def of_something(found: re.Match[str], _lines: Stretch) -> str | None:
    """`you.coins`, `coins of you`: the owner is the second group or the first one named so."""
    owner, name = found["owner"], found["name"]
    return f"your {name}" if owner == "you" else f"{owner}'s {name}"


def defined(found: re.Match[str], lines: Stretch) -> str | None:
    """`it beats red`, where there is a definition `beats`."""
    name, argument = found[1], found[2]
    if not re.search(rf"^define {name}\b", lines.source.text, re.MULTILINE):
        return None
    return f"is {name}({argument})" if argument else f"is {name}"


def from_values(found: re.Match[str], lines: Stretch) -> str | None:
    """`pick good`, where there is a type `good`."""
    return f"pick {found[1]} from {plural(found[1])}" if _is_type(found[1], lines) else None


def pieces_counted(all_of_them: str | None, with_value: str) -> Callable[[re.Match[str], Stretch], str | None]:
    """`2 cards in hand`, and `2 clubs in hand`, where the `noun` is one of the values of a type: then only the pieces
    that have it are meant (`TYPE` and `VALUE` in the second repair)."""

    def repair(found: re.Match[str], lines: Stretch) -> str | None:
        noun = re.escape((found["noun"] or "").removesuffix("s"))
        values = rf"^([\w-]+)\s+is\s+one\s+of\b[^\n]*\b({noun}s?)(?![\w-])"
        type_ = re.search(values, lines.source.text, re.MULTILINE) if noun else None
        if type_ is None:
            return found.expand(all_of_them) if all_of_them and (not noun or _is_piece(noun, lines)) else None
        return found.expand(with_value).replace("TYPE", type_[1]).replace("VALUE", type_[2])

    return repair


def _is_piece(noun: str, lines: Stretch) -> bool:
    """Whether a word means any piece: that of a component, or one that means nothing else."""
    return len(noun) == 1 or noun in ("card", "piece") or bool(re.search(rf"\bcomponent {noun}\b", lines.source.text))


def values_in(found: re.Match[str], lines: Stretch) -> str | None:
    """`count of goods in hand`, where pieces have a `good`."""
    for piece in re.finditer(rf"^component\s+({WORD})[^:\n]*:([^\n]*)", lines.source.text, re.MULTILINE):
        for name in re.findall(WORD, piece[2]):
            if plural(name) == found[1] and _is_type(name, lines):
                where = f"some {piece[1]} in {found[2]} where {piece[1]}'s {name} is this-{name}"
                return f"(count of {found[1]} as this-{name} where {where})"
    return None


def refilled(found: re.Match[str], _lines: Stretch) -> str | None:
    """`refill market to 3 from deck`."""
    zone, number, source = found.groups()
    return f"move {number} - {zone}'s size from {source} to {zone}" if number and source else None


def gained(found: re.Match[str], lines: Stretch) -> str | None:
    """`gain 2 coins`, where there is a number of this name."""
    name = number_field(found[2], lines)
    return name and f"add {found[1]} to your {name}"


def lost(found: re.Match[str], lines: Stretch) -> str | None:
    """`pay 2 coins`, where there is a number of this name."""
    name = number_field(found[2], lines)
    return name and f"subtract {found[1]} from your {name}"


def number_field(name: str, lines: Stretch) -> str | None:
    """The declared number of this name, or of its singular or plural."""
    names = (name, f"{name}s", name.removesuffix("s"))
    text = lines.source.text
    declared = (rf"^ +{re.escape(each)}:\s*-?\w+\s*\.\." for each in names)
    return next((each for each, one in zip(names, declared, strict=True) if re.search(one, text, re.MULTILINE)), None)


def shown_several(found: re.Match[str], _lines: Stretch) -> str:
    """`show the top 2 cards of the deck to you`: one after the other."""
    number, zone, whom = found["number"], found["zone"], found["whom"] or "you"
    return f"for each n in 1..{number}: show {zone}'s item(n) to {whom}"


def counted_where(found: re.Match[str], _lines: Stretch) -> str:
    """`3 * its goods where color is red`: what is asked of each of them is its own."""
    its = "" if re.match(rf"its?\b|{WORD}'s\b", found[2]) else "its "
    return f"* (count of {found[1]} where {its}{found[2]})"


def player_has(found: re.Match[str], lines: Stretch) -> str | None:
    """`some player has 4 goods`, where players have a number or a zone of this name, or `has gold at least 4`."""
    what = found["what"]
    declared = re.search(rf"^ +{what}:\s*(?:(?P<number>-?\w+\s*\.\.)|{WORD}\s+of\b)", lines.source.text, re.MULTILINE)
    if declared is None and not re.search(r"\s", what):
        return None
    size = "'s size" if declared and not declared["number"] else ""
    every = found["how"] in ("every", "each", "all")
    some = "every p in players satisfies" if every else f"{'no' if found['how'] == 'no' else 'some'} p in players where"
    more = f"{found['more']} " if found["more"] else ""
    return f"{some} p's {what}{size} is {more}{found['number']}"


def seat_asked(found: re.Match[str], lines: Stretch) -> str | None:
    """`foxes:` before what these do, where a seat is called so, or a field or something picked is a player."""
    name, text = found[1], lines.source.text
    seats = re.search(r"^[ \t]+players[ \t]+(.*)$", text, re.MULTILINE)
    player = rf"^ +{name}: player\b|\b(?:pick|draw|each) {name} (?:from|in) [^\n]*players|[(,] ?player {name}\b"
    if (seats is None or name not in re.findall(WORD, seats[1])) and not re.search(player, text, re.MULTILINE):
        return None
    return " ".join(f"ask {name}: {found['verb'] or ''} {found['rest']}".split())


def on_each_of(found: re.Match[str], lines: Stretch) -> str | None:
    """A move to several places, as one for each of them."""
    place = _place_type(lines)
    if place is None or re.match(r"(?:set|add|subtract)\b", found["head"]):
        return None
    named = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", found["places"])
    where = " or ".join(f"it is {name}" for name in named)
    return f"for each {place} in {plural(place)} where {where}: {found['head']} {place}"


def on_board(found: re.Match[str], lines: Stretch) -> str | None:
    """`there is on the board`: among the places, or not."""
    place = _place_type(lines)
    outside = bool(found["not"]) != bool(re.search(r"\b(?:off|outside)\b", found.group()))
    return None if place is None else f"is {'not ' * outside}in {plural(place)}"


def _is_type(name: str, lines: Stretch) -> bool:
    return re.search(rf"^{name}\s+is\b", lines.source.text, re.MULTILINE) is not None


def _place_type(lines: Stretch) -> str | None:
    """The type on whose values pieces stand, if there is one."""
    found = {*re.findall(rf"\bon\s+each\s+({WORD})", lines.source.text)}
    return found.pop() if len(found) == 1 else None
