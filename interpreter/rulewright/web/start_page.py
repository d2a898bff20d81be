"""The pages on which a game is chosen and a table begun: plain HTML, which needs no program in the browser."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from secrets import token_urlsafe
from typing import Final
from urllib.parse import quote

from rulewright.language.elaborate.settings import options_of, player_counts, values_of
from rulewright.language.types import shown_option
from rulewright.levels import LEVELS, USUAL
from rulewright.web.site import Offered

PERSON: Final = "person"
"""Who plays a seat, if no program does."""
PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="/start.css">
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def _page(title: str, body: str) -> str:
    return PAGE.format(title=escape(title), body=body)


def games_page(games: Sequence[Offered]) -> str:
    """All games that can be played here."""
    named = ((quote(each.name, safe=""), escape(each.title), escape(each.about)) for each in games)
    rows = (f'<li><a href="/new/{name}">{title}</a> <span>{about}</span></li>' for name, title, about in named)
    return _page("Rulewright", "<h1>Play a game</h1>\n<ul>\n{}\n</ul>".format("\n".join(rows)))


def new_table_page(game: Offered, said: Mapping[str, str], wrong: str = "") -> str:
    """The form in which players and options are chosen, with what was `said`; `wrong`: why that was refused."""
    ruleset = game.text.parsed.ruleset
    counts = player_counts(ruleset)

    def choice(name: str, label: str, values: Sequence[str]) -> str:
        chosen = said.get(name, values[0])
        told = "".join(
            f'<option value="{escape(each)}"{" selected" * (each == chosen)}>{escape(each)}</option>' for each in values
        )
        return f'<label>{escape(label)} <select name="{escape(name)}">{told}</select></label>'

    def parts() -> Iterator[str]:
        yield f"<h1>{escape(game.title)}</h1>\n<p>{escape(game.about)}</p>"
        if wrong:
            yield f'<p role="alert" class="wrong">{escape(wrong)}</p>'
        yield f'<form method="post" action="/tables"><input type="hidden" name="game" value="{escape(game.name)}">'
        yield f'<input type="hidden" name="once" value="{token_urlsafe()}">'  # two begin two tables
        if counts[1:]:
            yield f"<p>{choice('players', 'Players', [*map(str, counts)])}</p>"
        for option in options_of(ruleset):
            values, title = [shown_option(each) for each in values_of(option)], option.title
            label = title.text if title else option.name.text
            yield f"<p>{choice(f'option-{option.name.text}', label, values)}</p>"
        for seat in range(counts[-1]):
            more = " (if so many play)" if seat >= counts[0] else ""
            who = choice(f"plays-{seat}", "played by", [PERSON, *(level.name for level in LEVELS)])
            called = escape(said.get(f"name-{seat}", ""))
            name = f'<label>Name <input name="name-{seat}" value="{called}" maxlength="30" autocomplete="off"></label>'
            yield f"<fieldset><legend>Player {seat + 1}{more}</legend>{name} {who}</fieldset>"
        yield '<p><button type="submit">Begin</button></p></form>'
        yield f"<p>A program plays as well as its level says; {escape(USUAL.name)} is the usual one.</p>"

    return _page(game.title, "\n".join(parts()))


def links_page(game: Offered, links: Sequence[tuple[str, str]]) -> str:
    """The secret links of a new table, for who has begun it to hand on."""
    rows = (
        f'<dt>{escape(who)}</dt><dd><a href="{escape(link)}" target="_blank" rel="noopener">{escape(link)}</a></dd>'
        for who, link in links
    )
    warning = (
        "Whoever has a link sits at that seat. Send each player only the own one. Keep them: only this page has them."
    )
    body = f"<h1>{escape(game.title)}</h1>\n<p>{warning}</p>\n<dl>\n{{}}\n</dl>".format("\n".join(rows))
    body += '\n<script type="module" src="/table/copy.js"></script>'
    return _page(game.title, body)
