"""Invariants that a text could state: what was so in all its games, and is not so by the declarations alone.

`terms` has what can be asked of its fields, `observing` the values of that in positions of play and of disorder,
`templates` makes candidates of them, one row for each form, `holding` looks whether they hold in many games and in the
author's examples, `proposing` chooses the most telling.
"""
