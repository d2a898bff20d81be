"""Words about memories: what they remember, and where they are asked."""

from rulewright.language.diagnostics import Complaint

memory_bound = Complaint(
    "too-large",
    "A memory needs a bound: how many situations it can hold. Write, for example: {name}: {type}, up to 200.",
)
memory_of_owner = Complaint(
    "type-mismatch",
    'A memory belongs to the game, and not to each {owners: and }. Declare it below "there is"; it remembers the '
    "fields of all.",
)
memory_kept = Complaint(
    "type-mismatch",
    'A memory outlasts every doing. Declare {name}: {type}, up to 200 among the fields, below "there is".',
)
memory_begins = Complaint("type-mismatch", "A memory begins empty, and `remember` fills it. Leave out `starts`.")
memory_seen = Complaint(
    "type-mismatch", 'A memory remembers what everybody sees, so everybody may know it. Leave out "{modifier}".'
)
one_each = Complaint(
    "type-mismatch", '"{word} of" takes one type; several fields stand behind "memory of" only. Write: {word} of {of}.'
)
remembered_twice = Complaint("two-meanings", "This field is remembered already. Name it once.")
remembered_of_several = Complaint(
    "two-meanings",
    "Several owners have a field of this name, and a memory would not know which. Give one another name.",
    also="one of them",
)
remembers_hidden = Complaint(
    "remembers-hidden",
    "A memory remembers only what everybody sees, and here {why}. Remember something that follows from it and that all "
    "see, or let everybody see it.",
    also="declared here",
)
memory_of_memory = Complaint(
    "type-mismatch", "A memory remembers zones and variables, and this is a memory itself.", also="declared here"
)
memory_of_notes = Complaint(
    "type-mismatch",
    "This is noted of pieces where they lie, and a memory remembers zones and variables. Keep in a variable what it is "
    "about it that matters, and remember that.",
    also="declared here",
)
no_memory = Complaint(
    "type-mismatch",
    '`{verb}` needs a memory, and this is {what}. Declare one below "there is", such as: past: memory of board, up to '
    "200.",
    also="declared here",
)
memory_is_no_value = Complaint(
    "type-mismatch",
    "{name} is a memory: it is asked how often the present situation stands in it, and nothing else. Write, for "
    "example: {name}'s repeats is 0.",
    also="declared here",
)
must_remembers = Complaint(
    "must-remembers",
    "The must on line {line} in {action} tries this body, and nothing is remembered of what is only tried. Write "
    "`{sentence}` behind the choice instead.",
    also="the must",
)
