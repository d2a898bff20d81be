"""Types whose values may take each other's names: what becomes of all else, and what tells them apart all the same."""
