"""Where a text states no secret, those that hold are proposed, and no others."""

import re
from math import inf
from pathlib import Path

import pytest

from rulewright.analysis.check import check, reading
from rulewright.analysis.playtest.effort import Seen, Watch
from rulewright.analysis.playtest.playing import Played
from rulewright.analysis.playtest.telling import held_secrets
from rulewright.analysis.playtest.unstated import titles_told
from rulewright.files import find
from rulewright.language.checks.proposed_secrets import proposed, sentence
from rulewright.language.elaborate.settings import Setting
from rulewright.language.source import Source
from rulewright.loading import read_text, rules_of
from tests.cli.running import run, written
from tests.laws.positions import GAMES, settings_of

SECRET = re.compile(r'^secret "[^"]*": (nobody.*?)(, except by.*)?\n', re.MULTILINE)

ROLES = """\
game "Roles" "One of all is a spy"
    players 3
side is one of loyal, spy
component badge: side
    1 of spy
    2 of loyal
there is
    deck: pile of badge
    alarm: yes or no
    number: 0..9
    code: 0..9, seen by nobody
each player has
    role: slot of badge, seen by owner
    aim: player or none, seen by owner
    score-of: 0..9
setup:
    move all box to deck
    shuffle deck
    set code to 3
    each player: move 1 from deck to your role
play:
    repeat 2 times:
        each player: turn
phase turn:
    SENTENCE
    choose point
action point "Point at somebody":
    pick player from your others
    set your aim to player
    if player's role's side is spy: add 1 to your score-of
scoring:
    score of player: its score-of
    winners: players with highest score
"""
ALL = {
    "deck": 'secret "deck": nobody sees deck',
    "code": 'secret "code": nobody sees code',
    "role": 'secret "role": nobody but its owner sees players\' role',
    "aim": 'secret "aim": nobody but its owner sees players\' aim',
}


def roles(sentence: str = "nothing") -> str:
    return ROLES.replace("SENTENCE", sentence)


def proposed_of(text: str) -> dict[str, str]:
    return dict(reading(Source("roles.rules", text)).proposed)


def test_what_not_all_see_is_proposed_with_who_may_know_it() -> None:
    text = roles()
    assert proposed_of(text) == ALL
    stated = text + "\n".join(ALL.values()) + "\n"
    assert [each for each in check(Source("roles.rules", stated)) if each.code == "broken-secret"] == []
    assert proposed_of(stated) == {}
    assert proposed_of(text + ALL["code"] + "\n") == {}


@pytest.mark.parametrize(
    ("sentence", "broken"),
    [
        ("set number to code", "code"),
        ("if your role's first's side is spy: set number to code + 1", "code"),
        ("set number to your role's size", None),
        ("set your left's score-of to 1", None),
    ],
)
def test_what_the_rules_break_is_not_proposed(sentence: str, broken: str | None) -> None:
    assert proposed_of(roles(sentence)) == {title: said for title, said in ALL.items() if title != broken}


def test_what_play_tells_is_not_proposed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = roles("if your left's role's first's side is spy: set alarm to yes")
    made = rules_of(read_text("roles.rules", text.encode()), "roles", players=3, options={}, noting=True)
    secrets = proposed(made.core, Source("roles.rules", text))
    assert {each.title for each in secrets} == {*ALL}
    assert titles_told(made, secrets, 0, range(30), 100, Watch(inf)) == {"role"}
    done = run(capsys, "check", "--work", 20_000, written(tmp_path / "roles.rules", text))
    assert [line for line in done.err.splitlines() if line.startswith("secret")] == [
        ALL[each] for each in ALL if each != "role"
    ]
    assert done.err.splitlines()[-1].endswith(f"state it, and check shows where: {ALL['role']}")
    assert 'secret "' not in done.out


def test_that_secrets_are_proposed_is_no_finding(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = find("kuhn-poker").read_text(encoding="utf-8")
    bare = written(tmp_path / "kuhn.rules", SECRET.sub("", text))
    done = run(capsys, "check", "--work", 1_000, bare, code=0)
    hands = 'secret "hand": nobody but its owner sees players\' hand'
    assert done.err.splitlines()[1:] == ['secret "deck": nobody sees deck', hands]
    assert "no holes found" in done.out
    bare.write_text(f"{bare.read_text(encoding='utf-8')}{hands}\n", encoding="utf-8")
    assert run(capsys, "check", "--work", 1_000, bare, code=0).err == ""


def test_all_secrets_are_said_however_many_there_are() -> None:
    titles = [f"what number {number} holds" for number in range(20)]
    played = Played(seen={Setting(2, ()): Seen(held={title: at or None for at, title in enumerate(titles)})})
    (line,) = held_secrets(Source("many.rules", ""), played)
    assert [title for title in titles if f'"{title}"' not in line] == []


def test_check_says_which_secrets_are_proven_and_which_only_held(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    stated = "\n".join(ALL.values()) + "\n"
    done = run(capsys, "check", "--work", 20_000, written(tmp_path / "roles.rules", roles() + stated))
    [line] = [line for line in done.out.splitlines() if "of its secrets" in line]
    # all badges are dealt before anything is told, so that none lies in the deck
    proven, *others = line.partition("of its secrets ")[2].split("; ")
    assert (proven, others[0]) == (
        '"code" and "aim" are proven',
        '"deck" was not tried: no two games came up that differ in what it hides',
    )
    assert re.fullmatch(r'"role" held in [1-9][\d,]* pairs of games', *others[1:])
    tells = roles("if your left's role's first's side is spy: set alarm to yes")
    done = run(capsys, "check", "--work", 20_000, written(tmp_path / "told.rules", tells + stated))
    assert "told-secret" in done.out
    assert '"role"' not in next(line for line in done.out.splitlines() if "of its secrets" in line)


def proposed_without_secrets(name: str) -> set[str]:
    """What is proposed of a shipped game, titles aside, when its secrets are taken out."""
    text, setting = SECRET.sub("", find(name).read_text(encoding="utf-8")), settings_of(name)[-1]
    read = read_text(name, text.encode())
    made = rules_of(read, name, players=setting.players, options=dict(setting.options)).core
    return {sentence(made, each).partition(": ")[2] for each in proposed(made, Source(name, text))}


@pytest.mark.sampled(8, 2)
@pytest.mark.parametrize("name", GAMES)
def test_what_shipped_games_state_would_be_proposed(name: str) -> None:
    stated = {found[1] for found in SECRET.finditer(find(name).read_text(encoding="utf-8"))}
    assert stated <= {each.partition(", except by ")[0] for each in proposed_without_secrets(name)}


def test_what_shows_a_hand_is_excepted() -> None:
    text = roles("show your hand to everyone").replace("    role: slot", "    hand: hand of badge\n    role: slot")
    hidden = 'secret "hand": nobody but its owner sees players\' hand, except by turn'
    assert proposed_of(text)["hand"] == hidden
    assert "nobody but its owner sees players' hand, except by turn" in proposed_without_secrets("balloon-cup")
