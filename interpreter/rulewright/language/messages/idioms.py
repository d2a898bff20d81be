"""Words about what is said otherwise elsewhere: in programming languages, in English, in other rulebooks.

`instead`: the whole line as it can be written here, where that is known.
"""

from typing import Final

from rulewright.language.diagnostics import Complaint


def _said(why: str, *, sure: bool = True) -> Complaint:
    """`sure`: nothing else can be meant; not so where English leaves open whose it is, or how many are meant."""
    return Complaint("said-otherwise", why + "[ Write: {instead}]", sure=sure)


# ---- slips of the keyboard
doubled = Complaint("sentence-shape", '"{word}" stands here twice.[ Write: {instead}]', sure=True)
lacking = Complaint("sentence-shape", 'A name is missing before "{word}".')
lacking_at_end = Complaint("sentence-shape", 'This line ends too early: a name is missing behind "{word}".')
gap_before = Complaint("sentence-shape", "A name is missing before this comma, or the comma is one too many.")
gap_at_end = Complaint(
    "sentence-shape",
    "Behind a comma the sentence goes on in the next line. A name is missing behind this one, or the comma is one too "
    "many.",
)
exchanged = Complaint("sentence-shape", '"{word}" has changed places with the word before it.[ Write: {instead}]')

# ---- what happens
else_if = _said("What else happens under a condition begins with `otherwise if`.")
otherwise = _said("What else happens stands behind `otherwise:`, on a line of its own in the column of its `if`.")
then = _said("The condition of an `if` ends with a colon, and no `then` follows.")
unless = _said("`unless` is written as an `if` with `not`.")
loop = _said("What is repeated while something holds is repeated until it does not hold.")
loop_over = _said("A sentence for each of several begins with `for each NAME in` and where they are.")
everybody = _said("A sentence for each player begins with `each player:`.")
some_players = _said(
    "Of the players some have a turn by: each player in PLAYERS, each player where its …, each other player, or until "
    "something is so.",
)
some_at_once = _said("Who chooses at once is said before it: each player where its … at once.")
repeated = _said("A number of repetitions is followed by `times`.")
block_end = _said("A block ends where its indentation ends; no word or sign closes it. Delete this line.")
braces = _said("A block is made by indentation, four blanks a step; no sign opens or closes it.")
lone_end = _said(
    "A block ends where its indentation ends; no word closes it. `end game` ends the game, `finish PHASE` a phase.",
)
news = _said(
    "What happens is told at the table by itself, and no sentence says a text of your own. Such texts stand in titles, "
    "and as a reason behind `because`. Leave this line out.",
)
min_or_max = _said("The smaller of two numbers is min(60, coins), the larger one max(60, coins).")
refilled = _said(
    "A zone is filled up with what it lacks: move 3 - row's size from deck to row; where too few may be left, "
    "move min(deck's size, 3 - row's size). A pile refills itself: pile of PIECE, refilled from ZONE.",
    sure=False,
)
counted_where = _said("How many there are of those that are so is: count of ZONE where CONDITION, in brackets.")
player_has = _said("What some of the players have is asked of each by a name: some p in players where p's …")
end_phase = _said("A phase is ended with `finish`; only the whole game is ended with `end`.")
game_end = _said("The game ends with `end game`, and with a winner: end game, won by PLAYER.")
whether_over = _said("Whether the game has ended is asked by `game is over`, or `game is not over`.")
verb_first = _said("A sentence begins with its verb.")
called = _said("A phase or procedure is carried out by its name alone.")
returned = _said("A definition is its value, without a word before it.")
named = _said("A value gets a name with `let NAME be VALUE`.")
set_to = _said("A field gets a value with `set FIELD to VALUE`.")
added = _said("A number becomes larger with `add NUMBER to FIELD`.")
subtracted = _said("A number becomes smaller with `subtract NUMBER from FIELD`.")
put_in = _said(
    "What a number, set or counts gets more is added: `add VALUE to FIELD`. Pieces are moved: `move PIECE to ZONE`."
)
taken_out = _said(
    "What a number or counts gets less is subtracted: `subtract VALUE from FIELD`. A set loses it: `remove VALUE from "
    "SET`."
)
some_or_more = _said("How many are picked, from the fewest to the most, is written with two dots.")
drawn_from = _said("What is drawn from is put in brackets where it has conditions.")
turn_order = _said(
    "Only a sentence goes in turn order from somebody: each player from {word} where CONDITION: SENTENCE. In a value "
    "players stand in the order of their seats."
)
several_moved = _said("So many pieces are moved with `move NUMBER from ZONE to ZONE`; what they are the zone says.")
moved_from_place = _said("What lies on a place of a board is named by its place, of several boards BOARD(PLACE).")
all_moved = _said("All pieces of a zone are moved with `move all ZONE to ZONE`.")
picked = _said(
    "What is picked is written `pick NAME from ZONE`, or from the values of a type: `pick color from colors`."
)
for_each_of_them = _said(
    "So much for each of several is a product: {word} * (count of ZONE where CONDITION), {word} * (count of PLURAL as "
    "x where CONDITION), or with a zone's size {word} * (your hand's size - 2)."
)
several_places = _said("What happens at each of several places is written with `for each`.")
one_seat = _said("What one of the players does by the name of the seat stands behind `ask`.")
no_condition = _said(
    "What can be done is no condition. Compare what there is: deck's size is less than 4, or some p in players where "
    "p's hand is empty."
)
needed = _said('What must hold is written `needs CONDITION because "REASON"`.')
needed_when = _said("When something is needed stands behind it: needs CONDITION when CONDITION.")
reason = _said("A reason stands behind `because`.")
bullet = _said("A line begins with its first word, without a sign before it.")
dealt = _said(
    "What each player does or gets stands behind a colon, such as: each player: move 3 from deck to your hand, or each "
    "player: add 3 to your coins.",
)
asked = _said("Whoever is asked stands before a colon: ask PLAYER: choose ACTION.")
to_everyone = _said("What all may see is shown to everyone.", sure=False)
dice = _said("Several dice are rolled into a zone: `roll NUMBER to ZONE`; a single number with `roll NAME from 1..6`.")
how_often = _said(
    "A limit is written `once per PHASE`, `exactly once per PHASE`, or `at most twice per PHASE`. How often something "
    "is chosen one after the other stands behind `choose`: choose ACTION, 3 times.",
    sure=False,
)
times_chosen = _said(
    "How often is chosen stands behind a comma: choose ACTION, 3 times, or choose ACTION, 3 times if you can."
)
if_any = _said("That nothing is picked where there is nothing is said behind it: pick NAME from ZONE if there is one.")
order_counts = _said("That the order counts is said behind a comma: pick 2 NAMES from ZONE, in order.")
ranked = _said("In which order they come is said with `by`: ZONE by highest QUESTION, then lowest QUESTION.")
named_values = _said("Values stand with commas between: for each NAME in VALUE, VALUE.")
sown = _said("Sowing is written: sow all FIELD onto NEXT PLACE. It lays one each.")
drawn = _said(
    "`draw` takes one piece by chance and gives it a name. From a zone to another they are moved: `move 2 from deck to "
    "your hand`.",
    sure=False,
)
when_happens = _said("What happens under a condition begins with `if`.")
one_each = _said("Each sentence stands on a line of its own.", sure=False)
cannot = _said("That somebody cannot do something is written `cannot`.")
played = _said("What is done in an example is written SEAT: MOVE.")
must_not = _said(
    "Behind `must leave` stands what must be so afterwards; that it must not be so is `not (CONDITION)`.", sure=False
)
must_not_change = _said(
    "`must change` and `must leave` say what must be. That nothing may change is no sentence: ask with `needs` what "
    "must be so before.",
)

# ---- what is asked
comparing = _said("Values are compared with: is, is not, is at least, is at most, is more than, is less than, is in.")
joining = _said("Conditions are joined with the words `and`, `or`, `not`.")
in_set = _said(
    "Whether a value is one of those in a set, counts or zone is asked by `is in`, of several names by comparing each; "
    "one number is compared: is, is at least, is at most."
)
from_all_zones = _said(
    "Each player has a zone of this name. All of them together are players' ZONE: pick card from players' hand. One "
    "piece out of each is picked by each player: each player: choose ACTION.",
    sure=False,
)
swapped = _said("What is swapped has `and` between: swap ONE and OTHER.")
shuffled_in = _said("Only a whole zone is shuffled: move all of the other one there, then `shuffle ZONE`.")
compared_again = _said("Each comparison names what it compares; what is joined by `and` and `or` are whole conditions.")
neither = _said("That neither is so is: not (CONDITION) and not (CONDITION), or `is not` for each of them.")
so_many_with = _said("How many pieces have a value is counted: (count of ZONE where CONDITION) is NUMBER.")
of_each_piece = _said(
    "What is so of pieces in a zone is asked of each by a name: every NAME in ZONE satisfies CONDITION, or some, or no "
    "NAME in ZONE where CONDITION."
)
some_where = _said("Which ones are looked for stands behind `where`.")
so_many = _said("How many there are of those that are so is asked with: at least NUMBER of ZONE where CONDITION.")
every_satisfies = _said(
    "What holds for each of them stands behind `satisfies`; `where` only says which ones are meant."
)
such_as = _said("Which ones are meant stands behind `where`; each of them is `it`, and what it has is `its`.")
quantifier = _said("The words are: some NAME in, no NAME in, every NAME in.")
article = _said("Of the articles only `the` may stand in a sentence.")
owned = _said("What belongs to something is named behind it with 's, what belongs to you behind `your`.")
sized = _said("How many pieces lie in a zone is its size, such as: your hand's size; or ask whether it `is empty`.")
pieces_given = _said(
    "Pieces are given by their names, several of one with a number behind: Ann's hand holds red-1 * 3, blue-2. How "
    "many there are then is asked so: Ann's hand's size is 4."
)
end_of = _said("The first piece of a zone, of a pile the top one, is called ZONE's first; the other end ZONE's last.")
RECKONED: Final = (
    "Let a definition say what is reckoned, define worth of card: its rank * 2, and ask for total worth of ZONE."
)
reckoned = _said(
    f"Behind `total`, `highest` and `lowest` stands the name of what each has, such as total rank of ZONE. {RECKONED}"
)
of_each_alone = _said("What each has is named alone; a name for each is given only before a `where`.")
summed = _said(
    "A sum is written total {word} of ZONE; with a condition in brackets: (total {word} of ZONE where CONDITION)."
)
memory_of = _said("The fields that a memory remembers are joined by `and`: memory of BOARD and MOVER.")
one_component = _said(
    "A zone holds pieces of one component. For several sorts in one deck make one component that says of each piece "
    "which it is: sort is one of good, guard; component card: sort, color."
)
remembering = _said("A memory takes all of its fields at once, and is emptied at once: `remember PAST`, `forget PAST`.")
name_before_type = _said("The name of a field stands before the colon, and its type behind it.")
counted_values = _said("Values are counted of which something holds.", sure=False)
stays_in_box = _said("What is not named below `given:` stays in the box. Leave this line out.", sure=False)
from_whom = _said("Say who begins, too: go around from PLAYER among PLAYERS: SENTENCE.", sure=False)
on_board = _said("A place beyond the edge is none. What is on the board is in the values of its type.", sure=False)
yours = _said("Whoever decides is `you`; what belongs to you is `your …`.", sure=False)
lies_there = _said(
    "Whether something lies there is asked of the place: ZONE is empty, PLACE is empty or, of several boards, "
    "BOARD(PLACE) is empty; how much, of a zone: ZONE's size.",
    sure=False,
)
where_to = _said(
    "Pieces go somewhere: `move CARD to ZONE`, and which card is picked before: `pick card from your hand`."
)
of_somebody = _said(
    "What is so of somebody, or of all, is asked with a name: `some p in players where p's hand is empty`."
)
among_best = _said("Who has most of something is in (players with highest NAME), in brackets inside a condition.")
beside = _said("The places beside one are its neighbors.")
all_alike = _said(
    "A component has an attribute, and below it a row for its pieces. Where they are all alike: "
    'component token, called "token": sort 1..1, and below it: 4 of any.'
)
looked_at = _said("Who looks at something is shown it.")
shown_several = _said("One piece after the other is shown; the second of a pile is its item(2).")
counted_as = _said("What is counted gets its name behind `as`.")
ranked_by = _said(
    "What ranks them is a single name. Define it of what is ranked, of players `define NAME of player: its {word}`, of "
    "cards `define NAME of card: its {word}`, and write: with highest NAME."
)
beside_you = _said("Who sits next is `your left`, who sits before you `your right`; of somebody else NAME's left.")
first_seat = _said(
    "The seats in their order are `players`: the first is `players' first`, the third `players' item(3)`. Who begins "
    "is kept in a field of type player."
)
by_chance = _said(
    "What chance decides is drawn in a sentence: `draw NAME from players`; below that, NAME is this player."
)
starts_with_one = _said(
    "A field starts with one value, or a set with all of a plural, such as: seen: set of suit, starts suits. Put the "
    "others in during setup: add VALUE to SET."
)
its = _said("What belongs to what a `where` looks at is `its …`; of something with a name it is NAME's ….", sure=False)
region_of = _said("What hangs together with a place is: region of PLACE where CONDITION.")
region_through = _said(
    "A region goes on over neighbors; where corners count, too, it is: region of PLACE through around where CONDITION."
)
region_apart = _said("A region stands in brackets inside something longer; how large it is is its size.")
groups_of = _said("All choices of 3 to 4 of several are: ZONE's groups(3, 4).")
best_choice = _said("What the best choice of groups leaves is: lowest total POINTS of ZONE outside disjoint GROUPS.")
alike = _said("Of several is asked: is the same(rank), is different(suit), is consecutive(rank).")
regions_where = _said("Which places may hang together stands behind `where`, such as: where it is empty.")
only_names = _said("A name stands without quotes; between quotes stands text that players read.")
bracketed = _said("What `where` selects stands in brackets here.")
asked_of = _said(
    "What is asked about two things is called with brackets: the definition `{word}` gets the other one as argument.",
    sure=False,
)

# ---- what there is
there_is = _said("What the table has stands below the line `there is`.")
each_has = _said("What each of several has stands below a line such as `each player has`.")
fields_below = _said("Fields stand below, each on a line of its own.")
name_first = _said(
    "A paragraph begins with its word and its name; a title stands behind them, and the colon at the end."
)
how_many = _said("How many play is written `players 2..4`.")
others_in_brackets = _said(
    "A definition is of one thing; what else it takes stands behind that in brackets: define NAME of TYPE (TYPE x)."
)
by = _said("The sides of a grid are written: grid 3 by 3.")
attribute = _said("What an attribute can be stands directly behind it: rank 1..9.")
copies = _said("Behind the number of copies stands `of`.")
faces = _said("Pieces that may lie face up or face down lie in a zone `face up or down`; `flip` turns them.")
seen_by_others = _said("What all but its owner see is `seen by others`.")
unseen = _said("Who may look is written `seen by owner`, `seen by nobody`, or `seen by everyone`.")
starts_last = _said("What a field starts with stands last.")
room = _said("How many there is room for is written `up to`.")
or_none = _said("That there may be nothing is written `or none`.")
ranged_field = _said("A number is declared from the least to the most that it can be.")
yes_or_no = _said("What is so or is not so is written `yes or no`.")
of_each_place = _said("What each {word} has stands below a line `each {word} has`, as NAME: TYPE.")
on_each = _said("A board has a piece `on each` place of a type.")
scored = _said("Below `scoring:` stand `score of player: VALUE` and `winners: PLAYERS`.")
best = _said("The best are those `with highest …`, or `with lowest …`; of equals `, then highest …` decides.")
comma_goes_on = _said("Behind a comma a sentence goes on in the next line; a new one begins without it.")
scene_below = _said("What is given, done and expected stands below `given:`, `when:` and `then:`.")
holds = _said("What lies in a zone is written ZONE holds PIECES, or ZONE holds nothing.")
has = _said(
    "All that lies in a zone is written ZONE holds PIECES. Below `then:`, that something is there among others is "
    "written PIECE is in ZONE."
)
has_won = _said("Who has won is in `winners`.")
winners_hold = _said("Who has won is listed: winners holds SEAT, SEAT.")
may = _said("What somebody can do is written SEAT can MOVE.", sure=False)
enumerated = _said("The names of a type are listed behind `is one of`.")
defined = _said("Between a definition and its value stands a colon.")
emptied = _said(
    "A field is emptied by `set FIELD to none` or to `nothing`, a zone by `move all ZONE to box`, a memory by "
    "`forget MEMORY`."
)
names_listed = _said("The names of a type are listed one by one, without `..`; only numbers go from one to another.")
listed = _said("Several names are listed with commas.")
offered = _said("What can be chosen is listed with `or`.")
field = _said("Between a field and what it is stands a colon.")
ranged = _said("A range is written with two dots: 1..6.")
answered = _said("A procedure answers with `give`.")
gives = _said("What a procedure answers stands behind `gives`, before the colon: to claim(role) gives yes or no:")
kept = _said(
    "What changes while this goes on is kept, with a colon and what it may be: keep bid: 0..50, starts 10. What stays "
    "as it is has a name: let bid be 10."
)
starting = _said("What a field is at the beginning stands behind `starts`, after a comma.")
flag_or_none = _said(
    "Yes or no cannot be none. Declare a type with three values: NAME is one of open, agreed, refused."
)

board_drawn = _said("What lies on a board is drawn below its name and `holds:`.")
laid_out = _said("A board is laid out as it is drawn below `set BOARD to:`.")

# ---- layout and signs
cases_below = _said("Values with conditions stand below, each on a line of its own; the last line is: VALUE otherwise.")
goes_on = _said(
    "A sentence goes on in the next line behind a comma, `and`, `or`, and inside brackets, and in a deeper line behind "
    "an operator or where that begins with a word such as `where`, `and`, `to`; not behind {word}."
)
goes_on_deeper = _said("A line that begins with {word} goes on with the one above where it is indented more.")
before_colon = _said("{word} goes on with the sentence above, and that ends at its colon: put both before it.")
belongs_above = _said("{word} belongs on the line above, behind what it is about.")
semicolon = _said("A sentence ends with its line; no sign closes it.")
comment = _said("A comment begins with two minus signs.")

# ---- lists and ranges of single things

best_of_those = _said("Which ones are meant stands in brackets behind `of`.")
how_many_up_to = _said(
    "Behind `up to` stands how many at most, and then from where: move up to 3 from ZONE to {word}. All that lies "
    "there is moved by: move all ZONE to {word}. If a piece is called `up`, call it otherwise."
)
some_numbers = _said("Numbers are picked from a range, and which of them are meant stands behind `where`.")
one_of_several = _said("Each of them is compared by itself.")
all_of_a_set = _said("The values of a set or counts are joined by `+`.")
range_behind_in = _said("That a number lies in a range is said with `is in`; other values are compared.")
holds_all = _said("What is in a zone, a set or counts in an example stands behind `holds`.")
fact_on_each_line = _said("Each line of an example says one thing. Put the second one on a line of its own.")
