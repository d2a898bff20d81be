"""Every code of a diagnostic has a page, and what the pages show is so."""

from collections.abc import Iterator

import pytest
from attrs import evolve

from rulewright.analysis.check import check
from rulewright.language import checks
from rulewright.language.checks import CHECKS, OVERSIGHTS, Check, Finished
from rulewright.language.diagnostics import Diagnostic, pages
from rulewright.language.source import readable
from tests.language.blocks import CODES, SPEC, Block, blocks, completed, expected, trouble
from tests.language.test_diagnostics import COMPLAINTS

BLOCKS, LINES = blocks(CODES), CODES.read_text(encoding="utf-8").splitlines()
CODES_TOLD = {each.code for each in COMPLAINTS}
# These are wrong in ways that a page of text cannot show.
UNSHOWN = frozenset(
    (
        "bad-text",
        "never-best",
        "never-changes",
        "never-fails",
        "never-happens",
        "never-refuses",
        "older-language",
        "told-apart",
    )
)


def code_and_line(block: Block) -> str:
    """What a block is called: the code of its page, by which a run can choose it, and its line."""
    return next(f"{line[2:]}:{block.line}" for line in reversed(LINES[: block.line]) if line.startswith("# "))


@pytest.mark.sampled(18)
@pytest.mark.parametrize("block", BLOCKS, ids=code_and_line)
def test_block_behaves_as_written(block: Block) -> None:
    assert trouble(block) == ""


def test_every_code_has_a_page_and_no_page_is_left_over() -> None:
    assert set(pages()) == CODES_TOLD


@pytest.mark.parametrize("code", pages())
def test_page_shows_what_is_wrong_and_what_is_right(code: str) -> None:
    page = pages()[code]
    assert page.startswith(f"# {code}\n\n*")
    shown = [{found for _, found in expected(Block("", 0, "", text))} for text in page.split("```")[1::2]]
    assert set() in shown, "the page shows nothing that is right"
    assert code in UNSHOWN or {code} in shown, "the page does not show what is wrong"


@pytest.mark.thorough
def test_each_check_tells_its_codes_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them are told somewhere on the pages."""
    rows = (*CHECKS, *OVERSIGHTS)
    told: list[set[str]] = [set() for _ in rows]

    def noting(check: Check, codes: set[str]) -> Check:
        def find(of: Finished) -> Iterator[Diagnostic]:
            for found in check.find(of):
                codes.add(found.code)
                yield found

        return evolve(check, find=find)

    noted = list(map(noting, rows, told))
    monkeypatch.setattr(checks, "CHECKS", noted[: len(CHECKS)])
    monkeypatch.setattr(checks, "OVERSIGHTS", noted[len(CHECKS) :])
    for block in filter(expected, (*BLOCKS, *blocks(SPEC))):
        check(readable("page.rules", completed(block).encode()))
    assert told == [set(check.codes) for check in rows]
