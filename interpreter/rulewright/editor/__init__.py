"""What an editor asks of a text of rules, also of one that is half typed: functions from plain data to plain data. Only
`server` knows how an editor asks."""
