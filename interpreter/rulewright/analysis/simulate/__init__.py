"""Very many random games: played by any executor, summed up exactly, told in words, numbers and plots.

A `Plan` (checkpoint) is cut into `Task`s (tasks), which processes of this machine (analysis/side_by_side) or of a
cluster play and give back as sums (sums) and lines of CSV. `session` begins or takes up, takes them in order into a
`State`, writes the lines and keeps checkpoints. From the sums come a `Summary` and, of variants, `Difference`s
(summary), from these text, JSON and the page (report, plots).

Law: sums are integers and adding them is associative and commutative, so that a summary depends on the plan alone, not
on how many processes played, in what order, or how often they were interrupted.
"""
