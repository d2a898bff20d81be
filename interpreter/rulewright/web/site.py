"""What a server offers: the games, the files of the page, and the addresses by which it is asked."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from attrs import frozen

from rulewright.files import PACKAGE, find, read, title
from rulewright.language.elaborate.settings import Setting, game_of, player_counts, settle
from rulewright.language.types import OptionSetting
from rulewright.loading import RulesError, Text, read_text
from rulewright.shown import Misuse, shown

FOLDER: Final = PACKAGE / "web"
OWN: Final = ("localhost", "127.0.0.1", "[::1]")
USUAL_PORTS: Final = {"http": 80, "https": 443}


@frozen
class Offered:
    """A game that can be played here: its name in addresses, its file, and its text."""

    name: str
    file: Path
    data: bytes
    text: Text

    @property
    def title(self) -> str:
        """What it is called."""
        game = game_of(self.text.parsed.ruleset)
        return game.title.text if game else self.name

    @property
    def about(self) -> str:
        """What it is about, in a few words, and how many can play."""
        game, counts = game_of(self.text.parsed.ruleset), player_counts(self.text.parsed.ruleset)
        many = f"{counts[0]} to {counts[-1]} players" if counts[1:] else f"{counts[0]} player{'s' * (counts[0] > 1)}"
        return f"{game.subtitle.text}, {many}" if game and game.subtitle else many

    def setting(self, players: int, options: Mapping[str, OptionSetting]) -> Setting | str:
        """A setting, completed by defaults, or why there is none."""
        found = settle(self.text.parsed.ruleset, self.text.source, players, dict(options))
        return found if isinstance(found, Setting) else " ".join(each.message for each in found)


@frozen
class Site:
    """What is served: by which addresses (`hosts`), with which one links begin, which games, the files of the page by
    their path, and the style of the other pages."""

    hosts: Collection[str]
    address: str
    games: Mapping[str, Offered]
    files: Mapping[str, bytes]
    style: bytes


def site_of(games: Sequence[str], host: str, port: int, public: str | None) -> Site:
    """A site with these games, by name or file, that listens here; `public`: the address by which others reach it.
    FileTrouble and RulesError where a game cannot be read; Misuse where nobody could say how the site is called."""
    own = f"[{host}]" if ":" in host else host
    if public is None and _is_everywhere(host):
        raise Misuse("Say by which address players reach this machine: --public http://192.168.1.5:8000, for example.")
    address = urlsplit(public or f"http://{own}:{port}")
    if address.scheme not in USUAL_PORTS or not address.hostname or address.path.strip("/") or address.query:
        raise Misuse(f"--public is an address such as https://play.example.org, not {shown(public or '')}.")
    hosts = {address.netloc.lower(), *(f"{name}:{port}" for name in (*OWN, own))}
    hosts |= {name.removesuffix(f":{USUAL_PORTS[address.scheme]}") for name in hosts}  # as browsers call them
    offered = dict[str, Offered]()
    for game in games:
        path = find(game)
        data = read(path)
        text = read_text(path.name, data)
        if text.parsed.diagnostics or not player_counts(text.parsed.ruleset):
            raise RulesError(text.source, text.parsed.diagnostics)
        offered[title(path)] = Offered(title(path), path.absolute(), data, text)
    page = FOLDER / "page"
    paths = (each for each in sorted(page.rglob("*")) if each.is_file())
    files = {each.relative_to(page).as_posix(): read(each) for each in paths}
    return Site(frozenset(hosts), f"{address.scheme}://{address.netloc}", offered, files, read(FOLDER / "start.css"))


def _is_everywhere(host: str) -> bool:
    """Whether an address means all of a machine's, so that it does not say how the machine is called."""
    with suppress(ValueError):
        return ip_address(host).is_unspecified
    return not host
