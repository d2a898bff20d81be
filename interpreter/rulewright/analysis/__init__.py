"""Over any game: check a text, run its examples, measure, simulate."""
