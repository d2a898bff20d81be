"""Very many random games: played by any executor, summed up exactly, told in words, numbers and plots.

A `Plan` is cut into `Task`s (tasks) that processes here or in a cluster play and give back as sums and
lines of CSV; `session` takes them in order into a `State` (checkpoint), which is summed up (summary) and told (report).
Law: sums are integers and adding them is associative and commutative: a summary depends on the plan alone.
"""
