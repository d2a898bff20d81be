"""Words about what only playing shows: the diagnostics of holes, and of what never came.

`begins`: it shows when play begins (else None); `tried`: where it was looked for."""

from typing import Final

from rulewright.language.diagnostics import Complaint

broken_invariant = Complaint(
    "broken-invariant",
    'The {sort} "{title}" does not hold throughout play. Either the last move should not be allowed, or it does '
    "something wrong or forgets something, or the {sort} asks too much.",
)
broken_from_the_beginning = Complaint(
    "broken-invariant",
    'The {sort} "{title}" does not hold when play begins. Either what is done before the first move is wrong or '
    "forgets something, or the {sort} asks too much.",
)
broken_at_the_end = Complaint(
    "broken-invariant",
    'The invariant "{title}" holds at every decision of a game, but not at its end, where it is looked at, too. If it '
    'shall hold there, what comes last forgets something. If it need not: invariant "{title}" in play: …',
)
# `said`: what the fault says of itself; `tried`: for which `must` lines a move was tried out.
goes_wrong = Complaint("goes-wrong", "The rules go wrong here [{begins}|in play]: {said}[ {advice}][ {tried: }]")
# `actions`: what is offered to those who cannot; `until`: what is asked behind it.
nobody_leaves = Complaint(
    "goes-wrong",
    "Play goes round in this loop for ever [{begins}|from some position on]: [nobody who is asked in it can "
    "{actions: or }, and what happens instead changes nothing|nobody is asked in it, and all that happens in it leads "
    "back to where it was].[ `until {until}` never comes about.] Say what ends it "
    "then: ask for it behind `until`, too, or write `end game` where that is so.",
)
BEFORE_IT: Final = {
    "too-few-pieces": "Move `up to` so many, or ask before how many there are: ZONE's size.",
    "cannot-move": "Ask before whether there is one: PLACE is empty, ZONE is empty.",
    "nothing-there": "Ask before whether there is one: PLACE is empty, ZONE is empty.",
    "nothing-to-draw": "Ask before whether there is one: ZONE is empty.",
    "zone-full": "Ask before how many lie there, or declare more room.",
    "none-used": "Ask before whether it is not none.",
    "divides-by-zero": "Ask before whether it is 0.",
}
"""What to write before a sentence that goes wrong, by the code of its fault."""
nobody_can_move = Complaint("nobody-can-move", "The game is stuck here[ {begins}]. {said}[ {tried: }]")
perhaps_stuck = Complaint(
    "nobody-can-move",
    "It is not certain that whoever is asked here has a move, and no `if you cannot:` says what happens then. In "
    "{tried} everybody had one. Say it, or offer a move that is always possible; if other rules see to it, all is "
    "well.",
    severity="suspicion",
)
need_not_end = Complaint(
    "need-not-end",
    "Play can come to where it never ends, whatever is done: {positions:position} can still come, and none of them is "
    "an end.[ Such as: {cycle:; }; then all is as it was.] Let something be used up, or add: end game.",
)
very_long = Complaint(
    "need-not-end",
    "A game in which everybody plays at random is not over after {decisions:,} decisions.[ It can come again to where "
    "it was: {cycle:; }.] Let something be used up, or add: end game.",
)
never_played = Complaint(
    "never-happens",
    "{name} is never chosen in {tried}.[ The guard on line {line} refuses it every time.] Does the player who is "
    "asked ever have what it needs? If it is not wanted, delete it.",
    also="always refuses",
    severity="suspicion",
)
nobody_asked = Complaint(
    "never-happens",
    "Nobody is ever asked anything in {tried}: the game goes to its end without a decision. Whoever should choose here "
    "is never there, or what stands above never comes here. Is something not set before?",
    severity="warning",
)
never_chosen_here = Complaint(
    "never-happens",
    "{name} is never chosen here in {tried}. Either it never can be, then delete it here, or its header asks too much.",
    severity="suspicion",
)
never_begins = Complaint(
    "never-happens",
    "{name} never begins in {tried}. Look at the conditions under which it is called; if it is not wanted, delete it.",
    severity="suspicion",
)
never_holds = Complaint(
    "never-happens",
    "This condition never holds in {tried}, so what stands under it is never carried out. Does it ask for what you "
    "mean? If it cannot happen, delete it.",
    severity="suspicion",
)
never_carried_out = Complaint(
    "never-happens",
    "This is never carried out in {tried}. Look at the condition under which it stands; if it cannot happen, delete "
    "it.",
    severity="suspicion",
)
never_refuses = Complaint(
    "never-refuses",
    "This never refuses a move in {tried}. Does it ask for what you mean? If it always holds, delete it.",
    severity="suspicion",
)
never_so = Complaint(
    "never-happens",
    "Whenever this is asked in {tried}, it does not hold. Does it ask for what you mean? If it cannot hold, leave it "
    "out, and what depends on it.",
    severity="suspicion",
)
always_so = Complaint(
    "never-fails",
    "Whenever this is asked in {tried}, it holds. Does it ask for what you mean? If it cannot fail, leave it out.",
    severity="suspicion",
)
# `name`: the variable that is set, if one is.
never_changes = Complaint(
    "never-changes",
    "In {tried} this never changed anything[, though it was carried out {times:,} times]: [{name} was already what it "
    "becomes here, every time. Does what should change it before ever happen|every time there was no piece for it, or "
    "all was already as it makes it. Does it name the right pieces]? Does it stand in the right place? If it is not "
    "needed, delete it.",
    severity="suspicion",
)
same_games = Complaint(
    "never-happens",
    "With {name} {values: and } games are the same: at settings that differ in nothing else, {games:,} random games at "
    "each came out alike, and a few were compared move by move. Does what {name} changes ever come about in a game? If "
    "not, change that, or delete the option.",
    severity="suspicion",
)
# `shuffle`: the sentence that is lacking; `filled`: the line marked, if pieces come there; `taking`: where one is
# taken; `early`: where it is shuffled before they come; `again`: where another zone is shuffled twice in a row.
known_order = Complaint(
    "known-order",
    "Nobody is meant to see {zone}, but all know what lies on top: here they see it come from {origin}, and nothing "
    "shuffles it in time.[ After {decisions:decision}| In the setup] one is taken, and everybody knows that it is "
    "{kind}.[ Line {early} shuffles it too early: before these come.][ Line {again} shuffles {other}, which line "
    "{before} has shuffled already: is {zone} meant?] Put `{shuffle}`[ below line {filled},] before "
    "[line {taking} takes one|one is taken].",
    also="hidden here",
    severity="warning",
)
changes_nothing = Complaint(
    "changes-nothing",
    "[After {decisions:decision}|At the beginning] {name} can be chosen and changes nothing: the game stands where "
    "it stood, so that it can be chosen again for ever. Offer it only where it does something: needs … because …",
    severity="warning",
)
# `cycle`: who does what, in turn; `until`: what is asked behind it; `others`: what is chosen to leave it.
one_goes_round = Complaint(
    "goes-round",
    "{who} alone can go round here for ever, and nobody else is asked meanwhile: {cycle:; }; then all is as it was, "
    "and nothing counts how often. Let something be used up, or offer the way back only where it is needed: "
    "needs … because …",
    severity="suspicion",
)
all_go_round = Complaint(
    "goes-round",
    "Play goes round here for ever if all choose so: {cycle:; }; then all is as it was.[ To leave it somebody has "
    "to choose {others: or }, and nobody must.][ As long as all choose so, `until {until}` does not come about.] Count "
    "how often it is chosen in a row, and end the game at that; or offer it only where nothing else can be done.",
    severity="warning",
)
comes_again = Complaint(
    "goes-round",
    "A position comes again after these moves, so that players who like can go round for ever: {cycle:; }. Remember "
    "positions and end the game when one comes again, or count moves that bring nothing forward.",
    severity="suspicion",
)
same_picked = Complaint(
    "changes-nothing",
    "In {name}, [what is picked for {beside} can be picked for {picked}, too|whoever chooses can be picked for "
    "{picked}], and then nothing is different afterwards: what the one loses the other gets. If that is not meant, "
    "leave it out: … where it is not [{beside}|you]",
    severity="warning",
)
same_values = Complaint(
    "same-moves",
    "Whatever is picked here for {name}, {action} does the same: in {decisions:decision} where there was more than one "
    "to pick from, nothing was different afterwards. Does it move, count or compare what was picked? If there is "
    "nothing to choose, do not let it be picked.",
    severity="warning",
)
same_effects = Complaint(
    "same-moves",
    "{name} and {other} (line {line}) always do the same: in {decisions:decision} where both could be chosen, nothing "
    "was different afterwards. Do both do what is meant? If they do, one of them is enough.",
    also="the other one",
    severity="warning",
)
# `blind`: who does not see it, if others do.
asked_by_hidden = Complaint(
    "menu-tells",
    "What comes next depends here on {hidden: or }, and [{blind} does not see that|nobody sees that].[ After "
    "{decisions:decision}| At the beginning] {seat} is asked for {offers: or }; with other pieces there {other} would "
    "be asked for {others: or }. So the question tells what is hidden. Ask only what the player sees who is asked, or "
    "show it before: show … to everyone",
    severity="warning",
)
