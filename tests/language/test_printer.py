"""Printing and parsing are each other's inverse."""

from hypothesis import HealthCheck, given, settings

from rulewright.language.parser import parse
from rulewright.language.printer import print_ruleset
from rulewright.language.source import Source
from rulewright.language.syntax import Ruleset
from tests.language import trees


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(trees.rulesets)
def test_a_printed_tree_reads_as_itself(tree: Ruleset) -> None:
    text = print_ruleset(tree)
    parsed = parse(Source("printed.rules", text))
    assert parsed.diagnostics == (), text
    assert parsed.ruleset == tree, text
