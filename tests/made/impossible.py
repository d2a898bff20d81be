"""What can never appear in a made text, and why. A `*` at the end stands for whatever follows."""

# what the core is made into has it, the core of a ruleset has not
MADE_LATER = ("core ListTable.open yes",)

# a made board has a place in each spot of its picture, for it is laid out before it is known how it is drawn
LEFT_OUT = ("text Spot.place none",)

# types that the language does not have: a plain number is declared by its range alone, yes or no has no list
NO_SUCH_TYPE = (
    "variable: or none of yes or no",
    *(f"variable: set of {sort}" for sort in ("number", "yes or no", "line")),
    *(f"variable: counts of {sort}" for sort in ("number", "yes or no", "line")),
    *(f"attribute: counts of {sort}" for sort in ("number", "yes or no", "number type*", "line")),
    *(f"attribute: {form}line" for form in ("", "or none of ")),
    *(f"{role}: {sort}" for role in ("owner", "second owner") for sort in ("number", "yes or no", "line")),
    *(f"{role}: yes or no" for role in ("loop", "pick", "several")),
    "definition: or none of yes or no",
)

# what is always told
WRONG = ("text Accepted.because none",)

IMPOSSIBLE = (*MADE_LATER, *LEFT_OUT, *WRONG, *NO_SUCH_TYPE)
