"""What plays ahead of the words, imported when it is wanted: it is for who plays much."""

from typing import Any

from rulewright.machine.ahead import StepMaker
from rulewright.machine.program.nodes import Program


def step_maker(program: Program, *parts: Any, kept: bool) -> StepMaker | None:  # noqa: ANN401 - as `step_engine` has them
    """The fast backend for a program; None if it is not `kept` and only that is wanted; NotFast if there is none."""
    from rulewright.fast import step_engine

    return step_engine(program, *parts, kept=kept)
