"""Mutants: small mistakes put into the code on purpose, one at a time. One that all tests let pass shows what no test
sees. By hand: `python -m lab.mutants --help`."""
