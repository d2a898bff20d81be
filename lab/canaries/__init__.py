"""Small additions to the language and the commands, as patches: what such a thing costs, and that it works."""
