"""What is wrong with a text: values with a code, a place and words; collected, sorted by place, never raised singly."""

from typing import Literal

from attrs import frozen

from rulewright.language.span import Span

Severity = Literal["error", "suspicion", "warning"]


@frozen
class Diagnostic:
    """One finding: `message` says problem, why and suggestion in the author's words, in whole sentences."""

    code: str
    message: str
    span: Span
    severity: Severity = "error"
