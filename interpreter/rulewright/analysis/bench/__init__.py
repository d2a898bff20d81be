"""How fast games run: random games a second, loading, states, for each of the `backends` that can play rules here.

`measure` measures it, in rounds of a chosen length, and tells it; loading is measured in fresh processes, which run
`backends`. The clock is the only thing that is looked at beside the games; nothing here is asked by the rest of the
program. Engines of others are measured by the programs of `benchmarks/`.
"""
