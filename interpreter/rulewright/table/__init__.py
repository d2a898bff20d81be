"""The table: a game played at a terminal, from the text of a view to the reading of a typed line."""
