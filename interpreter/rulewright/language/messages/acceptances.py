"""Words about findings that a text accepts."""

from rulewright.language.diagnostics import Complaint, misspelt

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
