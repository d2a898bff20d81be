"""What is suggested where a condition asks for a piece where it never lies."""

import pytest

from rulewright.analysis.examples import run_examples
from rulewright.language.diagnostics import Diagnostic, applied
from rulewright.language.source import Source
from tests.language.test_told import GAMES

CITY = GAMES["City"]
PICK = "pick card from your hand"


def found(lines: str, pick: str = PICK, more: str = "") -> list[Diagnostic]:
    """What is told of the game with these lines."""
    return CITY.told({"lines": lines, "pick": pick, "more": more})


EXAMPLE = """\
example "the one is refused, the other is not":
    players Ann, Bob
    given:
        Ann's hand holds card-1, card-2
        Ann's city holds card-1, card-3
    at play
    then:
        Ann can build card-{allowed}
        Ann cannot build card-{refused}
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("lines", "pick", "refused"),
    [
        ("needs card is not in your city", PICK, 1),
        ("needs card is in your city", PICK, 2),
        ("needs not (card is in your city)", PICK, 1),
        ("needs card is not in your city and card's rank is less than 4", PICK, 1),
        ("needs built(you, card)", PICK, 2),
        ("needs not built(you, card)", PICK, 1),
        ("", "pick card from your hand where it is not in your city and its rank is less than 4", 1),
        ("", "pick card from your hand where card is in your city", 2),
        ("needs some c in your hand where c is card and c is not in your city", PICK, 1),
    ],
)
def test_what_is_suggested_asks_for_the_kind(lines: str, pick: str, refused: int) -> None:
    more = "define built(player p, card c): c is in p's city" if "built" in lines else ""
    text = CITY.filled({"lines": lines, "pick": pick, "more": more}).text
    (edit,) = {one.edit for one in found(lines, pick, more) if one.edit is not None}
    repaired = applied(text, [edit])
    assert CITY.looked_at(Source("test.rules", repaired)) == []
    example = EXAMPLE.format(refused=refused, allowed=3 - refused)
    assert run_examples(Source("test.rules", repaired + example)) == []


def test_the_message_names_both_readings() -> None:
    (one,) = found("needs card is not in your city")
    assert one.message == (
        "This always holds: it asks where card itself lies, and that is in hand, never in your city. "
        "To ask for a piece of the same kind there, write: no other-card in your city where other-card is card. "
        "If card itself is meant, leave the condition out."
    )
