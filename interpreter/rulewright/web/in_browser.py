"""The program inside a page: what the page asks of the Python in its worker, and what that answers, as plain data.

A page has one table at a time. It asks with an `id` and by what is to be done (`do`): to `read` rules, to `begin` a
game of them, to hand on what a player says (`say`), to `check` rules by playing, to write their `rulebook`, to change
them by a `step` of the tutorial. Each question gets one answer with its `id`, if only what is `wrong`; beside that come
the messages of the table, each as `message`.
"""

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from random import SystemRandom
from typing import Any, Final, TypeAlias

from attrs import define

from rulewright.files import read, shipped
from rulewright.language.elaborate.settings import game_of, options_of, player_counts, values_of
from rulewright.language.older_texts import read_in_its_language
from rulewright.language.render import render
from rulewright.language.source import Source, readable
from rulewright.language.span import BYTES
from rulewright.language.types import shown_option
from rulewright.levels import LEVELS, USUAL, level_of
from rulewright.loading import RulesError, Text, read_text, rules_of, setting_of
from rulewright.machine.game import Rules, RulesFault
from rulewright.machine.horizon import trained_beside
from rulewright.table.hosted_table import HostedTable, another_game, fault_message, play, received, seated_at, update
from rulewright.table.message_json import MessageError
from rulewright.table.message_parts import At
from rulewright.table.messages import NoteMessage, ToSeat, message_data, message_of
from rulewright.web.lessons import stepping

Data: TypeAlias = Mapping[str, Any]
Send: TypeAlias = Callable[[Data], None]
SEEDS: Final = 1 << 32
MAX_CHECK_SECONDS: Final = 60


@define
class Playing:
    """The table of a page: whose `eyes` it shows, and how it stood when the page was last told."""

    send: Send
    table: HostedTable | None = None
    eyes: int = 0
    had: At | None = None

    def receive(self, asked: Data) -> None:
        """Do what the page asks, and answer. What is wrong with rules is an answer, too."""
        try:
            answer = _DOES[str(asked["do"])](self, asked)
        except RulesError as wrong:
            answer = {"wrong": "\n".join(render(wrong.source, each) for each in wrong.diagnostics)}
        except RulesFault as fault:
            answer = {"wrong": f"The rules went wrong in play: {fault}"}
        self.send({**answer, "id": asked["id"]})

    # ---- what a page asks

    def begin(self, asked: Data) -> Data:
        """Begin a game, perhaps where an `example` does, at its setting; the people sit where `people` says, and
        programs of a `level` at the other seats."""
        from rulewright.analysis.examples import NoPosition, position

        try:
            title = asked.get("example")
            rules = _rules(asked) if title is None else position(_sound(asked), str(asked["name"]), str(title))
        except NoPosition as nowhere:
            return {"wrong": str(nowhere)}
        people = {min(seat, rules.players - 1): None for seat in asked["people"]}  # an example may have fewer
        level = level_of(str(asked["level"])) or USUAL
        bots = {seat: level for seat in range(rules.players) if seat not in people}
        self._sit_at(seated_at(rules, people, bots, int(asked.get("seed", SystemRandom().randrange(SEEDS)))))
        return {}

    def say(self, asked: Data) -> Data:
        """Hand a message of the page's player to the table, and tell what comes of it."""
        if self.table is None:
            return {"wrong": "No game has begun."}
        try:
            message = message_of(asked["message"])
        except MessageError as wrong:
            return {"wrong": str(wrong)}
        reply = received(self.table, self.eyes, message)
        for each in (*reply.answers, *map(NoteMessage, reply.notes)):
            self._tell(each)
        if reply.again:
            self._sit_at(another_game(self.table, SystemRandom().randrange(SEEDS)))
        elif reply.changed:
            self._go_on()
        return {}

    # ---- the table

    def _sit_at(self, table: HostedTable) -> None:
        self.table, self.had = table, None
        self.eyes = min(table.people, default=0)
        self._go_on()

    def _go_on(self) -> None:
        """Let programs move until a person is asked, and tell everything as it happens."""
        table = self.table
        assert table is not None, "a game has begun"
        self._update(table)
        while (seat := table.due) is not None:
            try:
                play(table, seat, table.seated.any_move(seat))
            except RulesFault as fault:
                self._tell(fault_message(table, fault))
                return
            self._update(table)

    def _update(self, table: HostedTable) -> None:
        asked = [seat for seat in table.seated.deciders if seat in table.people]
        if asked and self.eyes not in asked:  # several people at one page: it is handed on
            self.eyes, self.had = asked[0], None
        for each in update(table, self.eyes, self.had):
            self._tell(each)
        self.had = table.at

    def _tell(self, message: ToSeat) -> None:
        self.send({"message": message_data(message)})


# ---- rules as a page has them


def _file(asked: Data) -> tuple[str, bytes]:
    """The name of the file, and what is in it, no more than the reader needs to see that it is too large."""
    return f"{asked['name']}.rules", str(asked["text"]).encode(errors="replace")[: BYTES + 1]


def _sound(asked: Data) -> Text:
    """A text that somebody can play. RulesError where it is none."""
    text = read_text(*_file(asked))
    if not player_counts(text.parsed.ruleset):
        setting_of(text, None, {})  # it says why
    return text


def _rules(asked: Data) -> Rules:
    """The rules at the setting that was chosen, with what opponents have learned of a shipped game."""
    text, name = _sound(asked), str(asked["name"])
    players = int(asked["players"]) if asked.get("players") else None
    rules = rules_of(text, name, players=players, options=dict(asked.get("options", {})))
    path = shipped().get(name)
    if path is not None and sha256(read(path)).hexdigest() == text.sha256:
        rules.trained = trained_beside(path)
    return rules


def settings(asked: Data) -> Data:
    """What rules are called, for how many players they are, with which options, and how strong programs can be."""
    ruleset = _sound(asked).parsed.ruleset
    game = game_of(ruleset)
    options = [
        {
            "name": each.name.text,
            "title": each.title.text if each.title else each.name.text,
            "values": [shown_option(value) for value in values_of(each)],
        }
        for each in options_of(ruleset)
    ]
    return {
        "title": game.title.text if game else "",
        "players": player_counts(ruleset),
        "options": options,
        "levels": [level.name for level in LEVELS],
        "usual": USUAL.name,
    }


def checked(asked: Data) -> Data:
    """What is found in rules by reading them, and by playing them for some seconds."""
    from rulewright.editor.background import found_in

    name, data = _file(asked)
    source, found, games = read_in_its_language(name, data), list[str](), 0
    shown_from = source if isinstance(source, Source) else readable(name, data)
    for news in found_in(name, data, min(int(asked["seconds"]), MAX_CHECK_SECONDS)):
        found += [render(shown_from, each) for each in news.found]
        games = news.games or games
    return {"found": found, "games": games}


def written(asked: Data) -> Data:
    """The rulebook of rules as a page of HTML."""
    from rulewright.analysis.documents import as_page
    from rulewright.analysis.rulebook import rulebook_of

    text = _sound(asked)
    return {"html": as_page(rulebook_of(text.source, ()))}


_DOES: Final[Mapping[str, Callable[[Playing, Data], Data]]] = {
    "begin": Playing.begin,
    "say": Playing.say,
    "read": lambda _, asked: settings(asked),
    "check": lambda _, asked: checked(asked),
    "step": lambda _, asked: {"text": stepping(str(asked["text"]), str(asked["step"]))},
    "rulebook": lambda _, asked: written(asked),
}


def playing(send: Callable[[str], None]) -> Callable[[str], None]:
    """The table of a page: what to call with each question as JSON; what it is told, `send` gets as JSON."""
    table = Playing(lambda told: send(json.dumps(told)))
    return lambda asked: table.receive(json.loads(asked))
