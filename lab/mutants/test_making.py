"""What counts as a mutant, and that each is a module that can be read."""

import ast
from pathlib import Path

from lab.mutants.making import mutants
from rulewright.machine.lower import pieces

TEXT = '''"""A docstring with 1 number."""
LIMIT: int = 7

def first(pair: tuple[int, int] = (0, 1)) -> int | None:
    """Another one."""
    assert pair != (2, 2)
    if pair[0] < 9 and not pair[1:]:
        print(pair, "ä <= 3", "b"); pair.sort()
    match pair:
        case (5, other) if isinstance(other, int | str):
            return other + LIMIT
    return [one for one in pair if one.real][:LIMIT]
'''


def test_the_mutants_of_a_module(tmp_path: Path) -> None:
    """In functions only; neither types nor patterns nor defaults nor assertions nor strings."""
    path = tmp_path / "module.py"
    path.write_text(TEXT, encoding="utf-8")
    assert [(mutant.line, mutant.name.removeprefix("module.first: ")) for mutant in mutants(path)] == [
        (7, "pair[0] < 9 and not pair[1:] -> (pair[0] < 9 or not pair[1:])"),
        (7, "pair[0] < 9 -> (pair[0] <= 9)"),
        (7, "0 -> (1)"),
        (7, "0 -> (-1)"),
        (7, "9 -> (10)"),
        (7, "9 -> (8)"),
        (7, "not pair[1:] -> (pair[1:])"),
        (7, "pair[1:] -> pair[:]"),
        (7, "1 -> (2)"),
        (7, "1 -> (0)"),
        (8, 'print(pair, "ä <= 3", "b") -> pass'),
        (8, "print(pair, \"ä <= 3\", \"b\") -> print(pair, 'b', 'ä <= 3')"),
        (8, "pair.sort() -> pass"),
        (11, "other + LIMIT -> (other - LIMIT)"),
        (12, "[one for one in pair if one.real][:LIMIT] -> [one for one in pair if one.real][:]"),
        (12, "[one for one in pair if one.real][:LIMIT] -> [one for one in pair if one.real][:LIMIT - 1]"),
        (12, "one.real -> (not one.real)"),
    ]


def test_each_is_another_module_with_a_name_of_its_own() -> None:
    path = Path(pieces.__file__)
    text, made = path.read_bytes(), mutants(path)
    assert len({mutant.name for mutant in made}) == len(made) > 50
    modules = [mutant.applied(text) for mutant in made]
    assert len({ast.dump(ast.parse(module)) for module in (text, *modules)}) == len(made) + 1
