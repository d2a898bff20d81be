"""Words about texts that cannot be read, and about findings that a text accepts."""

from typing import Final

from rulewright.language.diagnostics import Complaint, misspelt

# ---- Words about texts that cannot be read: letters, layout, lines and sentences of no known form


file_too_large = Complaint("too-large", "This file has {number:,} bytes; {most:,} are allowed.")
not_utf8 = Complaint(
    "bad-text", "This is not UTF-8: byte {byte} belongs to no letter. Save the file as UTF-8 in your editor."
)
empty_file = Complaint("bad-text", 'This file is empty. A ruleset begins with a line such as: game "Name"')
# `here`: the line itself.
control_character = Complaint(
    "bad-text", "Line {here} holds a control character, `{letter}`. Delete it.", edit="", sure=True
)
invisible_character = Complaint(
    "bad-text",
    "Line {here} holds a character that nobody can see, `{letter}`. Delete it.",
    edit="",
    sure=True,
)
tab = Complaint(
    "indentation",
    "This line is indented with a tab, whose width no two editors agree on. Use blanks, four a step.",
    edit="{blanks}",
    sure=True,
)
long_name = Complaint("too-large", "This name has {number:,} letters; {most} are allowed. Shorten it.")
large_number = Complaint(
    "too-large", "This number is too large; numbers go from -2,147,483,647 to 2,147,483,647. Use a smaller one."
)
long_chain = Complaint(
    "too-large", "{number:,} operands in a row; {most} are allowed. Name a part of it with `define`."
)
deep_nesting = Complaint(
    "too-large",
    "Blocks and brackets are nested more than {most} deep here. Make an inner part a procedure or a definition.",
)
deep_way = Complaint(
    "too-large",
    "With all that it names, this is {number:,} steps deep; {most} are allowed. Keep an inner part in a field.",
)
long_way = Complaint(
    "too-large",
    "With all that it names, each time anew, this is more than {most:,} steps. Keep with `let` what is asked twice.",
)
no_stack = Complaint("too-large", "This is nested too deep to be carried out here. Divide it.")
no_memory = Complaint("too-large", "This takes more memory than there is. Make it smaller.")

# ---- lines in the wrong column, blocks that lack something

stray_indentation = Complaint(
    "indentation", "This line is indented, but no paragraph stands above it. Start it in column 1."
)
block_after_sentence = Complaint(
    "indentation", "A sentence stands behind the colon above, so no block may follow. Put that sentence below, too."
)
lost_example = Complaint(
    "indentation",
    "{word} looks like the title of an example. The word for that is missing before it. Write: example {word}:",
)
askew = Complaint(
    "indentation",
    "This line is indented {here}, its neighbors {neighbors}. [Is a word missing before {word}, or a blank too much? ]"
    "Lines of one block start in the same column.",
)
# `nothing`: that word, if it would do.
missing_block = Complaint(
    "missing-block",
    "Nothing stands below this line. Lines that belong to it are indented, four blanks more.[ If nothing shall happen, "
    "write: {nothing}.]",
)
short_block = Complaint(
    "missing-lines",
    "The block below this line ends too early; one more line must follow.[ It may begin with {wanted}.]",
)
short_family = Complaint(
    "missing-lines",
    "The block below this line ends too early; one more line must follow. A family needs a member for each value: when "
    "VALUE: SENTENCE.",
)

# ---- single characters and words

unfinished_string = Complaint(
    "unfinished-string", 'This text has no end. Put a double quote (") at its end, on the same line.'
)
underscore = Complaint(
    "strange-character", 'A name holds no "_". Join the words of a name with "-", as in end-turn.', sure=True
)
strange_character = Complaint("strange-character", "The character {word} means nothing here. {instead}", sure=True)
INSTEAD: Final = {
    "=": 'Compare with "is"; give a value with: set FIELD to VALUE.',
    "<": 'Write "is less than" or "is at most".',
    ">": 'Write "is more than" or "is at least".',
    "!": 'Write "is not".',
    "&": 'Write "and".',
    "|": 'Write "or".',
    "[": "Brackets are round: ( ).",
    "]": "Brackets are round: ( ).",
    "{": "A block is made by indentation.",
    "}": "A block is made by indentation.",
    ";": "A sentence ends with its line.",
    "#": "A comment begins with --.",
    "%": 'Write "mod".',
    "'": "The possessive is written card's suit, or players' hand.",
    "\u2018": "Use the straight apostrophe: card's suit.",
    "\u2019": "Use the straight apostrophe: card's suit.",
    "\u201c": 'Use straight double quotes: "text".',
    "\u201d": 'Use straight double quotes: "text".',
    "\u2013": "Use the plain minus: -.",
    "\u2014": "Use the plain minus: -.",
    "\u2026": "A range has two dots: 1..6.",
}
"""By the character what to write in its place."""
never_closed = Complaint("lonely-bracket", "This bracket is never closed. Add the closing one.")
never_opened = Complaint("lonely-bracket", "This bracket was never opened. Delete it, or add the opening one.")
reserved_word = Complaint(
    "reserved-word", '"{name}" is a word of the language and can name nothing. "{better}" would do.'
)
# Where a name belongs that is declared elsewhere; `form`: how the word is used.
used_word = Complaint(
    "reserved-word",
    'Something that has a name belongs here, and "{name}" is a word of the language. It is written so: {form}.',
)
FORMS_OF_WORDS: Final = {
    "none": "FIELD is none",
    "yes": "set FIELD to yes",
    "no": "no NAME in ZONE where CONDITION, or set FIELD to no",
    "you": "move 1 from DECK to your HAND, or set FIELD to you",
    "your": "your FIELD",
    "it": "ZONE where it is VALUE",
    "its": "ZONE where its ATTRIBUTE is VALUE",
    "count": "count of ZONE where CONDITION",
    "total": "total ATTRIBUTE of ZONE",
    "highest": "highest ATTRIBUTE of ZONE",
    "lowest": "lowest ATTRIBUTE of ZONE",
    "some": "some NAME in ZONE where CONDITION",
    "every": "every NAME in ZONE satisfies CONDITION",
    "first": "ZONE's first, or first NAME in ZONE where CONDITION",
    "last": "ZONE's last, or last NAME in ZONE where CONDITION",
    "only": "ZONE's only, or only NAME in ZONE where CONDITION",
    "exactly": "exactly 2 of ZONE where CONDITION",
    "not": "not CONDITION, or VALUE is not VALUE",
    "in": "VALUE is in ZONE",
    "at": "NUMBER is at least NUMBER, or NUMBER is at most NUMBER",
    "more": "NUMBER is more than NUMBER",
    "less": "NUMBER is less than NUMBER",
    "empty": "ZONE is empty",
    "and": "CONDITION and CONDITION",
    "or": "CONDITION or CONDITION",
    "each": "each player: SENTENCE",
    "game": "game is over",
}
called_verb = Complaint(
    "reserved-word",
    "A line that begins with `{name}` is a sentence of the language, and does not carry out what you have called so. "
    'Give that another name, there and here; "{better}" would do.',
    also="declared here",
)

# ---- paragraphs and sentences that begin with the wrong word

# `form`: how that is written which was probably meant; `near`: its first word.
unknown_paragraph = Complaint(
    "unknown-paragraph",
    "No paragraph begins with {word}. Paragraphs begin with: {forms:, }.[ Did you mean: {form}?| If this line belongs "
    "to the paragraph above, indent it.]",
)
unknown_verb = Complaint(
    "unknown-verb",
    "A sentence cannot start with {word}.[ Write: {instead}| Did you mean: {form}?| Verbs are: {verbs:, }. A procedure "
    "is called with brackets: name(argument).]",
)
does_something = Complaint(
    "said-otherwise",
    "`define` says what something is. What does something is `to {name}:`, with its sentences below, each on a line.",
)
misplaced = Complaint("misplaced-line", "{word} does not belong here: {reason}")
wrong_start = misspelt("misplaced-line", "A line of this block cannot start with {word}. It may start with {wanted}.")

# ---- the inside of a sentence; `wanted` and `form` are sentences, or empty

chained = Complaint(
    "brackets-needed",
    "Comparisons do not chain, and `count of … where` takes all to its right.[ Write {instead} is …| Write (count of … "
    "where …) is 3.]",
)
bare_question = Complaint(
    "brackets-needed",
    'A question with "{word}" inside a longer expression stands in brackets.[ Write {instead}.| Write ({word} …).]',
)
missing_colon = Complaint("missing-colon", "This line opens a block, so a colon belongs at its end.{form}", sure=True)
one_line = Complaint(
    "one-line", "Only a simple sentence may follow a colon on the same line. Put `{word} …` below it, indented."
)
ends_early = Complaint("sentence-shape", "This line ends too early.{wanted}{form}")
does_not_fit = Complaint("sentence-shape", "{word} does not fit here.{wanted}{form}")


# ---- Words about findings that a text accepts


unknown_code = misspelt(
    "unknown-name",
    'Nothing is found that has the code "{name}". A code stands in square brackets behind each message.',
)
unknown_place = misspelt(
    "unknown-name",
    'Nothing is called "{name}" here. Name what the finding stands in: an action, a phase, a definition, an option, a '
    "field …; `game`, `setup`, `play` or `scoring`; or an invariant or a secret by its title in double quotes.",
)
unknown_title = Complaint(
    "unknown-name",
    'No invariant and no secret has the title "{name}". What has a name stands here without double quotes.'
    '[ Did you mean "{near}"?]',
    edit='"{near}"',
)
error_accepted = Complaint(
    "error-accepted",
    "`{name}` is an error, and an error cannot be accepted: rules with it go wrong in every play that comes there, or "
    "cannot be played at all. Repair it; `rulewright explain {name}` says how.",
)
no_reason = Complaint(
    "sentence-shape", 'Say why it is right, for whoever reads this next: accepted {code} at {at} because "…".'
)
nothing_accepted = Complaint(
    "nothing-accepted",
    'There is no `{code}` at "{at}" that this could accept. Delete this line.',
    edit="",
    severity="warning",
    sure=True,
)
