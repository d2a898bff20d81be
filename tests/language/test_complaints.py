"""The words of every mistake of form, as they stand on the page."""

import pytest

from rulewright.language.parser import parse
from rulewright.language.render import render
from rulewright.language.source import read_source, readable

CASES = {
    "unknown-verb": (
        "action play:\n    put card in trick\n",
        """\
x.rules, line 2, in "action play":
    put card in trick
    ^^^
A sentence cannot start with "put". Verbs are: add, ask, choose, draw, each,
end, finish, flip, for, go, if, let, move, nothing, pack, remove, repeat, roll,
rotate, set, show, shuffle, subtract, swap, pick, needs, must. Did you mean:
move PIECE to ZONE, move all ZONE to ZONE, or move NUMBER from ZONE to ZONE?
[unknown-verb]
""",
    ),
    "unknown-verb misspelt": (
        "play:\n    shufle deck\n",
        """\
x.rules, line 2, in "play":
    shufle deck
    ^^^^^^
A sentence cannot start with "shufle". Verbs are: add, ask, choose, draw, each,
end, finish, flip, for, go, if, let, move, nothing, pack, remove, repeat, roll,
rotate, set, show, shuffle, subtract, swap. Did you mean: shuffle ZONE?
[unknown-verb]
""",
    ),
    "reserved-word": (
        "there is\n    first: pile of card\n",
        """\
x.rules, line 2, in "there is":
    first: pile of card
    ^^^^^
"first" is a word of the language and can name nothing. "opener" would do.
[reserved-word]
""",
    ),
    "brackets-needed in a chain": (
        'action play:\n    needs a is b is c because "no"\n',
        """\
x.rules, line 2, in "action play":
    needs a is b is c because "no"
                 ^^
Comparisons do not chain, and `count of … where` takes all to its right. Write
(count of … where …) is 3.   [brackets-needed]
""",
    ),
    "brackets-needed in a sum": (
        "define f: 1 + count of trick where it is red\n",
        """\
x.rules, line 1, in "define f":
    define f: 1 + count of trick where it is red
                  ^^^^^
A question with "count" inside a longer expression stands in brackets. Write
(count …).   [brackets-needed]
""",
    ),
    "brackets-needed behind needs": (
        "action play:\n    needs count of trick where it is red is 3\n",
        """\
x.rules, line 2, in "action play":
    needs count of trick where it is red is 3
          ^^^^^
A question with "count" inside a longer expression stands in brackets. Write
(count …).   [brackets-needed]
""",
    ),
    "indentation": (
        "action play:\n    move a to b\n      move c to d\n",
        """\
x.rules, line 3, in "action play":
    move c to d
    ^^^^
This line is indented 6, its neighbors 4. Lines of one block start in the same
column.   [indentation]
""",
    ),
    "indentation back": (
        "action play:\n    if a:\n        nothing\n      nothing\n",
        """\
x.rules, line 4, in "action play":
    nothing
    ^^^^^^^
This line is indented 6, its neighbors 8. Lines of one block start in the same
column.   [indentation]
""",
    ),
    "indentation behind a sentence": (
        "setup: nothing\n    nothing\n",
        """\
x.rules, line 2, in "setup":
    nothing
    ^^^^^^^
A sentence stands behind the colon above, so no block may follow. Put that
sentence below, too.   [indentation]
""",
    ),
    "indentation above everything": (
        "    nothing\n",
        """\
x.rules, line 1, in "nothing":
    nothing
    ^^^^^^^
This line is indented, but no paragraph stands above it. Start it in column 1.
[indentation]
""",
    ),
    "indentation with a tab": (
        "play:\n\tnothing\n",
        """\
x.rules, line 2, in "play":
    \\u{9}nothing
    ^^^^^
This line is indented with a tab, whose width no two editors agree on. Use
blanks, four a step.   [indentation]
""",
    ),
    "bad-text": (
        "play:\n    nothing \u202e\n",
        """\
x.rules, line 2, in "play":
    nothing \\u{202e}
            ^^^^^^^^
Line 2 holds an invisible character that changes how text is shown, `\\u{202e}`.
Delete it.   [bad-text]
""",
    ),
    "too-large": (
        "play:\n    if a" + " and a" * 300 + ": nothing\n",
        """\
x.rules, line 2, in "play":
301 operands in a row; 256 are allowed. Name a part of it with `define`.
[too-large]
""",
    ),
    "unknown-paragraph": (
        "fase turn:\n    nothing\n",
        """\
x.rules, line 1, in "fase turn":
    fase turn:
    ^^^^
No paragraph begins with "fase". Paragraphs begin with: game, option, joined,
component, there is, each … has, setup, play, phase, to, action, choice, define,
scoring, invariant, secret, example, NAME is. If this line belongs to the
paragraph above, indent it.   [unknown-paragraph]
""",
    ),
    "unknown-paragraph from elsewhere": (
        "rule turn:\n    nothing\n",
        """\
x.rules, line 1, in "rule turn":
    rule turn:
    ^^^^
No paragraph begins with "rule". Paragraphs begin with: game, option, joined,
component, there is, each … has, setup, play, phase, to, action, choice, define,
scoring, invariant, secret, example, NAME is. Did you mean: define NAME of TYPE
x: VALUE, or below it lines such as: VALUE when CONDITION?   [unknown-paragraph]
""",
    ),
    "misplaced-line": (
        "phase turn:\n    needs a\n",
        """\
x.rules, line 2, in "phase turn":
    needs a
    ^^^^^
"needs" does not belong here: guards stand in an action, before the first
sentence that does something, or below `game`.   [misplaced-line]
""",
    ),
    "misplaced-line otherwise": (
        "play:\n    otherwise: nothing\n",
        """\
x.rules, line 2, in "play":
    otherwise: nothing
    ^^^^^^^^^
"otherwise" does not belong here: it follows the block of an `if`, in the same
column.   [misplaced-line]
""",
    ),
    "misplaced-line misspelt": (
        "scoring:\n    winner: players\n",
        """\
x.rules, line 2, in "scoring":
    winner: players
    ^^^^^^
A line of this block cannot start with "winner". It may start with "score" or
"winners". Did you mean "winners"?   [misplaced-line]
""",
    ),
    "missing-colon": (
        "play:\n    if a is b\n        nothing\n",
        """\
x.rules, line 2, in "play":
    if a is b
            ^
This line opens a block, so a colon belongs at its end. `if` is written: if
CONDITION: SENTENCE.   [missing-colon]
""",
    ),
    "missing-block": (
        "play:\n    if a is b:\n    nothing\n",
        """\
x.rules, line 2, in "play":
    if a is b:
    ^^^^^^^^^^
Nothing stands below this line. Lines that belong to it are indented, four
blanks more. If nothing shall happen, write: nothing.   [missing-block]
""",
    ),
    "missing-lines": (
        "action power of card from hand:\n    nothing\n",
        """\
x.rules, line 1, in "action power":
    action power of card from hand:
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
The block below this line ends too early; one more line must follow. A family
needs a member for each value: when VALUE: SENTENCE.   [missing-lines]
""",
    ),
    "one-line": (
        "play:\n    if a: if b: nothing\n",
        """\
x.rules, line 2, in "play":
    if a: if b: nothing
             ^
Only a simple sentence may follow a colon on the same line. Put `if …` below it,
indented.   [one-line]
""",
    ),
    "lonely-bracket": (
        "play:\n    set x to (1 + 2\n",
        """\
x.rules, line 2, in "play":
    set x to (1 + 2
             ^
This bracket is never closed. Add the closing one.   [lonely-bracket]
""",
    ),
    "lonely-bracket closing": (
        "play:\n    set x to 1 + 2)\n",
        """\
x.rules, line 2, in "play":
    set x to 1 + 2)
                  ^
This bracket was never opened. Delete it, or add the opening one.
[lonely-bracket]
""",
    ),
    "unfinished-string": (
        'play:\n    shuffle deck "all\n',
        """\
x.rules, line 2, in "play":
    shuffle deck "all
                 ^
This text has no end. Put a double quote (") at its end, on the same line.
[unfinished-string]
""",
    ),
    "strange-character": (
        "play:\n    set x = 3\n",
        """\
x.rules, line 2, in "play":
    set x = 3
          ^
The character "=" means nothing here. Compare with "is"; give a value with: set
FIELD to VALUE.   [strange-character]
""",
    ),
    "strange-character underline": (
        "play:\n    set my_x to 3\n",
        """\
x.rules, line 2, in "play":
    set my_x to 3
          ^
A name holds no "_". Join the words of a name with "-", as in end-turn.
[strange-character]
""",
    ),
    "sentence-shape": (
        "play:\n    move card into hand\n",
        """\
x.rules, line 2, in "play":
    move card into hand
              ^^^^
"into" does not fit here. `move` is written: move PIECE to ZONE, move all ZONE
to ZONE, or move NUMBER from ZONE to ZONE.   [sentence-shape]
""",
    ),
    "sentence-shape at the end": (
        "play:\n    move card\n",
        """\
x.rules, line 2, in "play":
    move card
         ^^^^
This line ends too early. `move` is written: move PIECE to ZONE, move all ZONE
to ZONE, or move NUMBER from ZONE to ZONE.   [sentence-shape]
""",
    ),
    "sentence-shape of a paragraph": (
        "suit is one red\n",
        """\
x.rules, line 1, in "suit":
    suit is one red
                ^^^
"red" does not fit here. After "one" comes "of". Such a paragraph is written:
NAME is one of a, b, or NAME is 0..9, or NAME is grid 3 by 3.   [sentence-shape]
""",
    ),
    "sentence-shape of a field": (
        "there is\n    deck pile of card\n",
        """\
x.rules, line 2, in "there is":
    deck pile of card
         ^^^^
"pile" does not fit here. After "deck" comes ":". Such a line is written: NAME:
TYPE, such as: deck: pile of card.   [sentence-shape]
""",
    ),
    "sentence-shape of an example": (
        'example "x":\n    then:\n        Ann can\n',
        """\
x.rules, line 3, in "example":
    Ann can
        ^^^
This line ends too early. After "can" comes a name, "only" or "see". Such a line
is written: a condition, ZONE holds PIECES, or SEAT can MOVE; below when: SEAT:
MOVE, or ZONE gives PIECES.   [sentence-shape]
""",
    ),
}


def page(text: str) -> str:
    """All diagnostics of a text, one page after the other."""
    data = text.encode()
    read = read_source("x.rules", data)
    found = read if isinstance(read, list) else parse(read).diagnostics
    return "\n".join(render(readable("x.rules", data), each) for each in found)


@pytest.mark.parametrize("name", CASES)
def test_the_page(name: str) -> None:
    text, expected = CASES[name]
    assert page(text) == expected
    assert f"[{name.split(maxsplit=1)[0]}]" in expected


def test_no_page_is_wider_than_a_screen() -> None:
    assert all(len(line) <= 80 for _, expected in CASES.values() for line in expected.split("\n"))
