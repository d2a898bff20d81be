"""What nobody honest sends: it is refused, and nothing is lost."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocketDisconnect

from rulewright.table.messages import NoteMessage
from rulewright.web import server as web_server, tables
from rulewright.web.store import Store, StoreError
from rulewright.web.tables import MAX_CLIENTS_OF_SEAT, MAX_MESSAGE_BYTES, MAX_WAITING_MESSAGES, Allowance, Client
from tests.web.serving import ADDRESS, Seat, Served, served

SOCKET = f"{ADDRESS.replace('http', 'ws')}/table/socket"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, ("tic-tac-toe",)) as made:
        yield made


def said(at: object, **fields: object) -> str:
    return json.dumps({"v": 1, "at": at, **fields})


NOW, EARLIER, LATER = ({"game": 0, "back": 0, "made": made} for made in (1, 0, 7))
FORGED = [
    *("", "?", "[]", "null", "1", '"move"', "{", "NaN", "[" * 8000, '{"a":' * 2000, "1" * 5000, "\x00"),
    *("x" * (MAX_MESSAGE_BYTES + 1), json.dumps({"v": 1, "type": "open", "id": 1, "had": "y" * MAX_MESSAGE_BYTES})),
    *(json.dumps(each) for each in ({}, {"v": 1}, {"v": 0, "type": "open"}, {"v": 1, "type": ["open"]})),
    json.dumps({"v": 1, "type": "seat", "seat": 0}),
    said(NOW, type="move", move=["put", "a1"], seat=0),
    *(
        said(NOW, type="move", move=move)
        for move in ([], [1], ["put"], ["put", "z9"], ["put", "a1"], "put a1", [["put"]])
    ),
    *(said(NOW, type="move", move=move) for move in (["put", 10**400], ["\ud800"], ["put", "<b>"], ["put"] * 500)),
    *(said(at, type="move", move=["put", "b2"]) for at in (EARLIER, LATER, None, {}, [0, 0, 1], {**NOW, "x": 1})),
    *(said({**NOW, name: value}, type="move", move=["put", "b2"]) for name in NOW for value in (-1, 2.5, "1", 2**70)),
    *(said(at, type=type) for at in (NOW, EARLIER) for type in ("agree", "decline", "again", "redo")),
    *(said(at, type="undo") for at in (EARLIER, LATER)),
    *(said(NOW, type="undo", count=count) for count in (0, -1, 99, 10**12, "1", None)),
    *(said(NOW, type="goto", decision=decision) for decision in (0, 2, -5, 10**9, 1.0)),
    *(json.dumps({"v": 1, "type": "look-back", "decisions": number}) for number in (-1, 2, 10**12, 1.0, None)),
    *(said(NOW, type="more", begun=begun) for begun in (["put"], [None], "put", [{}])),
    *(json.dumps({"v": 1, "type": "ask", "question": each}) for each in ("record", "seed", "", None)),
]


def one_move_made(server: Served) -> tuple[dict[str, str], Any]:
    """A table at which Ann has moved, so that it is Bob's turn."""
    links = server.begin("tic-tac-toe", "Ann", "Bob")
    with server.seat(links["Ann"]) as ann:
        ann.open()
        ann.move()
        ann.until("asked")
        return links, ann.told["scene"]


def heard_all(seat: Seat) -> list[dict[str, Any]]:
    """What is told up to the answer to a question that is asked now."""
    id, found = seat.say("ask", question="score"), list[dict[str, Any]]()
    while not found or found[-1].get("id") != id:
        found.append(seat.hear())
    return found[:-1]


@pytest.mark.parametrize("who", ["Ann", "Spectators"])
def test_forged_messages_change_nothing(server: Served, who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MESSAGES_AT_ONCE", 10**6)
    links, scene = one_move_made(server)
    rng = random.Random(who)
    with server.seat(links[who]) as forger, server.seat(links["Bob"]) as bob:
        forger.open()
        bob.open()
        mixed = [rng.choice(FORGED) for _ in range(100)]
        broken = [text[: rng.randrange(len(text))] for text in mixed if 1 < len(text) < MAX_MESSAGE_BYTES]
        for text in [*FORGED, *mixed, *broken]:
            forger.socket.send_text(text)
            told = heard_all(forger)
            assert {each["type"] for each in told} <= {"refused", "choices", "present"}, (text[:100], told)
        bob.say("ask", question="score")
        bob.until("answer")
        assert bob.told["scene"]["zones"] == scene["zones"]
        bob.move()
        assert bob.until("asked")["at"]["made"] == 2


def test_a_message_that_is_played_again_counts_once(server: Served) -> None:
    links = server.begin("tic-tac-toe", "Ann", "Bob")
    with server.seat(links["Ann"]) as ann:
        ann.open()
        at = ann.told["asked"]["at"]
        move = next(iter(json.loads(json.dumps(ann.told["asked"]["choices"]))))
        words = [move["word"], move["next"][0]["word"]]
        for _ in range(2):
            ann.say("move", at=at, move=words)
        assert ann.until("refused")["why"] == "late"
        assert ann.told["asked"]["at"]["made"] == 1


def test_bytes_end_the_connection_and_nothing_else(server: Served) -> None:
    links = server.begin("tic-tac-toe", "Ann", "Bob")
    with server.seat(links["Bob"]) as bob:
        bob.socket.send_bytes(b"\xff")
    with server.seat(links["Bob"]) as bob:
        assert bob.open()["at"]["made"] == 0


def test_who_says_too_much_at_once_is_told_so(server: Served) -> None:
    links = server.begin("tic-tac-toe", "Ann", "Bob")
    with server.seat(links["Ann"]) as ann:
        ann.open()
        for _ in range(tables.MESSAGES_AT_ONCE + 1):
            ann.say("ask", question="score")
        assert ann.until("refused")["why"] == "limit"


def test_an_allowance_grows_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(tables.time, "monotonic", lambda: now[0])
    allowance = Allowance(2, 0.5, since=0.0)
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    now[0] = 2.0
    assert [allowance.take() for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [allowance.take() for _ in range(3)] == [True, True, False]


def test_a_seat_is_open_in_so_many_places(server: Served) -> None:
    links = server.begin("tic-tac-toe", "Ann", "Bob")
    seats = [server.seat(links["Ann"]) for _ in range(MAX_CLIENTS_OF_SEAT)]
    for seat in seats:
        seat.__enter__().open()
    with server.seat(links["Ann"]) as more, pytest.raises(WebSocketDisconnect) as closed:
        more.hear()
    assert closed.value.code == web_server.TOO_MANY
    for seat in seats:
        seat.__exit__(None, None, None)


def test_who_begins_many_tables_or_guesses_many_links_has_to_wait(server: Served) -> None:
    codes = [server.client.post("/record", data={"secret": "guess"}).status_code for _ in range(25)]
    assert {*codes} == {404}
    form = {"game": "tic-tac-toe"}
    assert server.client.post("/tables", data=form).status_code == 429


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Host": "elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "https://127.0.0.1:8000.elsewhere.example"},
    ],
)
def test_other_sites_are_refused(server: Served, headers: dict[str, str]) -> None:
    links = server.begin("tic-tac-toe", "Ann", "Bob")
    with pytest.raises(WebSocketDisconnect) as closed, server.client.websocket_connect(SOCKET, headers=headers):
        pass
    assert closed.value.code == 1008
    assert server.client.post("/tables", data={"game": "tic-tac-toe"}, headers=headers).status_code == 403
    assert server.client.get("/", headers=headers).status_code == 403
    own = {"Origin": "null", "Sec-Fetch-Site": "same-origin"}  # as of a form on a page that sends no referrer
    assert server.client.post("/tables", data={"game": "tic-tac-toe"}, headers=own).status_code == 200
    with server.client.websocket_connect(SOCKET, headers={"Origin": ADDRESS}) as socket:
        socket.send_text(links["Ann"])
        assert Seat(socket).open()["at"]["made"] == 0


OWN_SCRIPT = '<script type="module" src="/table/copy.js"></script>'
"""The only one of these pages, that of the links."""


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"game": "chess"}, "There is no such game here"),
        ({"game": "tic-tac-toe", "players": "3"}, "2 players"),
        ({"game": "tic-tac-toe", "plays-0": "random", "plays-1": "random"}, "Somebody must play"),
        ({"game": "tic-tac-toe", "plays-1": "perfect"}, "A seat is played by person, or a program at a level"),
        ({"game": "tic-tac-toe", "name-0": "Ann", "name-1": "ann"}, "cannot both be called"),
        ({"game": "tic-tac-toe", "name-0": "<script>"}, None),
        ({"game": "tic-tac-toe", "option-speed": "fast"}, "speed"),
        ({"game": "tic-tac-toe", "name-0": "x" * 20_000}, "too long"),
    ],
)
def test_a_form_that_cannot_be_is_told_why(server: Served, form: dict[str, str], told: str | None) -> None:
    answer = server.client.post("/tables", data=form)
    assert answer.status_code == (200 if told is None else 400)
    assert (told or "&lt;script&gt;") in answer.text
    assert re.findall("<script.*", answer.text) == ([] if told else [OWN_SCRIPT])


def test_every_answer_has_the_headers_that_keep_secrets(server: Served) -> None:
    answers = [
        server.client.get(path)
        for path in ("/", "/new/tic-tac-toe", "/new/chess", "/start.css", "/nowhere", "/table/x")
    ]
    answers.append(server.client.post("/tables", data={"game": "tic-tac-toe"}))
    answers.append(server.client.get("/tables"))
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == ("no-cache" if answer.url.path == "/start.css" else "no-store")
        assert "style=" not in answer.text
        assert {*re.findall("<script.*", answer.text)} <= {OWN_SCRIPT}
        assert {*re.findall(r"\w*://[^/\s]*", answer.text)} <= {ADDRESS}


def test_what_cannot_be_kept_has_not_happened(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    links, scene = one_move_made(server)

    def full(*_: object) -> None:
        raise StoreError("The database cannot be written: the disk is full.")

    with server.seat(links["Ann"]) as ann, server.seat(links["Bob"]) as bob:
        ann.open()
        bob.open()
        with monkeypatch.context() as broken:
            broken.setattr(Store, "append", full)
            bob.move()
            for seat in (ann, bob):
                with pytest.raises(WebSocketDisconnect):
                    seat.until("asked")
    with server.seat(links["Bob"]) as bob:
        bob.open()
        assert bob.told["scene"]["zones"] == scene["zones"]
        bob.move()
        assert bob.until("asked")["at"]["made"] == 2


def test_who_reads_too_slowly_is_disconnected_and_comes_back() -> None:
    client = Client(cast("Any", None), 0)
    note = [NoteMessage("a note")]
    for _ in range(MAX_WAITING_MESSAGES):
        client.tell(note)
    assert client.outbox.full()
    client.tell(note)
    assert [client.outbox.get_nowait()] == [None]
    assert client.outbox.empty()
