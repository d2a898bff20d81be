"""The command line: one value per verb, with its arguments and the function that carries it out."""

from rulewright.cli.command_line import main

__all__ = ["main"]
