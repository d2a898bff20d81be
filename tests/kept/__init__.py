"""Texts of every version of the language, as they were, and the games that they are."""
