"""What is known of core without playing it: one home for each fact, for whoever elaborates, checks or lowers.

In: nodes of core, and the tables of a core that is finished or being made. Out: types, ranges, lengths, zones.
"""
