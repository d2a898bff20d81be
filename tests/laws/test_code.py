"""Constants are defined once; modules are named by the words that every programmer knows."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulewright

PRIVATE_WORDS = re.compile(
    "accounts|agreeing|branches|calm|contents|course|disturbing|doors|extent|eyes|few_kinds|habit|habits|"
    "habits_asking|habits_conditions|habits_declaring|habits_doing|handing|happenings|heaps|holes|imagine|joining|"
    "joins|knowing|laying|laying_out|learning|likeness|locating|meanings|mending|outgrown|overhearing|recalling|"
    "redealing|retelling|seeing|shown_as|standing|tracing|travel|unseen|way"
)
"""Names that modules had and must not have again; GLOSSARY.md has the words for them."""
VAGUE = re.compile(
    "_?(DEEPEST|ENOUGH|FEW|LARGE|LITTLE|LONG|LONGEST|MANY|MOST|MUCH|OFTEN|PATIENCE|SHORT|SMALL|SOME|SOON)"
)
"""Names of constants that do not say of what: `MAX_LISTED_MOVES` does."""
MODULES = sorted(Path(rulewright.__file__).parent.rglob("*.py"))


def bound(target: ast.expr) -> Iterator[str]:
    """The constants that an assignment to this binds."""
    names = (node.id for node in ast.walk(target) if isinstance(node, ast.Name))
    return (name for name in names if re.fullmatch("_?[A-Z][A-Z0-9_]*", name))


def faults(text: str) -> list[str]:
    """The constants of this module that are defined twice, or by a plain `NAME = value` that is not `Final`."""
    defined: Counter[str] = Counter()
    found = []
    for statement in ast.parse(text).body:
        match statement:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    defined.update(bound(target))
                    called = value.func if isinstance(value, ast.Call) else None
                    is_type_variable = isinstance(called, ast.Name) and called.id in ("TypeVar", "ParamSpec")
                    is_union = isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr)
                    if isinstance(target, ast.Name) and not is_type_variable and not is_union:
                        found += [f"{name} is not Final" for name in bound(target)]
            case ast.AnnAssign(target=target, annotation=annotation):
                defined.update(bound(target))
                if "Final" not in ast.unparse(annotation):
                    found += [f"{name} is not Final" for name in bound(target)]
            case _:
                pass
    found += [f"{name} does not say of what" for name in defined if VAGUE.fullmatch(name)]
    return found + [f"{name} is defined {times} times" for name, times in defined.items() if times > 1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A: Final = 1\nB, C = 2, 3\nT = TypeVar('T')\nx = 1\nx = 2", []),
        ("A: Final = 1\nA: Final = 2", ["A is defined 2 times"]),
        ("A: Final = 1\nB, A = 2, 3", ["A is defined 2 times"]),
        ("A = 1\nB: int = 2", ["A is not Final", "B is not Final"]),
        (
            "FEW: Final = 3\nMAX_LISTED: Final = 3\n_MOST: Final = 3",
            ["FEW does not say of what", "_MOST does not say of what"],
        ),
    ],
)
def test_the_faults_are_found(text: str, expected: list[str]) -> None:
    assert faults(text) == expected


def test_each_constant_is_defined_once_and_final() -> None:
    found = {path.name: faults(path.read_text()) for path in MODULES}
    assert {name: told for name, told in found.items() if told} == {}


def test_no_module_has_a_name_of_our_own_making() -> None:
    named = {part.removesuffix(".py") for path in MODULES for part in path.parts[path.parts.index("rulewright") :]}
    assert [name for name in named if PRIVATE_WORDS.fullmatch(name)] == []
