"""Complaints: what they ask for, and that they are told with it."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import rulewright
from rulewright.language import messages
from rulewright.language.diagnostics import Complaint
from rulewright.language.wording import gaps

ROOT = Path(rulewright.__file__).parent
ROOMS = {each.name: vars(import_module(f"{messages.__name__}.{each.name}")) for each in iter_modules(messages.__path__)}
COMPLAINTS = [each for room in ROOMS.values() for each in room.values() if isinstance(each, Complaint)]


def names_in(path: Path, tree: ast.Module) -> dict[str, object]:
    """What a module calls the words that it knows: `words.unknown_name`, `never_there`, or its own."""
    names: dict[str, object] = dict(ROOMS.get(path.stem, {})) if path.parent.name == "messages" else {}
    for node in ast.walk(tree):
        room, _, single = (node.module or "").rpartition(".") if isinstance(node, ast.ImportFrom) else ("", "", "")
        for each in node.names if isinstance(node, ast.ImportFrom) else ():
            if f"{room}.{single}" == messages.__name__:
                names |= {f"{each.asname or each.name}.{name}": found for name, found in ROOMS[each.name].items()}
            elif room == messages.__name__:
                names[each.asname or each.name] = ROOMS[single][each.name]
    return names


def told() -> Iterator[tuple[str, Complaint, ast.Call]]:
    """Each place in the source where a complaint is told."""
    for path in sorted(ROOT.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = names_in(path, tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(found := names.get(ast.unparse(node.func)), Complaint):
                yield f"{path.name}:{node.lineno}", found, node


TOLD = list(told())


@pytest.mark.parametrize(("complaint", "call"), [pytest.param(found, call, id=place) for place, found, call in TOLD])
def test_a_complaint_is_told_with_the_facts_of_its_sentence(complaint: Complaint, call: ast.Call) -> None:
    wanted = gaps(complaint.sentence) | gaps(complaint.edit or "")
    given = {each.arg: each.value for each in call.keywords}
    assert len(call.args) <= 1
    # A place that is a name brings its text along; what is near is found among the candidates.
    assert wanted - {"name"} - {"near"} | ({"candidates"} if "near" in wanted else set()) == {
        name for name in given if name not in ("also", "edit", "name")
    }
    line = given.get("line")
    assert line is None or "also" in given or isinstance(line, ast.Constant), "a line that is named is a second place"
    assert "also" not in given or complaint.also
