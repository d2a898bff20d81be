"""The command `site`: a folder for the web that needs no server of ours."""

from contextlib import ExitStack
from pathlib import Path

from rulewright.cli.arguments import FINE, verb
from rulewright.cli.console import ElapsedLine, rules_of
from rulewright.cli.text_commands import described
from rulewright.files import find, folder, shipped, title, write
from rulewright.shown import shown


@verb("site")
def _site(place: str, game: str | None, pyodide: str | None, *, force: bool) -> int:
    from rulewright.web.static_site import Shipped, game_page, playground, pyodide_in, pyodide_of_npm

    if game is not None:
        rules_of(game, None, ())  # what nobody can play is not published
    games = {title(find(game)): find(game)} if game is not None else shipped()
    with ElapsedLine("writing the pages").shown():
        python = pyodide_of_npm() if pyodide is None else pyodide_in(Path(pyodide))
        told = {name: Shipped(path, *described(path)) for name, path in games.items()}
        if game is None:
            found = playground(python, told)
        else:
            [(name, only)] = told.items()
            found = game_page(python, name, only)
        contents = {Path(place) / name: content for name, content in found.items()}
        with ExitStack() as folders:
            for each in dict.fromkeys(path.parent for path in contents):
                folders.enter_context(folder(each))
            write(contents, force=force)
    print(f"{shown(place)}: {len(found)} files, {sum(map(len, found.values())):,} bytes")
    return FINE
