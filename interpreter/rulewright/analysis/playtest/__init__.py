"""Holes: what is wrong with rules that only playing shows, each with the game that shows it."""
