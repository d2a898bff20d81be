"""From the shapes of the grammar to the syntax tree: for each rule or alias one small builder.

A builder gets what the rule keeps, in order (absent parts as None, repetitions spliced), and the stretch of text.
A rule that is called as a class of the syntax, and has no other builder, keeps just what the fields of that class hold.
What begins with a word of its own is a `Form`: one row that also says how it is written. A form that says what others
say has a builder that makes of it what they make. Law: every rule of the grammar has exactly one builder here; a test
holds it.
"""

import re
from typing import Final

import attrs

from rulewright.language import syntax
from rulewright.language.building import forms, shapes
from rulewright.language.building.shapes import Builder, Form, node

PARAGRAPHS: Final = (*forms.PARAGRAPHS, shapes.EXAMPLE)
SENTENCES: Final = forms.SENTENCES
HEADERS: Final = forms.HEADERS
"""Lines in the header of an action."""
LINES: Final = (*forms.LINES, *shapes.EXAMPLE_LINES)
FORMS: Final[tuple[Form, ...]] = (*PARAGRAPHS, *SENTENCES, *HEADERS, *LINES)
WRITTEN: Final = {form.word: form.written for form in FORMS}
"""How a form is written, by its word."""
BORROWED: Final = {word: form.word for form in FORMS for word in form.borrowed}
"""The word of a form by the words of other languages for it."""
BUILDERS: Final[dict[str, Builder]] = {
    **{
        re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(): node(made)
        for name, made in vars(syntax).items()
        if attrs.has(made)
    },
    **shapes.EXPRESSIONS,
    **shapes.SCENES,
    **forms.LISTS,
    **{rule: builder for form in FORMS for rule, builder in form.builders.items()},
}
"""All builders by the name of their rule or alias."""
