"""Words about components: their rows, the values in them, and the names of kinds."""

from rulewright.language.diagnostics import Complaint, misspelt

too_many_values = Complaint(
    "too-many-values",
    "This row gives {number:value}, but {component:a} has {attributes:#}: {attributes}. Delete what is too much, or "
    "declare another attribute.",
)
stops_early = Complaint(
    "type-mismatch",
    "This row stops before {attribute}, so {attribute} would be none, but {component:a} always has one. Write one, "
    'such as {example}, or declare "{attribute} … or none".',
    also="declared here",
)
never_none = Complaint(
    "type-mismatch",
    "{component:A} always has a value for {attribute}, so none cannot stand here. Write one, such as {example}, or "
    'declare "{attribute} … or none".',
    also="declared here",
)
# `wanted` as "a number 0..10"; `order`: where there are several attributes.
wrong_value = Complaint(
    "type-mismatch",
    "{what} stands where {attribute} belongs, which is {wanted}. [The values of a row stand in this order: "
    "{order}|Write {wanted}].",
    also="declared here",
)
unknown_value = misspelt(
    "unknown-name", '"{name}" is no value of {attribute}. [It is one of {candidates}|It has no values].'
)
out_of_range = Complaint(
    "out-of-range",
    "{attribute:up} is {low}..{high}, and {value} is not in that. Write a number that is, or declare: {attribute} "
    "{wider}.",
    also="declared here",
)
empty_range = Complaint(
    "out-of-range", "{low}..{high} holds no {attribute}: its end comes before its start. Write {high}..{low}."
)
no_step = Complaint("out-of-range", 'A range "by 0" never gets on. Write by 1 or more, or leave "by" out.')
# `first`: the earlier row, if it is another one.
same_kind_name = Complaint(
    "same-kind-name",
    'Two kinds of {component} are called "{name}": [rows {first} and {row}|both in row {row}]. {advice}',
    also="the first one",
)
named_twice = Complaint(
    "same-kind-name",
    'Two kinds of {component} are called "{name}", and each is one piece. Delete one of them, or give a table with the '
    "number of copies.",
    also="the first one",
)
shared_kind_name = Complaint(
    "same-kind-name",
    '"{name}" is {first:a} and {second:a}, and there are pieces of both; a move could mean either. Give the kinds of '
    '{second} names of their own[: component {second}, called "{template}": …|].',
    also="the first one",
)
bad_kind_name = Complaint(
    "bad-kind-name",
    'A kind of {component} in row {row} would [be called "{name}", which is not one word: a name is letters, digits, '
    "and between them - or +|have no name: none, yes, no and counts give no name]. Give the row a name of its own with "
    'called "…".',
)
unknown_in_template = misspelt("unknown-question", '{component:A} has no "{name}". {component:A} has: {candidates}.')
# What a `shown as` says.
no_initial = Complaint(
    "unknown-question",
    '"{{{hole}}}" asks for nothing that can be shown. Write {{{attribute}}} for the whole value, or '
    "{{{attribute}'s initial}} for its first letter.",
)
open_brace = Complaint(
    "bad-shown-text",
    "A brace has no other half here. What stands between two is an attribute, such as {{{attribute}}}; a brace cannot "
    "be shown itself.",
)
nothing_shown = Complaint(
    "bad-shown-text",
    'The text is empty, so that nothing would be shown. Write what is, such as "{{{attribute}}}", or delete the line.',
)
several_words = Complaint(
    "bad-shown-text",
    '"{text}" is not one word, and what is shown must be one, as it can be typed: it has no blanks and none of '
    '( ) , : ? * _. Write "{better}".',
    edit='"{better}"',
)
too_many_attributes = Complaint(
    "too-large", "{component:A} has {number} attributes; {most} are allowed. Divide it into two components."
)
too_many_kinds = Complaint(
    "too-large",
    "{whose} would have {number:,} kinds; {most:,} are allowed. Name fewer values, or say what varies with a field "
    "instead of an attribute.",
)
too_many_pieces = Complaint(
    "too-large",
    '{whose} would have {number:,} pieces; {most:,} are allowed. Make fewer copies, or write "unlimited of" where '
    "pieces never run out.",
)
half_counted = Complaint(
    "half-counted",
    "Of a component either all pieces are counted or none: the box of an unlimited one never lacks any kind. Give this "
    "row a component of its own, or count the pieces of all rows.",
    also="not like this one",
)
