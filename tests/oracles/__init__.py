"""Independent engines of the games, written from their specifications alone."""
