"""`python -m lab.holes`; spawned processes want it in a module with a name."""

from lab.holes.running import main

main()
