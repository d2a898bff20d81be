"""The shipped games, held against independent engines and against their secrets."""
