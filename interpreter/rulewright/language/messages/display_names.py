"""Words about how things look on the table."""

from rulewright.language.diagnostics import Complaint

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
