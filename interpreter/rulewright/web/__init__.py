"""Tables that are played in a browser: a server, what it keeps, and the page that it serves."""
