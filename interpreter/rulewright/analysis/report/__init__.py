"""Documents as plain data, and the writers that make text and HTML of them; they know nothing of what is reported."""
