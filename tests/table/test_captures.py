"""The page of captures shows the table as it is drawn."""

import pytest

from tests.cli.processes import ROOT
from tests.table.captures import page


@pytest.mark.thorough
def test_the_page_is_what_is_drawn_now() -> None:
    """If not, `python -m tests.table.captures > rulesets/TABLES.md`."""
    assert (ROOT / "rulesets" / "TABLES.md").read_text(encoding="utf-8") == "".join(page())
