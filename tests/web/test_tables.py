"""Tables of a server: who is told what, and that nothing is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.web.serving import Served, served


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as made:
        yield made


def test_two_people_and_a_spectator_play_a_game_to_its_end(server: Served) -> None:
    links = server.begin("tic-tac-toe", "Ann", "Bob")
    with server.seat(links["Ann"]) as ann, server.seat(links["Bob"]) as bob, server.seat(links["Spectators"]) as other:
        for seat in (ann, bob, other):
            seat.open()
        assert [each.told["rules"].get("you") for each in (ann, bob, other)] == [0, 1, None]
        while "ended" not in ann.told:
            mover = (ann, bob)[ann.told["asked"]["deciders"][0]]
            mover.move()
            for seat in (ann, bob, other):
                seat.until("asked", "ended")
        assert ann.told["ended"]["winners"] == bob.told["ended"]["winners"] == [0]
        assert other.told["ended"]["text"] == "The game is over.\nAnn wins."
        assert ann.told["ended"]["scores"] == []  # its rules have none
        ann.say("again", at=ann.told["ended"]["at"])
        assert bob.until("asked")["at"] == {"game": 1, "back": 0, "made": 0}
        assert bob.told["rules"]["you"] == 1


def test_a_program_moves_at_an_empty_seat(server: Served) -> None:
    links = server.begin("tic-tac-toe", "Ann", "Bob", **{"plays-1": "random"})
    assert [*links] == ["Ann", "Spectators"]
    with server.seat(links["Ann"]) as ann:
        ann.open()
        ann.move()
        while ann.until("asked")["at"]["made"] < 2:
            pass
        assert ann.told["asked"]["deciders"] == [0]
        assert ann.told["rules"]["players"][1]["level"] == "random"


@pytest.mark.thorough
def test_a_program_that_thinks_moves_and_hints_are_given_meanwhile(server: Served) -> None:
    links = server.begin("tic-tac-toe", "Ann", "Bob", **{"plays-1": "beginner"})
    with server.seat(links["Ann"]) as ann:
        ann.open()
        id = ann.say("ask", question="hint")
        told = ann.until("answer")
        assert (told["id"], told["question"]) == (id, "hint")
        assert told["paragraphs"]
        ann.move()
        while ann.until("asked")["at"]["made"] < 2:
            pass
        ann.say("ask", question="rules", text="mark")
        assert ann.until("answer")["book"]["chapters"]


def test_who_comes_back_is_told_the_rest(server: Served) -> None:
    links = server.begin("tic-tac-toe", "Ann", "Bob")
    with server.seat(links["Ann"]) as ann:
        had = ann.open()["at"]
        ann.move()
        ann.until("asked")
    with server.seat(links["Bob"]) as bob:
        bob.open()
        bob.move()
        bob.until("asked")
    with server.seat(links["Ann"]) as ann:
        ann.open(had)
        assert "rules" not in ann.told
        assert [each["number"] for each in ann.told["happened"]["decisions"]] == [1, 2]


def test_another_server_goes_on_where_the_first_one_ended(tmp_path: Path) -> None:
    with served(tmp_path) as first:
        links = first.begin("line-it", "Ann", "Bob")
        with first.seat(links["Ann"]) as ann:
            ann.open()
            ann.move()
            ann.until("asked")
            before = {type: ann.told[type] for type in ("scene", "asked")}
    with served(tmp_path) as second, second.seat(links["Ann"]) as ann:
        ann.open()
        assert ann.told["scene"] == before["scene"]
        assert ann.told["asked"] | {"since": None} == before["asked"] | {"since": None}
        assert second.begin("line-it", "Ann", "Bob").keys() == links.keys()


def test_others_agree_before_their_decisions_are_taken_back(server: Served) -> None:
    links = server.begin("tic-tac-toe", "Ann", "Bob")
    with server.seat(links["Ann"]) as ann, server.seat(links["Bob"]) as bob:
        for seat in (ann, bob):
            seat.open()
        for mover, other in ((ann, bob), (bob, ann)):
            mover.move()
            mover.until("asked")
            other.until("asked")
        ann.say("undo", at=ann.told["asked"]["at"])
        assert bob.until("proposal")["asked"] == 1
        bob.say("agree", at=bob.told["asked"]["at"])
        assert ann.until("note")["text"] == "Back before Ann's last decision."
        assert ann.told["asked"]["at"] == {"game": 0, "back": 1, "made": 0}


def test_the_record_is_given_once_the_game_is_over(server: Served) -> None:
    links = server.begin("tic-tac-toe", "Ann", "Bob")
    assert server.client.post("/record", data={"secret": links["Ann"]}).status_code == 403
    with server.seat(links["Ann"]) as ann, server.seat(links["Bob"]) as bob:
        for seat in (ann, bob):
            seat.open()
        while "ended" not in ann.told:
            (ann, bob)[ann.told["asked"]["deciders"][0]].move()
            for seat in (ann, bob):
                seat.until("asked", "ended")
        told = server.client.post("/record", data={"secret": links["Bob"]})
        assert '{"end":true,"scores":[' in told.text.splitlines()[-1]
    assert server.client.post("/record", data={"secret": "guessed"}).status_code == 404


def test_no_other_secret_opens_a_table(server: Served) -> None:
    server.begin("tic-tac-toe", "Ann", "Bob")
    for guess in ("", "guess", "x" * 1000):
        with server.seat(guess) as seat, pytest.raises(WebSocketDisconnect) as closed:
            seat.hear()
        assert closed.value.code == 4404


def test_who_loads_the_page_of_links_again_begins_no_other_table(server: Served) -> None:
    form = {"game": "tic-tac-toe", "players": "2", "once": "a form has its own", "name-0": "Ann"}
    first, again = (server.client.post("/tables", data=form).text for _ in range(2))
    assert "/table/#" in first
    assert first == again
    for other in ({"once": "another form"}, {"name-0": "Bob"}, {"once": ""}):
        assert server.client.post("/tables", data=form | other).text != first
    pages = {server.client.get("/new/tic-tac-toe").text for _ in range(2)}
    assert len(pages) == 2, "each form is one of its own"


def test_a_form_that_was_refused_keeps_what_was_said(server: Served) -> None:
    form = {"game": "line-it", "players": "3", "name-0": 'Ann "A"', "name-1": "Ann A", "plays-2": "beginner"}
    page = server.client.post("/tables", data={**form, "name-1": 'Ann-"A"'}).text
    assert 'value="Ann &quot;A&quot;"' in page
    assert '<option value="3" selected>' in page
    assert '<option value="beginner" selected>' in page
    assert 'role="alert"' in page


def test_where_all_choose_at_once_each_is_asked_and_nobody_sees_what_others_chose(server: Served) -> None:
    links = server.begin("salvage", "Ann", "Bob", "Cem")
    with server.seat(links["Ann"]) as ann, server.seat(links["Bob"]) as bob:
        for seat in (ann, bob):
            seat.open()
        assert ann.told["asked"]["choices"]
        assert bob.told["asked"]["choices"]
        chosen = bob.told["asked"]
        ann.move(3)
        told = bob.until("happened")["decisions"]
        assert [each["line"] for each in told] == ["Ann has chosen"]
        assert told[0].get("events", []) == []
        bob.told["asked"] = chosen  # as of a page that has not heard of it yet
        bob.move(2)
        assert bob.until("asked", "refused")["type"] == "asked"
