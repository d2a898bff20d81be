"""By which addresses a server is asked, and what it offers."""

from pathlib import Path

import pytest

from rulewright.loading import RulesError
from rulewright.shown import Misuse
from rulewright.web.site import site_of
from tests.web.serving import served

OWN = {"localhost:8000", "127.0.0.1:8000", "[::1]:8000"}


@pytest.mark.parametrize(
    ("host", "port", "public", "address", "hosts"),
    [
        ("127.0.0.1", 8000, None, "http://127.0.0.1:8000", OWN),
        ("::1", 8000, None, "http://[::1]:8000", OWN),
        ("192.168.1.5", 8000, None, "http://192.168.1.5:8000", OWN | {"192.168.1.5:8000"}),
        ("0.0.0.0", 8000, "http://Box.local:8000/", "http://Box.local:8000", OWN | {"box.local:8000", "0.0.0.0:8000"}),
        ("127.0.0.1", 8000, "https://a.example", "https://a.example", OWN | {"a.example"}),
        ("127.0.0.1", 8000, "https://a.example:443", "https://a.example:443", OWN | {"a.example", "a.example:443"}),
        (
            "127.0.0.1",
            80,
            None,
            "http://127.0.0.1:80",
            {f"{name}{port}" for name in ("localhost", "127.0.0.1", "[::1]") for port in ("", ":80")},
        ),
    ],
)
def test_a_server_knows_how_it_is_called(
    host: str, port: int, public: str | None, address: str, hosts: set[str]
) -> None:
    site = site_of(["tic-tac-toe"], host, port, public)
    assert site.address == address
    assert site.hosts == hosts


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::"])
def test_a_server_at_all_addresses_must_be_told_one(host: str) -> None:
    with pytest.raises(Misuse, match="--public"):
        site_of(["tic-tac-toe"], host, 8000, None)


@pytest.mark.parametrize(
    "public", ["play.example.org", "ftp://play.example.org", "https://", "https://a.example/games"]
)
def test_what_is_no_address_is_refused(public: str) -> None:
    with pytest.raises(Misuse, match="--public is an address"):
        site_of(["tic-tac-toe"], "127.0.0.1", 8000, public)


def written(folder: Path, play: str) -> str:
    """A file of rules in which something is wrong."""
    file = folder / "broken.rules"
    file.write_text(f'game "Broken"\n    players 2\nplay:\n    {play}\n', encoding="utf-8")
    return str(file)


def test_rules_that_cannot_be_read_are_told_before_anybody_plays(tmp_path: Path) -> None:
    with pytest.raises(RulesError):
        site_of([written(tmp_path, "repeat (")], "127.0.0.1", 8000, None)


def test_what_is_wrong_with_rules_is_told_who_wants_to_play_by_them(tmp_path: Path) -> None:
    with served(tmp_path, (written(tmp_path, "dance"),)) as server:
        told = server.client.post("/tables", data={"game": "broken"})
        assert told.status_code == 400
        assert "These rules must first be repaired" in told.text
        assert "dance" in told.text
