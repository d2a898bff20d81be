"""What the table of limits says: as much is accepted, and one more is told with its code."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lab.spec_tables import LIMITS, Limit
from rulewright import RulesError, RulesFault
from rulewright.cli.arguments import SEEDS
from rulewright.loading import read_text, rules_of

ELSEWHERE = {
    "language/test_source": ("file", "letters…", "nesting…", "operands…"),
    "laws/test_towers": ("depth…", "size…"),
    "language/test_examples": ("pieces of one kind that one line…", "outcomes of chance in one…"),
    "wasm/test_bounds": ("turns…", "chance events…", "moves at…", "candidates looked at…", "time…"),
    "language/test_groups": ("groups that…",),
    "language/test_settings": ("combinations…",),
    "cli/test_arguments": ("seed",),
    "laws/test_merging": ("ways to give…",),
    "cli/test_writing": ("decisions of a game in `record`", "events of a game in `record`…"),
    "wasm/test_playouts": ("decisions of a game in `simulate`",),
    "machine/test_record": ("line of a record", "times that a record goes back"),
    "cli/test_games": ("record", "lines of a record"),
    "machine/test_faults": ("numbers in a state",),
    "machine/test_chance": ("outcomes of a chance event…",),
    "analysis/test_simulate_files": ("checkpoint",),
}
"""The rows that other tests show; `…` stands for the rest of one."""


def game(top: str = "", fields: str = "", act: str = "    nothing\n", players: str = "2") -> str:
    """A small game with these declarations and this action."""
    return f"""game "Limits"
    players {players}
{top}component coin, called "coin-{{worth}}": worth 1..1
    unlimited of any
tone is one of high, low
there is
    pot: 0..99999
{fields}play:
    each player: choose act
action act "Act":
{act}scoring:
    score of player p: pot
    winners: nobody
"""


def options(number: int) -> str:
    """So many options, all of them used."""
    lines = "".join(f"option o{each}: yes or no, default no\n" for each in range(number))
    return game(lines, act=f"    if {' or '.join(f'o{each}' for each in range(number))}: nothing\n")


def noted(number: int) -> str:
    """So many things are noted of coins."""
    notes = "".join(f"    n{each}: 0..9\n" for each in range(number))
    return game("", f"    shelf: row of coin, up to 3\neach coin in shelf has\n{notes}")


def attributes(number: int) -> str:
    """A component with so many attributes."""
    listed = ", ".join(f"a{each} 1..2" for each in range(number))
    return game(f'component tile, called "tile": {listed}\n    1 of {", ".join(["1"] * number)}\n')


def asked(question: str) -> Callable[[int], str]:
    """A type of so many places of which this is asked."""
    act = f"    needs {question}\n    nothing\n"
    return lambda number: game(f"spot is 1..{number}\n", "    goal: spot\n", act)


def held(number: int) -> str:
    """A hand of so many pieces of which groups are asked."""
    fields = f"each player has\n    purse: area of coin, up to {number}\n"
    return game(fields=fields, act="    needs your purse's groups(2)'s size is at least 0\n    nothing\n")


def chains(number: int) -> str:
    """So many `whenever`, of which one is set off twice."""
    bounded = "whenever pot changes, at most twice per chain: add 1 to pot\n"
    return game(
        "", "    far: 0..9\n", "    add 1 to pot\n" + bounded + "whenever far changes: nothing\n" * (number - 2)
    )


ROWS: dict[str, tuple[Callable[[int], str], str]] = {
    "numbers, from…": (lambda most: game(fields=f"    far: -{most}..{most}\n"), "too-large"),
    "players": (lambda most: game(players=f"1..{most}"), "out-of-range"),
    "options": (options, "too-large"),
    "rows of a grid…": (lambda most: game(f"space is grid {most} by {most}\n"), "too-large"),
    "values of a number type": (lambda most: game(f"spot is 1..{most}\n"), "too-large"),
    "entries of a table": (lambda most: game(f"define worth(1..{most} n) by n:\n    otherwise: 1\n"), "too-large"),
    "values of a type of…": (
        lambda most: game(f"spot is 1..{most}\n", "    seen: set of spot\n", "    add 1 to seen\n    reveal seen\n"),
        "too-large",
    ),
    "values that…": (lambda most: game(act=f"    let xs be 1..{most}\n    if 2 is in xs: nothing\n"), "too-large"),
    "places of a type that…": (asked("goal's distance(1) is at most 9"), "too-large"),
    "places of a type of…": (asked("(region of goal where it is not 7)'s size is at least 1"), "too-large"),
    "elements of which…": (held, "too-large"),
    "notes…": (noted, "too-large"),
    "attributes…": (attributes, "too-large"),
    # One kind is the coin.
    "kinds…": (lambda most: game(f'component tile, called "t{{n}}": n 2..{most}\n    1 of any\n'), "too-large"),
    "pieces": (lambda most: game(f'component tile, called "tile": n 1..1\n    {most} of any\n'), "too-large"),
    "pieces of an `unlimited` component in a zone, of…": (
        lambda most: game("", "    bag: area of coin\n", f"    repeat {most} times: move coin-1 to bag\n"),
        "zone-full",
    ),
    "pieces of an `unlimited` component of a zone…": (
        lambda most: game(
            "",
            "    bag: area of coin\n    sack: area of coin\n",
            f"    repeat {most} times: move coin-1 to bag\n    for each c in bag: move c to sack\n",
        ),
        "too-many-pieces",
    ),
    "one number of a `counts`": (
        lambda most: game(fields="    vial: counts of tone\n", act=f"    repeat {most} times: add high to vial\n"),
        "out-of-range",
    ),
    "times that `whenever`…": (
        lambda most: game(
            act=f"    add 1 to pot\nwhenever pot changes, at most {most} times per chain: add 1 to pot\n"
        ),
        "out-of-range",
    ),
    "`whenever` paragraphs…": (chains, "too-large"),
    "candidates in one selection…": (
        lambda most: game(act=f"    pick {most} ns from 1..1, repeats allowed\n    nothing\n"),
        "stuck",
    ),
}


def meant(limit: Limit, what: str) -> bool:
    """Whether this is the row that is called so."""
    return limit.what == what or (what.endswith("…") and limit.what.startswith(what[:-1]))


def said(text: str) -> set[str]:
    """The codes of what is wrong with a text, or goes wrong at its first move."""
    try:
        made = rules_of(read_text("limits.rules", text.encode()), "limits").start(seed=1)
        made.play(0, made.moves(0)[0])
    except RulesError as refused:
        return {each.code for each in refused.diagnostics if each.severity == "error"}
    except RulesFault as fault:
        return {fault.code}
    return set()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("what", ROWS)
def test_the_limit_is_accepted_and_one_more_is_told(what: str) -> None:
    limit = next(each for each in LIMITS if meant(each, what))
    make, code = ROWS[what]
    assert said(make(limit.most)) == set()
    assert said(make(limit.most + 1)) == {code}
    assert f"`{code}`" in limit.told or code == "stuck"


@pytest.mark.parametrize(("joint", "most"), [(" or ", 256), (" and ", 256), (" + ", 95), (" - ", 95), (" * ", 95)])
def test_as_many_operands_are_accepted_as_is_promised(joint: str, most: int) -> None:
    def asking(operands: int) -> str:
        row = joint.join(["pot is 3" if joint.strip().isalpha() else "pot"] * operands)
        return game(act=f"    if {row}{'' if joint.strip().isalpha() else ' is 7'}: nothing\n")

    assert said(asking(most)) <= {"number-too-large"}
    assert said(asking(most + (1 if joint.strip().isalpha() else 5))) == {"too-large"}


def test_every_limit_has_a_test() -> None:
    tested = (*ROWS, *(what for each in ELSEWHERE.values() for what in each))
    assert [each.what for each in LIMITS if not any(meant(each, what) for what in tested)] == []
    assert all(Path(__file__).parents[1].joinpath(f"{each}.py").exists() for each in ELSEWHERE)
    assert [what for what in tested if not any(meant(each, what) for each in LIMITS)] == []


def test_seeds_have_64_bits() -> None:
    assert next(each.most for each in LIMITS if each.what == "seed") == SEEDS - 1
