"""Search in a module: a tree in its memory, iterations that it makes by itself, and the host that asks for them."""
