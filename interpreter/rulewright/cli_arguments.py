"""The arguments of the command line: which there are, what their texts mean. It carries nothing out."""

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Literal, NoReturn, TypeAlias

from rulewright.shown import shown

FINE, FINDINGS, MISUSE = 0, 1, 2
SEEDS = 1 << 64


class Misuse(Exception):  # noqa: N818 - the user's, not the program's
    """Arguments that cannot be meant."""


class Arguments(argparse.Namespace):
    """Everything that can be asked for; a verb has those that its parser declares."""

    verb: str
    game: str
    files: list[str]
    file: str
    rules: str | None
    code: str
    players: int | None
    option: list[str]
    seed: int | None
    seat: list[tuple[int, str | None]] | None
    record: str | None
    force: bool
    ask_all: bool
    legal: bool
    games: int | None
    number: int
    output: str | None
    spectator: int | None
    """A seat, None for nobody, -1 if no such record is wanted."""
    format: Literal["text", "json"]
    check: bool
    depth: int
    no_merge: bool
    seconds: int
    against: list[str]
    jobs: int | None
    cluster: str | None
    csv: str | None
    parquet: str | None
    html: str | None
    checkpoint: str | None
    resume: bool
    compare: list[str]
    invariants: bool
    copy: str | None
    module: str


Setting = int | str | bool
WORDS: dict[str, bool] = dict.fromkeys(("on", "true", "yes"), True) | dict.fromkeys(("off", "false", "no"), False)


def options(pairs: Sequence[str]) -> dict[str, Setting]:
    """Read `name=value`: `_` is `-`; on, true, yes are the same, and off, false, no; digits are a number."""
    options: dict[str, Setting] = {}
    for pair in pairs:
        name, equals, value = pair.replace("_", "-").partition("=")
        if not name or (equals and not value):
            raise Misuse(f'"{shown(pair)}" is no setting of an option. Write name=value.')
        if name in options:
            raise Misuse(f'Option "{shown(name)}" is set twice.')
        options[name] = _setting(value if equals else "yes")
    return options


def _setting(value: str) -> Setting:
    word = value.lower()
    if word in WORDS:
        return WORDS[word]
    return int(value) if value.isascii() and value.lstrip("-").isdigit() and len(value) <= 11 else value


def _number(low: int, high: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 20 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"{shown(text)} is not a number from {low} to {high}")
        return int(text)

    return number


def _seat(text: str) -> tuple[int, str | None]:
    number, equals, name = text.partition("=")
    if equals and not name.strip():
        raise argparse.ArgumentTypeError("after = a name belongs")
    return _number(0, 11)(number), name.strip() or None


def _spectator(text: str) -> int | None:
    return None if text == "none" else _number(0, 11)(text)


class _Parser(argparse.ArgumentParser):
    """As argparse's, but what the user typed is escaped in its messages."""

    def error(self, message: str) -> NoReturn:
        """Say what cannot be meant, and end."""
        self.print_usage(sys.stderr)
        self.exit(MISUSE, f"rulewright: {shown(message)}\n")


class _Version(argparse.Action):
    """Print the version; it is looked up only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

        try:
            number = version("rulewright")
        except PackageNotFoundError:
            number = "(not installed)"
        print(f"rulewright {number}")
        parser.exit()


def parse_arguments(arguments: Sequence[str] | None) -> Arguments:
    """Read the arguments; misuse ends the process with a sentence and exit code 2."""
    return _parser().parse_args(arguments, Arguments())


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="rulewright", description="Tabletop games that are written as rules.")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version")
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_playing(verbs)
    _add_texts(verbs)
    _add_counting(verbs)
    _add_simulate(verbs)
    _add_build(verbs)
    _add_looking_up(verbs)
    return parser


Verbs: TypeAlias = "argparse._SubParsersAction[_Parser]"  # noqa: SLF001 - argparse has no other name for it


def _add(verbs: Verbs, name: str, about: str) -> argparse.ArgumentParser:
    parser = verbs.add_parser(name, help=about, description=about)
    parser.set_defaults(verb=name)
    return parser


def _add_setting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a shipped game, or the path of a .rules file")
    _add_variant(parser)


def _add_variant(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=_number(1, 12), metavar="N", help="how many play")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="set an option of the game")


def _add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=_number(0, SEEDS - 1), metavar="S", help="the same seed is the same game")


def _add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=("text", "json"), default="text", help="text for people, json for programs")


def _add_force(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--force", action="store_true", help="overwrite files that exist")


def _add_playing(verbs: Verbs) -> None:
    parser = _add(verbs, "play", "play a game at the keyboard; the other seats play at random")
    _add_setting(parser)
    parser.add_argument(
        "--seat", action="append", type=_seat, metavar="N[=NAME]", help="your seat, from 0; repeat it for more people"
    )
    _add_seed(parser)
    parser.add_argument("--record", metavar="FILE", help="write the game to a file as it goes")
    parser.add_argument("--ask-all", action="store_true", help="ask a person alone, too, where there is only one move")
    _add_force(parser)
    parser = _add(verbs, "record", "record random games")
    _add_setting(parser)
    _add_seed(parser)
    parser.add_argument("--legal", action="store_true", help="write the legal moves of every decision, too")
    parser.add_argument("-n", dest="games", type=_number(1, 1_000_000), metavar="GAMES", help="how many games")
    parser.add_argument(
        "--number", type=_number(0, SEEDS - 1), default=0, metavar="K", help="begin with game K of the seed (0)"
    )
    parser.add_argument("-o", dest="output", metavar="DIR|FILE", help="a folder for several games, a file for one")
    parser.add_argument(
        "--spectator", type=_spectator, default=-1, metavar="N|none", help="only what this seat, or nobody's, could see"
    )
    _add_force(parser)
    parser = _add(verbs, "replay", "follow a record and say where the rules part from it")
    parser.add_argument("file", metavar="FILE", help="a record")
    parser.add_argument("--rules", metavar="FILE", help="the rules, if they are not shipped ones")


def _add_texts(verbs: Verbs) -> None:
    parser = _add(verbs, "check", "say what is wrong with rules")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a .rules file, or a shipped game")
    _add_format(parser)
    parser = _add(verbs, "test", "run the examples of rules")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a .rules file, or a shipped game")
    _add_format(parser)
    parser = _add(verbs, "fmt", "lay rules out canonically, in place")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a .rules file, or - for standard input")
    parser.add_argument("--check", action="store_true", help="change nothing; say which files would change")


def _add_counting(verbs: Verbs) -> None:
    parser = _add(verbs, "perft", "count the positions of the game tree, depth by depth")
    _add_setting(parser)
    parser.add_argument("depth", type=_number(0, 1000), metavar="DEPTH", help="how many plies")
    parser.add_argument("--no-merge", action="store_true", help="never count equal positions together")
    parser = _add(verbs, "bench", "measure random games, loading and states, or compare the speed with other engines")
    parser.add_argument("files", nargs="+", metavar="GAME", help="a shipped game, or the path of a .rules file")
    _add_variant(parser)
    parser.add_argument(
        "--seconds",
        type=_number(1, 600),
        default=5,
        metavar="N",
        help="how long each backend and engine plays each game, about (5); measuring how fast it loads comes on top",
    )
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="ENGINE",
        help="play in turn with another engine: FILE.py with playouts(seed, games, players), which gives the number "
        "of decisions; FILE.cpp, a program called with SEED GAMES PLAYERS, which prints decisions and seconds; or the "
        "word openspiel. Repeat it for more",
    )
    _add_format(parser)


def _add_simulate(verbs: Verbs) -> None:
    parser = _add(verbs, "simulate", "play very many random games and sum them up")
    _add_setting(parser)
    _add_seed(parser)
    parser.add_argument("-n", dest="games", type=_number(1, 10**12), metavar="GAMES", help="how many games (1,000)")
    parser.add_argument("--jobs", type=_number(1, 1024), metavar="J", help="how many processes play (1)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="let the workers of this Dask scheduler play")
    parser.add_argument(
        "--compare",
        action="append",
        default=[],
        metavar="NAME=A,B",
        help="play these values of an option on the same chance",
    )
    parser.add_argument(
        "--invariants",
        action="store_true",
        help="look at the invariants before every decision and at the end of every game (slower)",
    )
    parser.add_argument("--csv", metavar="FILE", help="write a line for every game")
    parser.add_argument("--parquet", metavar="FILE", help="write every game as Parquet (needs pyarrow)")
    parser.add_argument("--html", metavar="FILE", help="write a page with plots")
    parser.add_argument("--checkpoint", metavar="FILE", help="keep here how far it has come")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint, if there is one yet")
    _add_format(parser)
    _add_force(parser)


def _add_build(verbs: Verbs) -> None:
    parser = _add(verbs, "build", "write a game as a WebAssembly module, with its tables beside it")
    _add_setting(parser)
    parser.add_argument(
        "-o", dest="module", required=True, metavar="FILE.wasm", help="the module; the tables go to FILE.json"
    )
    _add_force(parser)


def _add_looking_up(verbs: Verbs) -> None:
    parser = _add(verbs, "rules", "print a ruleset, or copy it to start from")
    parser.add_argument("game", metavar="GAME", help="a shipped game, or the path of a .rules file")
    parser.add_argument("--copy", metavar="DIR", help="copy the file into this folder")
    _add_force(parser)
    parser = _add(verbs, "explain", "explain the code at the end of a diagnostic")
    parser.add_argument("code", metavar="CODE", help="such as unknown-name")
    _add(verbs, "list", "list the shipped games")
