"""How fast games run: random games a second, loading, states; and the same beside engines of others.

`backends` are what can play rules here, `measure` what is measured of each: loading in fresh processes, which run
`backends`. `against` lets backends and rivals play in turn; a rival is a program (`rivals`): a Python file run by
`python_rival`, a C++ file, or OpenSpiel, run by `openspiel_rival`. `pace` is what both need: rounds of a chosen length.
`words` puts results into text and JSON. The clock is the only thing that is looked at beside the games; nothing here is
asked by the rest of the program.
"""
