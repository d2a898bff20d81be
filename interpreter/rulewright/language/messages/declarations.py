"""Words about declarations: types, components, fields and options that cannot be as they are written."""

from rulewright.language.diagnostics import Complaint, misspelt

# `subject`: "a player" or "the game".
reserved_question = Complaint(
    "two-meanings",
    '"{name}" is there without declaring: {subject} has it from the beginning. Call this one "{better}".',
    edit="{better}",
)
never_called = Complaint(
    "reserved-word",
    'A line with the word "{name}" is a sentence of the language, and does not carry this out. Give it another name, '
    'here and where it is called; "{better}" would do.',
)
play_is_all = Complaint(
    "two-meanings",
    '"play" is all that is played, and so `at play` in an example does not mean this. Give it another name, here and '
    'where it is called; "{better}" would do.',
)
reserved_type = Complaint(
    "two-meanings", 'The type "{name}" exists without declaring. Call this one "{better}".', edit="{better}"
)
value_twice = Complaint(
    "two-meanings", '"{name}" stands twice among the values of {type}. Delete one.', also="the first one"
)
empty_range = Complaint(
    "out-of-range",
    "{low}..{high} holds no number: its end lies below its start. Write {high}..{low}.",
    edit="{high}..{low}",
    sure=True,
)
range_of_two = Complaint(
    "type-mismatch", "{low} and {high} are not two ends of one range. Write two numbers, such as 0..10."
)
step_in_type = Complaint(
    "type-mismatch", 'A type holds every number of its range; "by" belongs into the rows of components. Leave it out.'
)
too_many_values = Complaint(
    "too-large", "{what} would have {number:,} values; {most:,} are allowed. Make the type smaller."
)
too_many_elements = Complaint("too-large", "{what} can be {number:,}; {most:,} are allowed. Make its range smaller.")
too_large_grid = Complaint(
    "too-large", "A grid of {rows} by {columns} is not possible: write 1 by 1 up to {most} by {most}."
)
# `instances`: only where there are several.
too_large_state = Complaint(
    "too-large",
    'With "{field}"[ ({instances:,} of them)] a game has to remember {numbers:,} numbers; {most:,} are allowed. Make a '
    "type smaller, or leave out what follows from the rest.",
)
too_many_pairs = Complaint(
    "too-large",
    '"{question}" is reckoned for every two places, and {place} has {number:,}; {most:,} are allowed. Make the type '
    "smaller.",
)
too_wide_for_regions = Complaint(
    "too-large",
    "A region is followed from place to place, and {place} has {number:,}; {most:,} are allowed. Make it smaller.",
)
too_many_for_groups = Complaint(
    "too-large",
    "Groups are made of at most {most} pieces, and here may be {number:,}. Say where it is declared how many it holds, "
    "such as: hand of card, up to 10.",
)
too_many_groups = Complaint(
    "too-large", "There may be {number:,} groups here; {most:,} are allowed. Make them smaller, or of fewer pieces."
)
too_large_a_total = Complaint(
    "too-large", "Totals of {what} may go beyond {most:,}. Give it a smaller range where it is declared."
)
players_range = Complaint(
    "out-of-range", "{given} players are not possible: a game has 1 to {most}. Write, for example: players 2..4."
)
too_many_teams = Complaint(
    "out-of-range",
    "{number} teams cannot be made of {players} players. Write when they are: teams 2 when player-count is 4.",
)

# ---- components and joined types

components_in_circle = Complaint(
    "calls-itself",
    "The attributes of {names:, which needs }: none of them can be made first. Say one of these things with a field "
    "instead of an attribute.",
)
not_joined = misspelt(
    "unknown-name", '"{name}" are not the values of a type "… is one of …", so they cannot be joined.'
)
not_a_point = misspelt("unknown-name", '"{name}" is no {type}. There are: {candidates}.')
attribute_type = Complaint("type-mismatch", "An attribute cannot be {what}. {advice}")

# ---- fields

not_an_owner = Complaint(
    "type-mismatch", "{what} cannot have fields. Fields belong to a player, a team, a value type or a component."
)
unknown_kind = misspelt("type-mismatch", '"{name} of …" is no sort of field. There are: {candidates}.')
exchanged_sort = Complaint("type-mismatch", '"{name} of …" is no sort of field. Write: {instead}')
# `type`: what stands as the type, and names nothing.
exchanged_type = Complaint(
    "unknown-name",
    '"{type}" is not a type, and "{name}" is one: the name of a field stands before the colon, its type behind it. '
    "Write: {instead}",
)
one_component = Complaint(
    "type-mismatch",
    "{word:A} holds pieces of one component. For several sorts in one {word} make one component that says of each "
    "which it is: sort is one of {sorts}, and component card: sort, …",
)
not_a_component = Complaint(
    "type-mismatch",
    'A {zone} holds pieces, and "{name}" is no component.[ Components are: {components}.| Declare one with '
    "`component`.]",
)
not_a_place = Complaint(
    "type-mismatch",
    'A board lies on places, and "{name}" is no grid, joined type or number type.[ Place types are: {places}.| Declare '
    "one, such as: space is grid 4 by 4.]",
)
# `type`: as written.
kept_zone = Complaint(
    "type-mismatch",
    'What is kept is a value, and pieces lie in zones. Declare {name}: {type} among the fields, below "there is".',
)
gives_one = Complaint(
    "type-mismatch",
    "An answer is one value, such as yes or no, 0..9, player, or player or none. What is {type} belongs into a field, "
    "which {name} fills.",
)
not_counted = Complaint(
    "type-mismatch", '"counts of" needs an enumeration, players, places, numbers or a component, and this is {what}.'
)
not_in_sets = Complaint("type-mismatch", '"set of" needs a type with a fixed list of values, and this is {what}.')
not_in_title = misspelt(
    "unknown-name",
    '"{name}" cannot stand in a title. There stand `you`, parameters of the phase, and fields of the game that have '
    "one value.[ Such as: {candidates}.]",
)
hidden_in_title = Complaint(
    "hidden-guard", "Everybody reads the title, and {seen} sees {name}. Leave it out, or show it in another way."
)
wrong_modifier = Complaint("type-mismatch", '"{modifier}" belongs to {belongs}; this is {this}. Leave it out.')
modifier_twice = Complaint(
    "two-meanings", 'This field says "{modifier}" twice. Delete one of them.', also="the first one"
)
unknown_audience = misspelt("unknown-name", '"seen by {name}" means nothing. Write {candidates}.')
nobody_owns = Complaint(
    "type-mismatch",
    '"seen by owner" needs a player who owns it, and this belongs to [each {owners: and }|nobody]. Write it below '
    "`each player has`, or seen by nobody.",
)
nobody_has_others = Complaint(
    "type-mismatch",
    '"seen by others" needs a player who owns it, and this belongs to [each {owners: and }|nobody]. Write it below '
    "`each player has`.",
)
# `this` as "a hand"; `faced`: what faces say of it.
seen_by_others = Complaint(
    "type-mismatch",
    "Of a row, slot or board without faces the others can see what its owner does not, for he picks by place. This is "
    "{this}[ {faced}].",
)
noted_nowhere = Complaint(
    "type-mismatch",
    "{name} is not the name of one zone of {component}. What is noted lies on the pieces in one row, slot or board: "
    "each {component} in line-up has",
    also="declared here",
)
# `zone` as "a hand".
noted_without_place = Complaint(
    "type-mismatch",
    "{name} is {zone}, in which pieces have no place that all see. Something can be noted of pieces in a row, slot or "
    "board.",
    also="declared here",
)
noted_one_value = Complaint(
    "type-mismatch",
    "What is noted of a piece is one value, such as a number, yes or no, or color or none. Write several lines for "
    "several notes.",
)
noted_of_pieces = Complaint(
    "type-mismatch", "{what} is no component, and only pieces lie in a zone: each card in line-up has"
)
too_many_notes = Complaint(
    "too-large", "Of the pieces in {zone} more than {most} things are noted. Take some of them together in one type."
)
noted_for_all = Complaint(
    "type-mismatch",
    "What is noted of a piece all see, and it begins as its type does, anew where the piece goes. Leave this out.",
)
needs_bound = Complaint(
    "too-large", "There is no end of {component}, so this {zone} needs a bound. Say how many can lie there: {example}."
)
not_a_fixed_number = Complaint(
    "not-constant", "How much fits is decided before the game begins: write a number, an option or player-count."
)
negative_capacity = Complaint("out-of-range", "{number} pieces cannot be a bound. Write 1 or more.")
# `why` as a clause.
refills_from = Complaint(
    "type-mismatch",
    '"{name}" cannot refill this pile: {why}. Name a zone of the same pieces and owners.',
    also="declared here",
)
starts_zone = Complaint("type-mismatch", "A zone begins empty: fill it in `setup:`, and leave out `starts`.")

# ---- options and settings

mixed_values = Complaint(
    "type-mismatch", "The values of option {name} are of different sorts. Write numbers, names, or: yes or no."
)
option_value_twice = Complaint(
    "two-meanings", "{value} stands twice among the values of option {option}. Delete one.", also="the first one"
)
too_many_options = Complaint("too-large", "There are {number} options; {most} are allowed. Put some of them together.")
no_default_left = Complaint(
    "default-no-choice",
    "No default of option {option} is left for {setting}. End with one that always holds: default {value}.",
)
default_no_choice = Complaint("default-no-choice", "Default {value} is not one of {values:, }.")
decided_later = Complaint(
    "not-constant",
    'The default of {option} asks "{name}", and that is decided later. Put option {name} above option {option}.',
    also="declared here",
)
# What was asked for stands nowhere in the text, so these three repair nothing.
unknown_option = Complaint(
    "unknown-name",
    'There is no option "{name}".[ Options are: {candidates}.| The game has no options.][ Did you mean "{near}"?]',
)
value_not_allowed = Complaint(
    "out-of-range", 'Option {option} cannot be {name}. It is one of: {candidates}.[ Did you mean "{near}"?]'
)
players_not_allowed = Complaint("out-of-range", "This game is for {range} players, not for {players}.")
setting_refused = Complaint("setting-refused", "This game cannot be played with {setting}: {sentence}.")
all_refused = Complaint(
    "setting-refused",
    "Nobody can play this game: all numbers of players and options are refused. With {setting}, for one: {sentence}.",
)
