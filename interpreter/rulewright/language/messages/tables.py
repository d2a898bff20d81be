"""Words about components: their rows, the names of kinds, and how they look on the table."""

from rulewright.language.diagnostics import Complaint, misspelt

# ---- Words about components: their rows, the values in them, and the names of kinds


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


# ---- Words about how things look on the table


shown_alike = Complaint(
    "shown-alike",
    '{one} and {other} would both be called "{text}" at the table, so nobody could tell which is meant. There they '
    "keep the names that they have. {advice}",
    severity="warning",
)
names_alike = Complaint(
    "shown-alike",
    '"{one}" and "{other}" look the same, but are two names: where this one has {this}, the other has {that}. If they '
    "are meant to be one, write the same letters everywhere; else call one of them otherwise.",
    also="the other one",
    severity="warning",
)
typed_alike = Complaint(
    "shown-alike",
    '"{one}" and "{other}" are the same when typed at the table, where both are read as "{typed}", so nobody could say '
    "which is meant. Call one of them otherwise.",
    also="the other one",
    severity="warning",
)
signs_alike = Complaint(
    "shown-alike",
    'The picture draws {one} and {other} alike, as "{text}", so nobody could tell them apart. Draw one of them '
    "otherwise.",
    also="the first one",
    severity="warning",
)
idle_sign = Complaint(
    "unused",
    'No {component} is called "{name}", so nothing is ever drawn so.[ Did you mean "{near}"?| Delete it.]',
    edit="{near}",
    severity="warning",
)
bad_sign = Complaint(
    "bad-shown-text",
    '"{text}" cannot stand on a space of a board: what is drawn there is one or two characters, each one column wide, '
    "without blanks and none of ( ) , : ? * _. Write another one.",
)
# `why`: what it is there.
taken_sign = Complaint(
    "bad-shown-text",
    'In the rows by which rules and examples lay out a board "{text}" {why}, so it can draw nothing else. Write '
    "another sign.",
)
sign_twice = Complaint("two-meanings", "The picture draws {what} twice. Delete one of them.", also="the first one")
no_picture = Complaint(
    "type-mismatch",
    "A picture belongs to a board, the only thing that is drawn as rows and columns; this is {this}. Delete it.",
)
unarranged = Complaint(
    "picture-shape",
    "Nothing says where the places of this board stand, for it is on no grid. Write them below the picture, indented "
    "more, in rows from the top, with . where there is none, such as: {places: }",
)
arranged_already = Complaint(
    "picture-shape",
    "How the spaces of a grid stand is known. Delete these rows; signs for its pieces stand above them.",
)
ragged = Complaint(
    "picture-shape",
    "This row has {number} places, and the first one has {columns}. Write . for each spot where there is none.",
    also="the first one",
)
no_such_place = Complaint("unknown-name", 'This board has no place "{name}".[ Did you mean "{near}"?]', edit="{near}")
place_twice = Complaint(
    "picture-shape", "{name} stands in this picture twice. Delete one of them.", also="the first one"
)
places_missing = Complaint("picture-shape", "Each place of the board stands in its picture. There is no {missing:}.")
always_shown = Complaint(
    "type-mismatch",
    '"not shown" belongs to a field that holds a value; this is {zone:a}, and everybody sees that pieces lie there. '
    'Leave it out; to hide what they are, write "seen by nobody".',
)
