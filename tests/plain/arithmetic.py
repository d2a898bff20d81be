"""Numbers: what is reckoned with two of them, and how they compare (SPEC 6.2, 6.3)."""

from rulewright.language import core

LARGEST = 2**31 - 1


def fits(number: int) -> bool:
    """Whether a number is one of the language's, either way."""
    return abs(number) <= LARGEST


def result(op: core.Operator, left: int, right: int) -> int:
    """Division rounds down, and a remainder is never negative."""
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left // right
        case "mod":
            return left % abs(right)
        case "min":
            return min(left, right)
        case "max":
            return max(left, right)


def compared(op: core.Comparison, left: int | None, right: int | None) -> bool:
    """Every comparison with none is no, but that none is the same as none."""
    if op == "same":
        return left == right
    if left is None or right is None:
        return False
    match op:
        case "is":
            return left == right
        case "at-least":
            return left >= right
        case "more-than":
            return left > right
