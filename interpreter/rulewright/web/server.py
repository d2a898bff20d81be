"""The server: pages, secret links and sockets over the tables, by Starlette and uvicorn.

Laws: a page asks nothing of any other server; no address, log or header has a secret, which stands behind `#` in a link
and is the first text on a socket; what comes from another site is refused.
"""

import asyncio
import mimetypes
import socket
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from typing import Final
from urllib.parse import parse_qsl, urlsplit

import uvicorn
from attrs import define, field
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from rulewright.language.elaborate.settings import player_counts
from rulewright.levels import LEVELS, Level
from rulewright.loading import RulesError
from rulewright.machine.game import RulesFault
from rulewright.machine.record import dump
from rulewright.table.names_at_table import NameTaken
from rulewright.web.site import Offered, Site
from rulewright.web.start_page import PERSON, games_page, links_page, new_table_page
from rulewright.web.store import StoreError
from rulewright.web.tables import MAX_MESSAGE_BYTES, Allowance, Client, Tables, TooManyError
from rulewright.web.thinking import Setting

MAX_FORM_BYTES: Final = 16_384
MAX_SECRET_LETTERS: Final = 100
MAX_CONNECTIONS: Final = 5_000
SECRET_WITHIN_S: Final = 10.0
"""So many seconds after a socket was opened its secret must have come."""
TABLES_AT_ONCE, TABLES_PER_SECOND = 20, 1 / 60
"""So many tables somebody may begin at once, and so many a second later on; and how many wrong secrets are heard."""
MAX_ADDRESSES: Final = 10_000
"""Of so many addresses it is known how much they did."""
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
MAX_LINKS_PAGES: Final = 1_000
NO_TABLE, TOO_MANY, CANNOT_GO_ON, COME_BACK = 4404, 4429, 4500, 4503
"""Why a socket is closed: no table has this secret, too much at once, the record cannot be followed; or what the
client has missed waits for it."""


@define
class Server:
    """The answers to requests. `begun`: the pages of links that were told last, by digests of the forms: who loads one
    again begins no other table."""

    site: Site
    tables: Tables
    allowances: dict[str, Allowance] = field(factory=dict)
    begun: dict[str, str] = field(factory=dict)

    # ---- pages

    async def start(self, request: Request) -> Response:
        """All games."""
        del request
        return HTMLResponse(games_page([*self.site.games.values()]))

    async def new(self, request: Request) -> Response:
        """The form for a new table."""
        game = self.site.games.get(request.path_params["game"])
        return HTMLResponse(new_table_page(game, {})) if game else _no_such_page()

    async def style(self, request: Request) -> Response:
        """How pages look that are no table."""
        return _file(request, "start.css", self.site.style)

    async def page(self, request: Request) -> Response:
        """The page of a table, and its files."""
        path = request.path_params["path"] or "index.html"
        found = self.site.files.get(path)
        return _no_such_page() if found is None else _file(request, path, found)

    async def begin(self, request: Request) -> Response:
        """Begin a table as a form says: its secret links, as a page or as JSON."""
        if not self._may(request):
            return PlainTextResponse("These are many tables. Wait a minute.", 429)
        form = await _form(request)
        game = None if form is None else self.site.games.get(form.get("game", ""))
        if form is None or game is None:
            return PlainTextResponse("There is no such game here, or the form is too long.", 400)
        same = sha256(repr(sorted(form.items())).encode()).hexdigest()
        if form.get("once") and same in self.begun:
            return HTMLResponse(self.begun[same])
        try:
            links = await self._begun(game, form)
        except RulesError as wrong:
            found = wrong.diagnostics[0].message if wrong.diagnostics else str(wrong)
            return _wrong(request, game, form, f"These rules must first be repaired: {found}")
        except RulesFault as fault:
            return _wrong(request, game, form, f"The rules go wrong as the game begins: {fault}")
        except StoreError as trouble:
            return PlainTextResponse(str(trouble), 503)
        except (NameTaken, TooManyError, _FormError) as wrong:
            return _wrong(request, game, form, str(wrong))
        if "application/json" in request.headers.get("accept", ""):
            return JSONResponse({"links": dict(links)})
        if len(self.begun) >= MAX_LINKS_PAGES:
            self.begun.pop(next(iter(self.begun)))
        self.begun[same] = links_page(game, links)
        return HTMLResponse(self.begun[same])

    async def _begun(self, game: Offered, form: Mapping[str, str]) -> Sequence[tuple[str, str]]:
        """A table as a form says; who gets which link."""
        wanted = form.get("players", "")
        counts = player_counts(game.text.parsed.ruleset)
        players = int(wanted) if wanted.isdecimal() and len(wanted) < 3 else counts[0]
        options = {name.removeprefix("option-"): value for name, value in form.items() if name.startswith("option-")}
        setting = game.setting(players, options)
        if isinstance(setting, str):
            raise _FormError(setting)
        levels = {level.name: level for level in LEVELS}
        people, bots = dict[int, str | None](), dict[int, Level]()
        for seat in range(setting.players):
            who = form.get(f"plays-{seat}", PERSON)
            if who == PERSON:
                people[seat] = form.get(f"name-{seat}", "").strip() or None
            elif who in levels:
                bots[seat] = levels[who]
            else:
                raise _FormError(f"A seat is played by {PERSON}, or a program at a level: {', '.join(levels)}.")
        if not people:
            raise _FormError("Somebody must play: at least one seat is a person's.")
        kept = Setting(str(game.file), game.data, setting.players, setting.options)
        secrets = await self.tables.begin(kept, people, bots)
        called = {seat: people[seat] or f"Player {seat + 1}" for seat in people}
        return [
            ("Spectators" if seat is None else called[seat], f"{self.site.address}/table/#{secret}")
            for seat, secret in secrets.items()
        ]

    async def record(self, request: Request) -> Response:
        """The record of a game that is over, for who has a secret of its table; before, it would tell too much."""
        form = await _form(request)
        client = None
        with suppress(TooManyError, ValueError, RulesError, StoreError):
            client = await self._joined(request, (form or {}).get("secret", ""))
        if client is None:
            return _no_such_page()
        try:
            hosted = client.live.hosted
            if not hosted.seated.over:
                return PlainTextResponse("The record is there once the game is over: it tells what is hidden.", 403)
            name = f'attachment; filename="{hosted.seated.game.rules.name}.jsonl"'
            text = "".join(f"{dump(line)}\n" for line in hosted.record)
            return Response(text, media_type="application/jsonl", headers={"Content-Disposition": name})
        finally:
            self.tables.leave(client)

    # ---- sockets

    async def played(self, socket: WebSocket) -> None:
        """A client at a table: its first text is the secret, then it speaks as the protocol says."""
        await socket.accept()
        client, code = None, NO_TABLE
        try:
            secret = await asyncio.wait_for(socket.receive_text(), SECRET_WITHIN_S)
            client = await self._joined(socket, secret)
        except TooManyError:
            code = TOO_MANY
        except (ValueError, RulesError, StoreError):
            code = CANNOT_GO_ON
        except (WebSocketDisconnect, KeyError, TimeoutError):
            return
        if client is None:
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(code)
            return
        try:
            await self._conversation(socket, client)
        finally:
            self.tables.leave(client)

    async def _joined(self, request: HTTPConnection, secret: str) -> Client | None:
        """A client by its secret; who tries many wrong ones is not heard any more."""
        client = await self.tables.join(secret) if len(secret) <= MAX_SECRET_LETTERS else None
        if client is None and not self._may(request):
            raise TooManyError("Too many wrong links.")
        return client

    async def _conversation(self, socket: WebSocket, client: Client) -> None:
        async def sent() -> None:
            while (text := await client.outbox.get()) is not None:
                await socket.send_text(text)
            await socket.close(COME_BACK)

        sending = asyncio.get_running_loop().create_task(sent())
        try:
            while True:
                self.tables.heard(client, await socket.receive_text())
        except (WebSocketDisconnect, KeyError, RuntimeError):  # it is closed, or no text came
            pass
        finally:
            sending.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sending

    def _may(self, request: HTTPConnection) -> bool:
        """Whether who asks may do so once more."""
        address = request.client.host if request.client else ""
        if address not in self.allowances and len(self.allowances) >= MAX_ADDRESSES:
            self.allowances.pop(next(iter(self.allowances)))
        allowance = self.allowances.setdefault(address, Allowance(TABLES_AT_ONCE, TABLES_PER_SECOND))
        return allowance.take()


class _FormError(Exception):
    """What a form says cannot be."""


def _wrong(request: Request, game: Offered, form: Mapping[str, str], why: str) -> Response:
    """Why a form cannot be, in the form as it was."""
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"wrong": why}, 400)
    return HTMLResponse(new_table_page(game, form, why), 400)


def _no_such_page() -> Response:
    return PlainTextResponse("There is no such page.", 404)


def _file(request: Request, path: str, data: bytes) -> Response:
    """A file that may be kept by browsers as long as it is the same."""
    tag = f'"{sha256(data).hexdigest()[:32]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    kinds = {".mjs": "text/javascript", ".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
    kind = next((kinds[end] for end in kinds if path.endswith(end)), mimetypes.guess_type(path)[0])
    return Response(data, media_type=kind or "application/octet-stream", headers=headers)


async def _form(request: Request) -> dict[str, str] | None:
    """What a form says, of each name the last; None if it is too long, or no form."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MAX_FORM_BYTES:
            return None
    try:
        return dict(parse_qsl(data.decode(), max_num_fields=200))
    except ValueError:
        return None


def _from_own_page(headers: Headers, hosts: Collection[str]) -> bool:
    """Whether a request comes from a page of this server, or from none. A page that sends no referrer says "null" for
    where a form comes from; then its browser says beside it whether that is here."""
    origin = headers.get("origin")
    if origin == "null":
        return headers.get("sec-fetch-site") == "same-origin"
    return origin is None or urlsplit(origin).netloc.lower() in hosts


def _guarded(app: ASGIApp, hosts: Collection[str]) -> ASGIApp:
    """Requests for these hosts only, from their own pages, with the headers that all answers have."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await app(scope, receive, send)
        headers = Headers(scope=scope)
        ours = headers.get("host", "").lower() in hosts and _from_own_page(headers, hosts)

        async def sent(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                with_ours = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    with_ours.setdefault(name, value)
            await send(message)

        if ours:
            return await app(scope, receive, sent)
        if scope["type"] == "websocket":
            return await send({"type": "websocket.close", "code": 1008, "reason": ""})
        told = "This address is not one of this server, or the request came from another site."
        return await PlainTextResponse(told, 403)(scope, receive, sent)

    return guarded


def application(site: Site, tables: Tables) -> ASGIApp:
    """The server of a site and its tables."""
    server = Server(site, tables)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        del app
        yield
        await tables.end()

    routes = [
        Route("/", server.start),
        Route("/start.css", server.style),
        Route("/new/{game}", server.new),
        Route("/tables", server.begin, methods=["POST"]),
        Route("/record", server.record, methods=["POST"]),
        WebSocketRoute("/table/socket", server.played),
        Route("/table/{path:path}", server.page),
    ]
    return _guarded(Starlette(routes=routes, lifespan=lifespan), site.hosts)


def serve(app: ASGIApp, listening: socket.socket) -> None:
    """Serve until somebody stops it."""
    config = uvicorn.Config(
        app,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,  # how long something is when it is packed could tell what is in it
        limit_concurrency=MAX_CONNECTIONS,
        access_log=False,
        server_header=False,
        log_level="warning",
    )
    uvicorn.Server(config).run([listening])
