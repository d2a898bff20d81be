"""Memories of situations: the numbers that stand for them, and where these stand."""

from rulewright import load
from rulewright.machine.program import cell_map
from rulewright.machine.program.nodes import MemoryLayout
from tests.language.blocks import SPEC  # where the numbers are defined

MOST_CELLS = 65_536


def by_the_reference(cells: dict[int, int]) -> int:
    """The number of these contents, as chapter 6.10 of the reference reckons it."""
    gamma, word = 0x9E3779B97F4A7C15, (1 << 64) - 1

    def mix(z: int) -> int:
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & word
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & word
        return z ^ (z >> 31)

    return sum(content * mix((i + 1) * gamma & word) for i, content in cells.items()) % (1 << 64)


def test_the_number_is_the_one_that_the_reference_defines() -> None:
    cells = [0, 7, -3, 0, -(2**31), 2**31 - 1]
    wanted = by_the_reference({1: 7, 2: -3, 4: -(2**31), 5: 2**31 - 1})
    assert cell_map.number(cells, ((1, 2), (4, 2))) == wanted
    assert "mix((i + 1) * GAMMA)" in SPEC.read_text(encoding="utf-8")


def test_situations_that_differ_in_one_number_have_two_numbers() -> None:
    """A difference of less than 2^33 times a factor is no multiple of 2^64 unless the factor is one of 2^32."""
    assert all(cell_map.factor(cell) % (1 << 31) for cell in range(MOST_CELLS))


def test_entries_ascend_whatever_the_order() -> None:
    layout = MemoryLayout(1, 4, ((0, 1),))
    rows = []
    for contents in ([5, 2, 9, 2], [2, 9, 5, 2], [9, 5, 2, 2]):
        cells = [0] * 10
        for content in contents:
            cells[0] = content
            cell_map.insert(cells, layout, cell_map.number(cells, layout.runs))
        rows.append(cells[1:])
    assert rows[0] == rows[1] == rows[2]
    numbers = cell_map.entries(rows[0])
    assert list(numbers) == sorted(numbers)
    assert len(set(numbers)) == 3


def test_a_memory_of_go_holds_the_boards_that_were() -> None:
    game = load("go").start()
    game.play(0, ("place", "c3"))
    game.play(1, ("pass",))
    past = next(each for each in game.view(0).variables if each.name == "past")
    assert isinstance(past.value, tuple)
    assert len(past.value) == len(set(past.value)) == 2
