"""Layout: what changes, and what never does."""

import random
import re
from pathlib import Path

import pytest

from rulewright.files import shipped
from rulewright.language import format as layout
from rulewright.language.format import format_text
from rulewright.language.parser import parse
from rulewright.language.source import Source

FILES = sorted(shipped().values())

UNTIDY = """\

-- what this is
game   "Small"
  players 2   -- two
a is one of x ,y
b is one of z
-- the goods
there is
      deck :pile of card -- one
      -- about the hand
      hand:  area of card, up to 2 -- two
      map :  card on each cell
         picture :red  "x",blue "o" , -- the players
           empty "."
      idle: 0..9,not  shown
component card:a,b
  shown   as "{a}" -- short
  1 of x ,z when  a is 1
action take:


  pick card from  ( deck )  where it is red or
     it is blue
  needs a is 1 because "no"
  needs bcd is 12 because "not so"

  if a:
     nothing
     -- at the end
  needs c
        because "late"
define f:
  1 when a
  234 otherwise
example "e":
  given:
    board holds:
      . red .
      blue?(Ann, Bob) . .
"""

TIDY = """\
-- what this is
game "Small"
    players 2                                          -- two

a is one of x, y
b is one of z

-- the goods
there is
    deck: pile of card                                 -- one
    -- about the hand
    hand: area of card, up to 2                        -- two
    map: card on each cell
        picture: red "x", blue "o",                    -- the players
            empty "."
    idle: 0..9, not shown

component card: a, b
    shown as "{a}"                                     -- short
    1 of x, z   when a is 1

action take:

    pick card from (deck) where it is red or
        it is blue
    needs a is 1      because "no"
    needs bcd is 12   because "not so"

    if a:
        nothing
        -- at the end
    needs c
        because "late"

define f:
    1     when a
    234   otherwise

example "e":
    given:
        board holds:
            .              red .
            blue?(Ann,Bob) .   .
"""


def test_the_canonical_layout() -> None:
    assert format_text(UNTIDY) == TIDY
    assert format_text(TIDY) == TIDY
    assert parse(Source("x", TIDY)).ruleset == parse(Source("x", UNTIDY)).ruleset


def test_what_cannot_be_read_stays_as_it_is() -> None:
    text = "play:\n      a\n    b   c\n"
    assert format_text(text) == text
    assert format_text("play:\n  x(  y\n") == "play:\n  x(  y\n"
    assert format_text("action a: b\n and c:\n    d\n") == "action a: b\n and c:\n    d\n"
    assert format_text("") == "\n"


@pytest.mark.sampled(12, 3)
@pytest.mark.parametrize("width", [100, 30])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_layout_keeps_shipped_rules(path: Path, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "WIDTH", width)
    text = path.read_text(encoding="utf-8")
    once = format_text(text)
    assert format_text(once) == once
    assert parse(Source("x", once)).ruleset == parse(Source("x", text)).ruleset


GOES_ON = re.compile(r"(?<=[^\s:]) (?=(?:and|or|when|because|where|with|satisfies|is|in|to|from|mod|[-+*/]) )")


@pytest.mark.sampled(8, 2)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_sentence_that_goes_on_in_deeper_lines_means_the_same(path: Path) -> None:
    text, dice = path.read_text(encoding="utf-8"), random.Random(path.stem)
    parts = re.split(r"\n(?=[^ \n])", text)
    again = "\n".join(
        line if part.startswith("component") else rebroken(line, dice) for part in parts for line in part.split("\n")
    )
    assert len(again.split("\n")) > 1.1 * len(text.split("\n"))
    tree = parse(Source("x", text)).ruleset
    assert parse(Source("x", again)).ruleset == tree
    once = format_text(again)
    assert format_text(once) == once
    assert parse(Source("x", once)).ruleset == tree


def rebroken(line: str, dice: random.Random) -> str:
    """A line that is broken before some of its words, strings aside."""
    if "--" in line or line.startswith(("game", "each", "there")):
        return line
    deeper = "\n" + " " * (len(line) - len(line.lstrip()) + dice.choice((2, 8, 9)))
    parts = re.split('("[^"]*")', line)
    return "".join(
        part if part.startswith('"') else GOES_ON.sub(lambda _: dice.choice((" ", deeper)), part) for part in parts
    )


LONG = """\
component card "the goods %s, of which each is there once": suit, rank 1..9
    1 of any, any
action take "Take":
    pick card from your hand where its rank is at least 3 and its suit is not hearts and its suit is not %s
    needs every c in your hand satisfies c's rank is 3 and c's suit is (hearts or spades or %s)   because "no"
    needs a + b is 3
        and %s is 4   because "all of it has room"
    if %s: move 1 from your hand where its rank is 3 and its suit is hearts to your left's hand face down
define sum: (count of cards where its rank is 9) + %s + (count of cards where its suit is hearts)
invariant "%s": a is b
""" % (("x" * 40,) * 7)
BROKEN = """\
component card "the goods %s, of which each is there once": suit,
        rank 1..9
    1 of any, any

action take "Take":
    pick card from your hand
        where its rank is at least 3 and its suit is not hearts and
        its suit is not %s
    needs every c in your hand satisfies
        c's rank is 3 and c's suit is (hearts or spades or %s)
        because "no"
    needs a + b is 3
        and %s is 4   because "all of it has room"
    if %s: move 1 from your hand
        where its rank is 3 and its suit is hearts to your left's hand face down

define sum: (count of cards where its rank is 9) + %s +
    (count of cards where its suit is hearts)

invariant "%s": a is b
""" % (("x" * 40,) * 7)


def test_lines_that_go_on_stand_to_each_other_as_before() -> None:
    text = """\
invariant "few":
    every p in players satisfies                       -- all of them
        p's hand's size is at most 9
        or p is leader

define sum:
    count of cards
            where its rank is 9 +
                    1
        is 3   when a

play:
    repeat until every p in players satisfies
                p's hand is empty
            or a is b:
        nothing
"""
    assert format_text(text) == text.replace(" " * 20 + "1", " " * 16 + "1")


def test_a_comment_behind_lines_that_go_on_stays_with_their_sentence() -> None:
    text = "a is one of\n    b,\n        c\n\n    -- of a\n"
    assert format_text(text) == text


@pytest.mark.parametrize(
    "line",
    [
        f"if {'a' * 60} is at least 3 or\n        {'b' * 40}: nothing",
        f"if {'a' * 60} is at most 3 and\n        {'b' * 40}: nothing",
        f"if {'a' * 60} is no or\n        {'b' * 40}: nothing",
    ],
)
def test_a_comparison_is_broken_last(line: str) -> None:
    broken = f"define f:\n    {line}\n"
    assert format_text(broken.replace("\n        ", " ")) == broken


def test_what_is_too_long_is_broken_at_the_outermost_place() -> None:
    assert format_text(LONG) == BROKEN


def test_a_line_that_says_nothing_leaves_its_paragraph_alone() -> None:
    text = "setup:\n    nothing\n    the      -- why\n    nothing\n"
    assert format_text(text) == text


TABLE = """\
define rate by place and suit:
                  clubs  (hearts, spades)
    (a, b): 3 3
    any but (a, b) : 4 -12
    otherwise:  4 none
"""


def test_cells_of_a_table_stand_below_each_other_whatever_its_rows_are_called() -> None:
    assert format_text(TABLE).splitlines() == [
        "define rate by place and suit:",
        "                    clubs (hearts, spades)",
        "    (a, b):         3     3",
        "    any but (a, b): 4     -12",
        "    otherwise:      4     none",
    ]


HEXAGONS = """\
cell is hex:
     #   #
    # # # #
       #

example "x":
    given:
        board holds:
          red .
         . . blue .
          .
"""
LAID_OUT = """\
cell is hex:
     #   #
    # # # #
       #

example "x":
    given:
        board holds:
               red   .
            .     .     blue  .
               .
"""


def test_rows_of_hexagons_stay_shifted_and_keep_their_shape() -> None:
    """What draws a shape stays as it is: its blanks say where there is nothing."""
    assert format_text(HEXAGONS) == format_text(LAID_OUT) == LAID_OUT
