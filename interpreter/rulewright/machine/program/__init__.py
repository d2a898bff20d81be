"""What runs: the nodes of a program, where its pieces lie, what a move consists of, and the bounds of play.

Both backends read it; nothing here says how it is carried out.
"""
