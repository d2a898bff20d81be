"""From the typed core to running games: lowering, the two ways to run a program, games and what seats know of them."""
