"""Search: a tree of what a seat could be in, grown by random games, in a module of its own.

An iteration takes a world, goes down the tree by the moves that are legal there, to one that was not tried yet, on at
random to the end of the game, and adds up what that brought each seat (Cowling, Powley, Whitehouse 2012: one tree for
what the seat cannot tell apart; the moves of a list are told apart by who makes them and their words). The same
decision after other outcomes of chance is the same list, too. Who chooses at the same time as others has a list that
does not depend on what they chose; the seat that searches comes first, then those after it in turn, so that all seats
are treated alike. Each seat is taken to want the most for itself. Points are those of `machine.search`; ends are
carried up the tree as proofs (Winands, Björnsson, Saito 2008).
"""
