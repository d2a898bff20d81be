"""Words about choices that all make at once: what would need an order."""

from rulewright.language.diagnostics import Complaint

at_once_decides = Complaint(
    "at-once-conflict",
    "{action} is chosen by all at once, but it asks, draws or shuffles here. Ask afterwards, in order.",
)
at_once_chooses = Complaint(
    "at-once-conflict",
    'Below "each player at once:" stands one choose, with what happens if you cannot, or one move of a whole zone, and '
    "nothing else. Do the rest before or after it.",
)
at_once_moves = Complaint(
    "at-once-conflict",
    "At once whole zones are handed on, and nothing else: move all your hand to your left's hand. Of what is less than "
    "a whole zone let the players choose at once, and move it afterwards.",
)
at_once_elsewhere = Complaint(
    "at-once-conflict",
    'Nothing that is put down here is taken again: {source} and {to} are different zones. Leave out "at once".',
)
at_once_meets = Complaint(
    "at-once-conflict",
    "What several players hand on would come to lie together here. Each must go where another one's lay, such as to "
    "your left's or your right's.",
)
at_once_in_order = Complaint(
    "at-once-conflict", "At once nobody comes before another: there are no turns. Leave out from, by and until."
)
at_once_takes = Complaint(
    "at-once-conflict",
    "Two seats can take the same {component} of {zone} in this choice at once. Use each player, in order.",
)
at_once_finds = Complaint(
    "at-once-conflict",
    "Two seats can take the same {component} in this choice at once, for it is found wherever it lies. Use each "
    "player, in order.",
)
at_once_fills = Complaint(
    "at-once-conflict",
    "Two seats can put a piece into {zone} in this choice at once, and there may be no room for both. Keep it in a "
    "zone of each player, and move it afterwards, in order.",
)
at_once_changes = Complaint(
    "at-once-conflict",
    "Two seats can change the same pieces of {zone} in this choice at once. Use each player, in order.",
)
at_once_writes = Complaint(
    "at-once-conflict",
    "Two seats can change {variable} in this choice at once. Note the choice in a field of each player, and change "
    "{variable} afterwards.",
)
# `what` says what it does to the others' choices, such as "ends the game".
at_once_ends = Complaint(
    "at-once-conflict",
    "This {what}, and what others have chosen at once would not happen. Note it, and ask for it afterwards.",
)
at_once_limited = Complaint(
    "at-once-conflict",
    'Who chooses first would use up "once per {procedure}" for the others, who choose at once. Offer it without a '
    "limit there, or use each player, in order.",
)
