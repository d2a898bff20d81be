"""Texts that are as deep or as large as somebody wants: one row for each way in which rules stand inside each other."""

from collections.abc import Callable

Tower = Callable[[int], str]

HEAD = """game "Tower" "As high as you like"
    players 2
each player has
    coins: 0..9999
there is
    pot: 0..9999
play:
    each player: choose act
"""
TAIL = """scoring:
    score of player p: p's coins
    winners: nobody
"""
CELLS = "cell is grid 2 by 2\n"
BUT_B1 = " where it is not b1)'s first"
REPEATS = "past's repeats"
PAST = "there is\n    past: memory of pot, up to 3\n"
ADD = "    add 1 to your coins\n"


def asking(condition: str, more: str = "") -> str:
    """A game whose action needs this."""
    return f'{HEAD}action act "Act":\n    needs {condition} because "no"\n{ADD}{TAIL}{more}'


def doing(sentences: str, more: str = "") -> str:
    """A game whose action does this."""
    return f'{HEAD}action act "Act":\n{sentences}{TAIL}{more}'


def chain(first: str, step: str, top: str) -> Tower:
    """Paragraphs of which each names the one before; {i} is its number and {h} that of the one before."""

    def tower(height: int) -> str:
        return top.format(h=height - 1) + first + "".join(step.format(i=i, h=i - 1) for i in range(1, height))

    return tower


def nest(before: str, after: str) -> Tower:
    """A condition inside a condition."""
    return lambda height: asking("".join(before.format(i=i) for i in range(height)) + "pot is 3" + after * height)


def blocks(head: str) -> Tower:
    """A block inside a block."""

    def tower(height: int) -> str:
        lines = "".join(f"{' ' * (4 + i)}{head.format(i=i)}\n" for i in range(height))
        return doing(f"{lines}{' ' * height}{ADD}")

    return tower


def definitions(first: str, step: str, asked: str) -> Tower:
    """Definitions d0, d1 … of a player."""
    head = "define d{{i}} of player p: {}\n"
    return chain(head.format(first).format(i=0), head.format(step), asking(asked))


def procedures(step: str) -> Tower:
    """Procedures q0, q1 …"""
    return chain("to q0: add 1 to pot\n", "to q{i}:\n" + step, doing("    q{h}\n"))


def actions(step: str, asked: str) -> Tower:
    """Actions a0, a1 …"""
    return chain(f'action a0 "A":\n{ADD}', f'action a{{i}} "A":\n{step}{ADD}', doing(f"{asked}{ADD}"))


def row(what: str, between: str) -> Tower:
    """Operands of one calculation."""
    return lambda height: asking(f"{between.join([what] * height)} is not 7")


def cases(height: int) -> str:
    """A table of cases."""
    lines = "".join(f"    {i % 9}   when p's coins is {i}\n" for i in range(height - 1))
    return asking("your worth is not 10", f"define worth of player p:\n{lines}    9   otherwise\n")


def arms(height: int) -> str:
    """A chain of `otherwise if`."""
    rest = "".join(f"    otherwise if your coins is {i}: set your coins to {i + 1}\n" for i in range(1, height))
    return doing(f"    if your coins is 9998: nothing\n{rest}")


def asked_arms(height: int) -> str:
    """A chain of `otherwise if`, each of which carries out a procedure."""
    rest = "".join(f"    otherwise if lucky({i}): set your coins to {i + 1}\n" for i in range(1, height))
    answer = "to lucky(0..9999 n) gives yes or no: give your coins is n\n"
    return doing(f"    if lucky(9998): nothing\n{rest}", answer)


POSSESSIVE = "'s left"
TALLIED = "'s calm"
NEEDS, MUST = '    needs {} because "no"\n', '    must leave {} because "no"\n'

TOWERS: dict[str, Tower] = {
    "definitions": definitions("p's coins", "max(p's d{h}, 1)", "your d{h} is at least 0"),
    "definitions, the last first": lambda height: "\n".join(
        [asking(f"your d{height - 1} is at least 0").rstrip()]
        + [f"define d{i} of player p: max(p's d{i - 1}, 1)" for i in range(height - 1, 0, -1)]
        + ["define d0 of player p: p's coins\n"]
    ),
    "definitions asked twice": definitions("p's coins", "max(p's d{h}, p's d{h} - 1)", "your d{h} is at least 0"),
    "definitions that ask of all": definitions("p's coins is 0", "some q in players where q's d{h}", "your d{h}"),
    "sequences": chain(
        "define s0: players\n", "define s{i}: s{h} where it's coins is not {i}\n", asking("s{h}'s size is 2")
    ),
    "definitions of several": chain(
        "define w0 of players s: s's size\n",
        "define w{i} of players s: max(s's w{h}, 1)\n",
        asking("players' w{h} is 2"),
    ),
    "several of several": lambda height: asking(
        f"players{TALLIED * height}'s size is 2", "define calm of players s: s where its coins is not 7\n"
    ),
    "procedures": procedures("    q{h}\n"),
    "procedures run twice": procedures("    q{h}\n    q{h}\n"),
    "actions that are asked": actions(NEEDS.format("you can a{h}"), NEEDS.format("you can a{h}")),
    "actions that are asked twice": actions(NEEDS.format("you can a{h}") * 2, NEEDS.format("you can a{h}")),
    "actions that are tried": actions(MUST.format("you can a{h}"), MUST.format("you can a{h}")),
    "some": nest("(some p{i} in players where ", ")"),
    "every": nest("(every p{i} in players satisfies ", ")"),
    "count": nest("((count of players as p{i} where ", ") is 1)"),
    "regions": lambda height: asking(f"{'(region of ' * height}a1{BUT_B1 * height} is a1", CELLS),
    "definitions by regions": chain(
        f"{CELLS}define r0 of cell c: c\n",
        f"define r{{i}} of cell c: (region of c's r{{h}}{BUT_B1}\n",
        asking("a1's r{h} is a1"),
    ),
    "groups": nest("(some g{i} in players' groups(1) where ", ")"),
    "best choices": nest(
        "(lowest total coins of players outside disjoint (players' groups(1) as g{i} where ", ") is 7)"
    ),
    "first": nest("((first p{i} in players where ", ") is you)"),
    "best": nest("(you is in (players as p{i} where ", " with highest coins))"),
    "brackets": lambda height: asking(f"{'max(pot, ' * height}1{')' * height} is not 7"),
    "possessives": lambda height: asking(f"you{POSSESSIVE * height}'s coins is not 7"),
    "a sum": row("pot", " + "),
    "a sum of repeats": lambda height: asking(f"{' + '.join([REPEATS] * height)} is not 7", PAST),
    "procedures that answer": chain(
        "to q0 gives 0..9: give 1\n",
        "to q{i} gives 0..9:\n    let x be q{h}\n    give x\n",
        doing("    let x be q{h}\n    set your coins to x\n"),
    ),
    "some players in turn": blocks("each player by lowest coins where its coins is not {i}:"),
    "cases": cases,
    "otherwise if": arms,
    "otherwise if, answered": asked_arms,
    "if": blocks("if your coins is not {i}:"),
    "for each": blocks("for each p{i} in players where p{i} is you:"),
}
