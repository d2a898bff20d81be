"""Words about what tells values apart that were to be merged. `type`: what was to be merged."""

from typing import Final

from rulewright.language.diagnostics import Complaint

CODE: Final = "told-apart"

named = Complaint(
    CODE,
    "The values of {type} cannot be merged: here {value} is meant and no other. What holds for one of them must hold "
    "for all.",
)
by_order = Complaint(
    CODE,
    "The values of {type} cannot be merged: here it counts in which order they were declared. What depends on which "
    "of them comes first tells them apart.",
)
compared = Complaint(
    CODE,
    "The values of {type} cannot be merged: here their order is compared. Values that are merged can only be equal or "
    "not.",
)
by_table = Complaint(
    CODE,
    "The values of {type} cannot be merged: what {table} says here was declared for each of them. Values that are "
    "merged can only be equal or not.",
)
own_rules = Complaint(
    CODE,
    "The values of {type} cannot be merged: here each has rules of its own, such as {value}.",
)
unlike_pieces = Complaint(
    CODE,
    "The values of {type} cannot be merged: with {value} and {other} exchanged, {kind} would have to be a piece that "
    "does not exist. Each of them needs the same pieces.",
)
other_number = Complaint(
    CODE,
    "The values of {type} cannot be merged: of {kind} there are {number} pieces, of {partner} {others}. There must be "
    "as many.",
)
places = Complaint(
    CODE, "The values of {type} cannot be merged: they are the places of {zone}, and places lie beside each other."
)
one_of_several = Complaint(
    CODE, "The values of {type} cannot be merged: {zone} is shuffled here, and there is one for each of them."
)
remembered = Complaint(
    CODE,
    'The values of {type} cannot be merged: "{name}" has to do with them, and is remembered while somebody chooses, '
    "chance is asked, or another phase runs. Let it be asked anew after that.",
)
in_a_memory = Complaint(
    CODE,
    "The values of {type} cannot be merged: a memory is asked here, and what it holds is the same only under the same "
    "names.",
)
on_pieces = Complaint(
    CODE,
    "The values of {type} cannot be merged: notes lie on pieces in this game, and what is noted may tell them apart.",
)
unread = Complaint(CODE, "The values of {type} cannot be merged: nobody knows whether this tells them apart ({form}).")
