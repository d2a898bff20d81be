"""What a fault tells of values, by the fast backend and by the reference."""

import pytest

from tests.wasm.common import WASM, Pair
from tests.wasm.test_bounds import filled

pytestmark = WASM

FEW, NONE = "There are not enough pieces in", "This needs something, and"
FAULTS = {
    "move 2 from covered to pot": f"{FEW} covered: 2 wanted, 1 there.",
    "move heap's size * 3 from covered to pot": f"{FEW} covered: 3 wanted, 1 there.",
    "move most from covered to pot": f"{FEW} covered: 1 there.",
    "move 5 from heap to pot": f"{FEW} heap: 5 wanted, 2 there.",
    "move heap's size * 4 from heap to pot": f"{FEW} heap: 2 more wanted, 0 there.",
    "move 3 from pot to covered": f"{FEW} pot: 3 wanted, 0 there.",
    "let low be lowest worth of pot\n    set most to low + 1": f"{NONE} low is none here.",
    "ask chosen: set chosen to you": f"{NONE} chosen is none here.",
    "set most to (lowest worth of pot) + 1": f"{NONE} is none here.",
}


@pytest.mark.parametrize("body", FAULTS)
def test_what_is_wanted_and_there(body: str) -> None:
    pair = Pair(filled("words of faults", body=body))
    assert pair.begin() is None
    code = "too-few-pieces" if FAULTS[body].startswith(FEW) else "none-used"
    fault = pair.choose(0, 0)
    assert fault is not None
    assert fault[:2] == (code, FAULTS[body])
