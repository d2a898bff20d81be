"""The tables of a server: who is connected, what is told to whom, and when programs move.

Everything here happens in one thread, so that no two messages are handled at once. What takes long is handed to other
processes. Law: a decision is in the store before anybody is told of it; if it cannot be kept, the table stands again as
it is kept, and everybody is disconnected to come back to that.
"""

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

from attrs import define, evolve, field

from rulewright.files import FileTrouble
from rulewright.levels import RANDOM, Level
from rulewright.machine.game import RulesFault
from rulewright.machine.record import dump
from rulewright.table.hosted_table import (
    HostedTable,
    Reply,
    another_game,
    fault_message,
    play,
    received,
    seated_at,
    update,
)
from rulewright.table.message_json import MessageError
from rulewright.table.message_parts import At
from rulewright.table.messages import (
    Ask,
    FromSeat,
    NoteMessage,
    Open,
    PresentMessage,
    RefusedMessage,
    ToSeat,
    Why,
    message_data,
    message_of,
)
from rulewright.web.store import Store, StoredTable, StoreError
from rulewright.web.thinking import Kept, Setting, Thinkers, answered, moved, rules_at, table_of

MAX_MESSAGE_BYTES: Final = 16_384
MAX_WAITING_MESSAGES: Final = 500
"""A client that reads so slowly that more wait for it is disconnected; it comes back for what it missed."""
MAX_CLIENTS_OF_SEAT, MAX_SPECTATORS = 8, 100
MAX_TABLES: Final = 100_000
MESSAGES_AT_ONCE, MESSAGES_PER_SECOND = 30, 10
"""So many messages of a client are heard at once, and so many a second later on."""
SECRET_BYTES: Final = 24
SEEDS: Final = 2**63
ANSWERED_APART: Final = ("hint", "odds", "review", "rules")
"""Questions whose answers take so long that the table would stand still."""
DIED: Final = "The program was ended while it was thinking."
T = TypeVar("T")


class TooManyError(Exception):
    """A sentence that says of what there are too many."""


@define
class Allowance:
    """How many times something may be done now: some `at_once`, and then so many a second."""

    at_once: float
    per_second: float
    left: float = field(init=False)
    since: float = field(factory=time.monotonic)

    def __attrs_post_init__(self) -> None:
        self.left = self.at_once

    def take(self) -> bool:
        """Whether it may be done once more."""
        now = time.monotonic()
        self.left = min(self.at_once, self.left + (now - self.since) * self.per_second)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@define(eq=False)
class Client:
    """Somebody at a table: with whose eyes (None: a spectator's), and what waits to be sent. It `had` heard of the
    table when it stood so; None before it has opened it. `asking`: what it asked is being answered."""

    live: "LiveTable"
    eyes: int | None
    outbox: "asyncio.Queue[str | None]" = field(factory=lambda: asyncio.Queue(MAX_WAITING_MESSAGES))
    had: At | None = None
    opened: bool = False
    asking: bool = False
    allowance: Allowance = field(factory=lambda: Allowance(MESSAGES_AT_ONCE, MESSAGES_PER_SECOND))

    def tell(self, messages: Sequence[ToSeat]) -> None:
        """Let messages be sent, in order."""
        for message in messages:
            text = json.dumps(message_data(message), separators=(",", ":"))  # ASCII: half a letter may be quoted
            try:
                self.outbox.put_nowait(text)
            except asyncio.QueueFull:
                self.disconnect()
                return

    def disconnect(self) -> None:
        """Send nothing any more: whoever it is comes back for what was missed."""
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


@define(eq=False)
class LiveTable:
    """A table in memory: of the record of its game so many lines are `kept`."""

    id: str
    setting: Setting
    hosted: HostedTable
    kept: int
    clients: list[Client] = field(factory=list)
    thinking: "asyncio.Task[None] | None" = None

    @property
    def stored(self) -> Kept:
        """The game as it is kept."""
        return Kept(self.setting, self.hosted.game, tuple(map(dump, self.hosted.record)))


@define(eq=False)
class Tables:
    """All tables of a store; those at which somebody sits are in memory (`live`)."""

    store: Store
    thinkers: Thinkers = field(factory=lambda: Thinkers(1))
    live: dict[str, LiveTable] = field(factory=dict)
    _tasks: "set[asyncio.Task[None]]" = field(factory=set)

    async def begin(
        self, setting: Setting, people: Mapping[int, str | None], bots: Mapping[int, Level]
    ) -> dict[int | None, str]:
        """Begin a game; the secret of each person's seat, and of spectators. Raises what `load` and `seated_at` do,
        StoreError, and TooManyError."""
        if self.store.count() >= MAX_TABLES:
            raise TooManyError(f"This server has {MAX_TABLES:,} tables already, and keeps no more.")
        rules = await asyncio.to_thread(rules_at, setting)
        hosted = seated_at(rules, people, bots, secrets.randbelow(SEEDS))
        links: dict[int | None, str] = {seat: secrets.token_urlsafe(SECRET_BYTES) for seat in (*sorted(people), None)}
        table = StoredTable(
            secrets.token_hex(8), setting.file, rules.sha256, setting.players, setting.options, time.time()
        )
        seats = [(secret, seat) for seat, secret in links.items()]
        self.store.keep(table, setting.text, seats, [dump(line) for line in hosted.record])
        return links

    async def join(self, secret: str) -> Client | None:
        """A client at the seat to which a secret leads, if there is one. TooManyError where too many are there."""
        found = self.store.seat(secret)
        if found is None:
            return None
        table, eyes = found
        live = self.live.get(table.id) or await self._woken(table)
        most = MAX_SPECTATORS if eyes is None else MAX_CLIENTS_OF_SEAT
        if sum(client.eyes == eyes for client in live.clients) >= most:
            raise TooManyError("This seat is open in too many places. Close some of them.")
        client = Client(live, eyes)
        live.clients.append(client)
        return client

    async def _woken(self, table: StoredTable) -> LiveTable:
        """A table as it is kept."""
        setting = Setting(table.file, self.store.text(table.sha256), table.players, table.options)
        await asyncio.to_thread(rules_at, setting)
        if table.id not in self.live:  # somebody else may have come meanwhile
            game, lines = self.store.record(table.id)
            hosted = table_of(Kept(setting, game, tuple(lines)))
            live = self.live[table.id] = LiveTable(table.id, setting, hosted, len(lines))
            with suppress(StoreError):  # what chance still had to answer
                self._keep(live)
        return self.live[table.id]

    def leave(self, client: Client) -> None:
        """Somebody is not connected any more."""
        live = client.live
        if client in live.clients:
            live.clients.remove(client)
        self._forget(live)
        if client.opened:
            self._say_who_is_there(live)

    def _forget(self, live: LiveTable) -> None:
        """Keep no table in memory at which nobody is and no program thinks."""
        if not live.clients and live.thinking is None and self._stands(live):
            del self.live[live.id]

    def _stands(self, live: LiveTable) -> bool:
        """Whether a table is as it is kept: one that could not be kept is woken anew."""
        return self.live.get(live.id) is live

    def heard(self, client: Client, text: str) -> None:
        """Do what a client says."""
        live = client.live
        if not self._stands(live):
            return client.disconnect()
        if not client.allowance.take():
            return client.tell([_refusal(live, "limit", "That was too much at once. Wait a moment.")])
        try:
            message = message_of(json.loads(text)) if len(text.encode()) <= MAX_MESSAGE_BYTES else None
        except (MessageError, ValueError, RecursionError) as wrong:
            told = str(wrong) if isinstance(wrong, MessageError) else "This is no JSON."
            return client.tell([_refusal(live, "form", told)])
        if message is None:
            return client.tell([_refusal(live, "form", f"A message has at most {MAX_MESSAGE_BYTES:,} bytes.")])
        if isinstance(message, Open):
            client.opened, client.had = True, message.had
            self._catch_up(client)
            self._say_who_is_there(live)
        elif isinstance(message, Ask) and message.question in ANSWERED_APART:
            self._begin(self._answered_apart(client, message))
        else:
            self._received(client, message)
        self._go_on(live)
        return None

    def _received(self, client: Client, message: FromSeat) -> None:
        live = client.live
        try:
            reply = received(live.hosted, client.eyes, message)
            if reply.again:
                live.hosted, live.kept = another_game(live.hosted, secrets.randbelow(SEEDS)), 0
        except RulesFault as fault:
            reply = Reply((fault_message(live.hosted, fault, message.id),), changed=True)
        if (reply.changed or reply.again) and not self._confirmed(live):
            return
        client.tell(reply.answers)
        self._tell_all(live, *map(NoteMessage, reply.notes))

    def _confirmed(self, live: LiveTable) -> bool:
        """Keep what was decided, then tell everybody; False where it could not be kept."""
        try:
            self._keep(live)
        except StoreError:
            self.live.pop(live.id, None)
            for client in live.clients:
                client.disconnect()
            return False
        for client in live.clients:
            if client.opened:
                self._catch_up(client)
        return True

    def _keep(self, live: LiveTable) -> None:
        lines = [dump(line) for line in live.hosted.record[live.kept :]]
        if lines:
            self.store.append(live.id, live.hosted.game, live.kept, lines)
            live.kept += len(lines)

    def _catch_up(self, client: Client) -> None:
        """Tell a client what it has missed."""
        hosted = client.live.hosted
        try:
            client.tell(update(hosted, client.eyes, client.had))
        except RulesFault as fault:
            client.tell([fault_message(hosted, fault)])
        client.had = hosted.at

    def _say_who_is_there(self, live: LiveTable) -> None:
        there = [client.eyes for client in live.clients if client.opened]
        seats = tuple(seat in there for seat in range(live.setting.players))
        thinking = live.hosted.due if live.thinking else None
        self._tell_all(live, PresentMessage(seats, there.count(None), thinking))

    def _tell_all(self, live: LiveTable, *messages: ToSeat) -> None:
        for client in live.clients:
            if client.opened:
                client.tell(messages)

    # ---- what takes long

    def _begin(self, work: Coroutine[object, object, None]) -> "asyncio.Task[None]":
        """Let something go on by itself."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _go_on(self, live: LiveTable) -> None:
        """Let the program move whose turn it is, if somebody looks on."""
        if live.hosted.due is not None and live.thinking is None:
            live.thinking = self._begin(self._programs_move(live))

    async def _programs_move(self, live: LiveTable) -> None:
        try:
            while live.clients and (seat := live.hosted.due) is not None:
                hosted, at = live.hosted, live.hosted.at
                level = hosted.seated.sitting.bots.get(seat, RANDOM)
                if level is RANDOM or len(hosted.seated.moves(seat)) == 1:
                    move = hosted.seated.any_move(seat)
                    await asyncio.sleep(0)
                else:
                    self._say_who_is_there(live)
                    move = await self._apart(moved, live.stored, seat)
                if not self._stands(live):
                    return
                if live.hosted is hosted and hosted.at == at and hosted.due == seat:
                    play(hosted, seat, move)
                    self._confirmed(live)
        except RulesFault as fault:
            self._tell_all(live, fault_message(live.hosted, fault))
        except FileTrouble:
            self._tell_all(live, NoteMessage(f"{DIED} It goes on as soon as somebody asks something."))
        finally:
            live.thinking = None
            self._say_who_is_there(live)
            self._forget(live)

    async def _answered_apart(self, client: Client, asked: Ask) -> None:
        if client.asking:
            wait = "Your last question is not answered yet."
            return client.tell([evolve(_refusal(client.live, "limit", wait), id=asked.id)])
        client.asking = True
        try:
            client.tell([await self._apart(answered, client.live.stored, client.eyes, asked)])
        except FileTrouble:
            client.tell([evolve(_refusal(client.live, "fault", f"{DIED} Ask again."), id=asked.id)])
        finally:
            client.asking = False
        return None

    async def _apart(self, work: Callable[..., T], *of: object) -> T:
        """What a function gives in another process."""
        return await asyncio.get_running_loop().run_in_executor(
            self.thinkers.threads, partial(self.thinkers.do, work, *of)
        )

    async def end(self) -> None:
        """Let everybody go."""
        for live in [*self.live.values()]:
            for client in live.clients:
                client.disconnect()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self.thinkers.end)


def _refusal(live: LiveTable, why: Why, text: str) -> RefusedMessage:
    return RefusedMessage(live.hosted.at, 0, why, text)
