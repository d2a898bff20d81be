"""How fast games run: random games a second, loading, states, for each of the `backends` that can play rules here.

`measure` measures and tells it. Engines of others are measured by the programs of `benchmarks/`.
"""
