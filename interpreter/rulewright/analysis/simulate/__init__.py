"""Very many random games: played by any executor, summed up exactly, told in words, numbers and plots.

`session` begins or takes up: a `Plan` (plan) is cut into `Task`s (tasks), which processes of this machine
(analysis/side_by_side) or of a cluster play and give back as sums (sums) and lines of CSV. `run` (loop) takes them in
order into a `State` (plan), writes the lines and keeps checkpoints (checkpoint). From the sums come a `Summary`
(summary, item_titles) and, of variants, `Difference`s (compare), from these text (text_report, number_words), JSON and
the page (report, page).

Law: sums are integers and adding them is associative and commutative, so that a summary depends on the plan alone, not
on how many processes played, in what order, or how often they were interrupted.
"""
