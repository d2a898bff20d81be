"""Words about secrets that do not hold."""

from rulewright.language.diagnostics import Complaint

# `seer` as "everyone sees"; `boxed`: the component, if the zone is its box; `said`: how it is declared; `better`: how
# it should be.
secret_of_seen_zone = Complaint(
    "broken-secret",
    "{seer:up} {zone}[ (line {line})], so this secret does not hold. [Put what is secret into a zone that nobody "
    "sees: aside: pile of {boxed}, seen by nobody|There it says `{said}`. Write instead: {better}|"
    'Say "nobody but its owner sees …", or declare the zone "seen by nobody".]',
    also="declared here",
)
secret_of_variable = Complaint(
    "type-mismatch",
    "A secret is about a zone, where pieces lie. {name} holds none: who sees it is said where it is declared, as in "
    "{name}: 0..9, seen by {audience}, and is kept in every rule. Leave this secret out.",
    also="declared here",
)
# `but`: who may know it, as "its owner".
secret_written = Complaint(
    "broken-secret",
    'This tells what a {component} in {zone} is: {seer} {variable}, and by the secret "{title}" (line {line}) '
    "nobody[ but {but}] gets to know it while it lies there. Set {variable} once the piece has been moved, or say "
    "that it is shown: show … to everyone",
    also="the secret",
)
secret_put_into_box = Complaint(
    "secret-shown",
    "Everyone sees the box, so everyone sees which {component} each of these is, one after the other; before, by the "
    'secret "{title}" (line {line}), nobody did. If they shall stay unknown, put them into a zone that nobody sees: '
    "aside: pile of {component}, seen by nobody. If not, say so before: show {zone} to everyone",
    also="the secret",
    severity="warning",
)
# `zone`: where they were hidden; `to`: where they are hidden again.
seen_on_the_way = Complaint(
    "seen-on-the-way",
    "Everybody sees {open}, so here everybody sees which {component}s were in {zone}; and line {line} hides them again "
    "before anything is done with that. Move them straight to {to}; or if all are to see them, say so before: "
    "show … to everyone",
    also="hidden again",
    severity="warning",
)
# `variable`: what everyone sees; nothing where it is who is asked first.
compared_by_secret = Complaint(
    "menu-tells",
    "This compares which {component}s lie in {zone}, and everybody sees who comes first: [in {variable}|who is asked]. "
    'But by the secret "{title}" (line {line}) nobody[ but its {but}] gets to know what lies there. Compare what '
    "everybody sees; or if the players are to show it here, say so: show … to everyone",
    also="the secret",
    severity="warning",
)
