"""Moves that are tried: conditions are asked of the board that a move leads to, whatever was picked before it. And what
scratch a trial does not put back, as only trials name it, is written by them before they read it: nobody can tell if it
is spoilt each time, as it is here."""

import random

import pytest

from rulewright.files import shipped
from rulewright.language.elaborate.settings import Setting
from rulewright.machine.program.nodes import Set, Try
from rulewright.machine.wasm import trial
from rulewright.machine.wasm.assembly import Scope
from rulewright.machine.wasm.encoding import memory
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.trial import Stretch
from tests.laws.trials import CONDITIONS, PICKS, trials, tried_with
from tests.wasm.common import WASM, compared
from tests.wasm.corners import CORNERS
from tests.wasm.games import all_settings, corner_rules, shipped_rules

pytestmark = WASM
SPOILT = 0x35A5A5A5
"""Far from whatever rules reckon with, and from any address."""
TRYING = sorted(name for name in CORNERS if " must " in CORNERS[name].text)


class Spoiling:
    """Lets trials spoil the scratch that they do not put back, in modules that are written meanwhile."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waiting: list[set[int]] = []
        self.spoilt = 0
        self.kept, self.end = trial._of_scratch, trial._end
        monkeypatch.setattr(trial, "_of_scratch", self._of_scratch)
        monkeypatch.setattr(trial, "_end", self._end)

    def _of_scratch(self, s: Scope, node: Try) -> list[Stretch]:
        """What is put back; the cells that the trial may write beside it wait for its end."""
        found, layout = self.kept(s, node), s.a.map
        back = {layout.work + first + at for first, length in found for at in range(0, length, WORD)}
        written = set[int]() if s.trying else self.written(s, node) - s.cells.keys()
        self.waiting.append({layout.cell(cell) for cell in written} - back)
        return found

    def written(self, s: Scope, node: Try) -> set[int]:
        """The cells of scratch that a trial may write."""
        begun = {line.cell for line in node.begin if isinstance(line, Set)}
        return begun | s.a.cells.disturbed(s.a.nesting.functions(trial.parts(node)), node.condition)

    def _end(self, s: Scope, slot: int) -> None:
        for address in self.waiting.pop():
            s.w.set(memory(address), SPOILT)
            self.spoilt += 1
        self.end(s, slot)


@pytest.mark.sampled(10, 3)
@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("picks", PICKS, ids=len)
def test_conditions_are_asked_of_what_a_move_leads_to(picks: str, condition: str) -> None:
    compared(tried_with(picks, condition), 3, games=3)


@pytest.fixture
def spoiling(monkeypatch: pytest.MonkeyPatch) -> Spoiling:
    return Spoiling(monkeypatch)


@pytest.mark.sampled(12, 5)
@pytest.mark.parametrize("name", TRYING)
def test_nobody_reads_what_a_trial_leaves_of_a_corner(name: str, spoiling: Spoiling) -> None:
    compared(corner_rules(name), 3, games=min(3, CORNERS[name].games))


@pytest.mark.sampled(24, 5)
@pytest.mark.parametrize(
    ("name", "setting"),
    [(name, setting) for name, setting in all_settings() if "\n    must " in shipped()[name].read_text()],
)
def test_nobody_reads_what_a_trial_leaves_of_a_shipped_game(name: str, setting: Setting, spoiling: Spoiling) -> None:
    compared(shipped_rules(name, setting), 3, most=200)
    assert spoiling.spoilt


@pytest.mark.sampled(4, 4)
@pytest.mark.thorough
@pytest.mark.parametrize("which", range(20))
def test_nobody_reads_what_a_trial_leaves_of_a_made_game(which: int, spoiling: Spoiling) -> None:
    compared(trials(random.Random(which)).tried, 3, games=3)
