"""The functions of a module that move pieces: taking from and putting into a zone, turning, exchanging, sorting.

They keep the laws of the layouts as the reference's `interpret/zones` does: gaps close, unused cells are 0, owners,
faces, marks and tags go with the piece (in four globals on its way), counts and bits of unordered zones stay true.
"""
