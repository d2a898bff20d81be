"""How far knowledge of the language's nodes is spread, and the form of the code: `python -m lab.house`.

An edge is a kind of node (of the syntax, the core or the IR) that a module names which does not define it. A wide match
has eight cases or more of such kinds.
"""

import ast
import statistics
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent / "interpreter" / "rulewright"
TREES: Final = {"syntax": "language/syntax.py", "core": "language/core.py", "ir": "machine/program/nodes.py"}
WIDE: Final = 8


def kinds_of(tree: ast.Module) -> set[str]:
    """The classes that stand in a union of at least four in this module."""
    classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    unions = dict[str, list[str]]()
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp() as value):
                unions[name] = [part.id for part in ast.walk(value) if isinstance(part, ast.Name)]
            case _:
                pass

    def flat(name: str) -> set[str]:
        return ({name} & classes).union(*map(flat, unions.get(name, ())))

    return {kind for name in unions if len(flat(name)) >= 4 for kind in flat(name)}


def names_in(tree: ast.AST) -> set[str]:
    """All names that code speaks of."""
    found = set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                found.add(name)
            case ast.ImportFrom(names=aliases):
                found |= {alias.name for alias in aliases}
            case _:
                pass
    return found


def imports(tree: ast.Module, stem: str) -> bool:
    """Whether a module imports one of this name, or something of it."""
    return any(
        (node.module or "").endswith(stem) or any(alias.name == stem for alias in node.names)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    )


def spread(parsed: dict[Path, ast.Module], label: str) -> int:
    """Print how far the kinds of a tree are named, and count the edges."""
    path = ROOT / TREES[label]
    kinds = kinds_of(parsed[path])
    used = {each: names_in(tree) for each, tree in parsed.items() if each != path and imports(tree, path.stem)}
    edges = [sum(kind in names for names in used.values()) for kind in kinds]
    wide = Counter(
        each
        for each in used
        for node in ast.walk(parsed[each])
        if isinstance(node, ast.Match)
        and sum(not kinds.isdisjoint(names_in(case.pattern)) for case in node.cases) >= WIDE
    )
    print(
        f"{label}: {len(kinds)} kinds, named {sum(edges)} times from {len(used)} modules, median "
        f"{statistics.median(edges)}; {wide.total()} matches of {WIDE} cases or more in {len(wide)} modules"
    )
    return sum(edges)


def main() -> int:
    """Print all counts."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(ROOT.rglob("*.py"))}
    parsed = {path: ast.parse(text) for path, text in texts.items()}
    lines = {path: text.count("\n") for path, text in texts.items()}
    edges = sum(spread(parsed, label) for label in TREES)
    defined = defaultdict[str, set[Path]](set)
    for path, tree in parsed.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
                defined[node.name].add(path)
    stems = Counter(path.stem for path in parsed if path.stem != "__init__")
    total = sum(lines.values())
    print(f"edges {edges}, {1000 * edges / total:.1f} per 1,000 lines")
    print(f"{total} lines in {len(parsed)} modules, {sum(each < 60 for each in lines.values())} of them below 60 lines")
    print(f"basenames twice or more: {sum(number > 1 for number in stems.values())}")
    often = {name: len(paths) for name, paths in defined.items() if len(paths) > 8}
    print(
        f"function names in more than 8 modules: {len(often)}: {', '.join(sorted(often, key=lambda n: -often[n])[:12])}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
