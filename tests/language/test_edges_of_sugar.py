"""Sentences that are rewritten to others do at their edges what the words of SPEC.md say."""

from pathlib import Path

import pytest

from tests.language.blocks import Block, blocks, trouble


@pytest.mark.sampled(11)
@pytest.mark.parametrize("block", blocks(Path(__file__).with_name("edges_of_sugar.md")), ids=str)
def test_the_edges_come_out_as_reckoned_by_hand(block: Block) -> None:
    assert trouble(block) == ""
