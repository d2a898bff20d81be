"""What rules do not pin down: small changes of a text that nothing of its author's would notice, as questions.

`changes` makes them, `author` knows what the text's own examples and games come to, `judging` says what becomes of a
change, `differing` finds where two rules part, `pinning` makes the example, `asking` the words and their order.
"""
