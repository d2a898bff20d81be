"""What is told of games with some lines in their gaps, and what is not: the rows of `told.txt`."""

import re
from pathlib import Path

import pytest
from attrs import field, frozen

from rulewright.analysis.check import check
from rulewright.language.diagnostics import Diagnostic, applied
from rulewright.language.source import Source
from tests.analysis.looking import run_examples
from tests.language.asking import asked, said


@frozen
class Game:
    """A text with gaps, and the codes that are looked at; none of errors or of `but`."""

    text: str
    codes: frozenset[str]
    but: bool
    rows: list[tuple[str, dict[str, str], str]] = field(factory=list)

    def filled(self, gaps: dict[str, str]) -> Source:
        """The text with these lines, further ones as far in as the gap; a line that is a gap and empty is left out."""
        text = self.text
        while wanted := re.search(rf"^( *)(.*)\{{({'|'.join(gaps)})\}}(.*\n)", text, re.MULTILINE):
            indent, before, gap, behind = wanted.groups()
            line = before + gaps[gap].replace(" / ", f"\n{indent}") + behind
            text = text[: wanted.start()] + (indent + line if line.strip() else "") + text[wanted.end() :]
        return Source("test.rules", text)

    def told(self, gaps: dict[str, str]) -> list[Diagnostic]:
        """What is told of it."""
        return self.looked_at(self.filled(gaps))

    def looked_at(self, source: Source) -> list[Diagnostic]:
        """What is told of such a text."""
        found = check(source)
        return [one for one in found if one.severity == "error" or (one.code in self.codes) != self.but]


def games() -> dict[str, Game]:
    """All games by their titles."""
    found = dict[str, Game]()
    for part in Path(__file__).with_name("told.txt").read_text(encoding="utf-8").split("\n== ")[1:]:
        head, *lines = part.rstrip().split("\n")
        title, _, codes = head.partition(": ")
        begin = next(at for at, line in enumerate(lines) if line.startswith("-- "))
        but = codes.startswith("all but ")
        found[title] = game = Game("\n".join(lines[:begin]) + "\n", frozenset(codes.split()), but)
        usual, names = dict[str, str](), list[str]()
        for line in lines[begin:]:
            if line.startswith("-- "):
                named = {name: value for name, _, value in (gap.partition(" = ") for gap in line[3:].split("; "))}
                usual, names = usual | named, [*named]
                continue
            row, _, said = line.partition(" => ")
            codes, *cells = row.split("|")
            given = dict(usual)
            for name, cell in zip(names, map(str.strip, cells), strict=False):
                own, is_, value = cell.partition(" = ")
                given |= {own: value} if is_ and own in usual else {name: cell} if cell else {}
            game.rows.append((codes.strip(), given, said))
    return found


GAMES = games()
ROWS = [
    pytest.param(game, *row, id=f"{title} {at}") for title, game in GAMES.items() for at, row in enumerate(game.rows)
]


@pytest.mark.sampled(27)
@pytest.mark.parametrize(("game", "codes", "gaps", "said"), ROWS)
def test_this_is_told_and_nothing_else(game: Game, codes: str, gaps: dict[str, str], said: str) -> None:
    found = game.told(gaps)
    told = [one.code for one in found]
    assert told and {*told} == {codes[:-1]} if codes.endswith("+") else told == codes.split()
    text = game.filled(gaps).text
    assert not said or any(said in one.message + text[one.span.start : one.span.end] for one in found)


def test_what_explains_a_refusal_uses_no_field() -> None:
    """To tell more of `past(x)`, its name is looked at once more: as the field, too."""
    usual = GAMES["Outcomes"].rows[0][1]
    guard = "no c in row where (some d in row where d is past(c))"
    more = "there is /     past: memory of pot, up to 3 /     row: row of card"
    for needed, unused in ((guard, True), (f"past's repeats is 0 or ({guard})", False)):
        found = GAMES["Outcomes"].told(usual | {"guard": needed, "more": more, "body": "set pot to 9"})
        assert ("unused" in {one.code for one in found}) == unused


CITY = GAMES["City"]
PICK = "pick card from your hand"


def found(lines: str, pick: str = PICK, more: str = "") -> list[Diagnostic]:
    """What is told of the game with these lines."""
    return CITY.told({"lines": lines, "pick": pick, "more": more})


EXAMPLE = """\
example "the one is refused, the other is not":
    players Ann, Bob
    given:
        Ann's hand holds card-1, card-2
        Ann's city holds card-1, card-3
    at play
    then:
        Ann can build card-{allowed}
        Ann cannot build card-{refused}
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("lines", "pick", "refused"),
    [
        ("needs card is not in your city", PICK, 1),
        ("needs card is in your city", PICK, 2),
        ("needs not (card is in your city)", PICK, 1),
        ("needs card is not in your city and card's rank is less than 4", PICK, 1),
        ("needs built(you, card)", PICK, 2),
        ("needs not built(you, card)", PICK, 1),
        ("", "pick card from your hand where it is not in your city and its rank is less than 4", 1),
        ("", "pick card from your hand where card is in your city", 2),
        ("needs some c in your hand where c is card and c is not in your city", PICK, 1),
    ],
)
def test_what_is_suggested_asks_for_the_kind(lines: str, pick: str, refused: int) -> None:
    more = "define built(player p, card c): c is in p's city" if "built" in lines else ""
    text = CITY.filled({"lines": lines, "pick": pick, "more": more}).text
    (edit,) = {one.edit for one in found(lines, pick, more) if one.edit is not None}
    repaired = applied(text, [edit])
    assert CITY.looked_at(Source("test.rules", repaired)) == []
    example = EXAMPLE.format(refused=refused, allowed=3 - refused)
    assert run_examples(Source("test.rules", repaired + example)) == []


def test_the_message_names_both_readings() -> None:
    (one,) = found("needs card is not in your city")
    assert one.message == (
        "This always holds: it asks where card itself lies, and that is in hand, never in your city. "
        "To ask for a piece of the same kind there, write: no other-card in your city where other-card is card. "
        "If card itself is meant, leave the condition out."
    )


def test_both_sentences_to_write_are_told() -> None:
    (is_,) = GAMES["Two nones"].told({"lines": "if a is b: touch"})
    assert is_.message == (
        "Both may be none, and of two nones this says no. "
        "Say which is meant: a is the same as b, or (a is b and a is not none)."
    )
    (not_,) = GAMES["Two nones"].told({"lines": "if a is not b: touch"})
    assert not_.message == (
        "Both may be none, and of two nones this says yes. "
        "Say which is meant: a is not the same as b, or (a is none or a is not b)."
    )


ALIKE = """\
nobody-yet is the same as none
bidder is the same as Bob
bidder is not the same as nobody-yet
empty-slot is the same as market(a3)
market(a3) is the same as market(b2)
market(a1) is not the same as market(b2)
spare is not the same as empty-slot
favorite is the same as hearts-9
trump is the same as hearts
no-trump is not the same as trump
omen-1's sign is the same as 1
calm-sky's sign is not the same as omen-3's sign
stones is the same as 6
stones is not the same as 7
out is the same as out
bank is the same as air + air + fire
market(b3) is the same as clubs-3
not (goal is the same as a1)
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("condition", ALIKE.splitlines())
def test_two_nones_are_the_same_and_two_somethings_if_they_are_equal(condition: str) -> None:
    assert asked(condition) == []


def test_what_can_never_be_the_same_is_refused() -> None:
    assert [each.split(":")[0] for each in said("stones is the same as trump")] == ["never-equal"]


def test_same_is_a_name_as_well() -> None:
    more = "define same(player p, player q): p is q\ndefine alike: same(players's first, players's first)\n"
    assert asked("alike and not same(Ann, Bob)", more) == []
    assert asked("Ann is same", "define same of player p: p is players's first\n") == []


def test_the_sentence_to_write_is_told() -> None:
    (found,) = GAMES["Copies"].told({"lines": "move red-coin to your purse", "more": ""})
    assert found.message == (
        "There are 2 red-coin, and this does not say which is moved. "
        "Name the zone in which it lies, such as: move 1 from box where it is red-coin to …"
    )


def test_examples_may_not_ask_it_either() -> None:
    assert [each.code for each in asked("clubs-gem's holder is Bob")] == ["which-piece"]
    assert asked("hearts-9's holder is Bob") == []


def test_a_mere_kind_is_in_a_zone_if_one_of_its_pieces_is() -> None:
    more = "define held(gem g): g is in bag\ndefine kept(gem g):\n    let h be g\n    h is in bag\n"
    for name in ("held", "kept"):
        assert asked(f"{name}(clubs-gem) and {name}(hearts-gem) and not {name}(spades-gem)", more) == []


ONE_COPY = """\
there is
    shelf: row of crown, face up or down
to lend(crown): move all crown to your crowns
to pass-on(crown):
    for each c in crown: move c to your left's crowns
to present(crown): show crown to your left
action take: lend(red-crown)
action hand-over: pass-on(green-crown)
action look: show red-crown to you
action offer: present(green-crown)
choice any: take or hand-over or look or offer
example "found wherever it lies":
    players Ann, Bob
    given:
        Ann's crowns holds red-crown
        Bob's crowns holds green-crown
    at play
    when:
        Ann: take
    then:
        Ann's crowns holds red-crown
    when:
        Bob: take
        Ann: hand-over
    then:
        Bob's crowns holds red-crown, green-crown
    when:
        Bob: hand-over
    then:
        Ann's crowns holds green-crown
        Bob's crowns holds red-crown
example "shown wherever it lies":
    players Ann, Bob
    given:
        shelf holds red-crown?, green-crown?
    at play
    when:
        Ann: look
    then:
        shelf holds red-crown?(Ann), green-crown?
    when:
        Bob: offer
    then:
        shelf holds red-crown?(Ann), green-crown?(Ann)
"""


def test_a_single_copy_is_found_however_it_is_named() -> None:
    frame, _, _ = GAMES["Copies"].text.partition("play:")
    play = "play:\n    repeat 2 times:\n        each player: choose any\n"
    assert [each.message for each in run_examples(Source("one.rules", frame + play + ONE_COPY))] == []


FRAME, _, _ = GAMES["Secrets"].text.replace("{players}", "2").partition("play:")
PLAY = "play:\n    each player:\n        open\n        choose act\n        close\nto close: set tally to 0\n"
ACT = 'action act "Nothing": nothing\n'


def source(text: str) -> Source:
    """The frame and these paragraphs."""
    return Source("secrets.rules", FRAME + text)


DECLARED = (
    # what is the same in fewer words, and whatever else stands there
    ("stock: area of card, up to 2", "but its owner ", "stock: hand of card, up to 2"),
    ("stock: area of card", "but its owner ", "stock: hand of card"),
    ("stock: area of card, up to 2", "", "stock: area of card, seen by nobody, up to 2"),
    (
        "stock: row of card, with owner, up to 3",
        "but its owner ",
        "stock: row of card, seen by owner, with owner, up to 3",
    ),
    ("stock: row of card, up to 3", "but others ", "stock: row of card, seen by others, up to 3"),
    ("stock: area of card, seen by everyone, up to 2", "but its owner ", "stock: area of card, seen by owner, up to 2"),
    (
        'stock: pile of card, refilled from spent "all, seen by everyone", seen by everyone',
        "but its owner ",
        'stock: pile of card, refilled from spent "all, seen by everyone", seen by owner',
    ),
    ("stock: slot of card, when player-count is 2", "", "stock: slot of card, seen by nobody, when player-count is 2"),
)


@pytest.mark.parametrize(("declared", "who", "better"), DECLARED)
def test_a_zone_is_declared_anew_with_all_that_stands_there(declared: str, who: str, better: str) -> None:
    more = f"each player has\n    spent: area of card\n    {declared}\n"
    text = source(
        f"{more}{PLAY}to open: move all deck to your spent\n{ACT}" + f'secret "s": nobody {who}sees players\' stock\n'
    )
    (found,) = (each for each in check(text) if each.code == "broken-secret")
    assert f"`{declared}`. Write instead: {better}" in found.message
    assert found.edit is not None
    repaired = applied(text.text, [found.edit])
    assert repaired == text.text.replace(declared, better)
    assert [each for each in check(Source(text.name, repaired)) if each.severity == "error"] == []


def test_what_follows_the_choice_counts() -> None:
    gaps = next(gaps for _, gaps, _ in GAMES["Secrets"].rows if "Say what you lay" in gaps["act"])
    text = GAMES["Secrets"].filled(gaps).text
    laid = text.replace("to close: set tally to 0", "to close: move all your hand to pool")
    assert GAMES["Secrets"].looked_at(Source("secrets.rules", text)) != []
    assert GAMES["Secrets"].looked_at(Source("secrets.rules", laid)) == []


# ---- in play


ROW = """play:
    each player: choose act
{act}secret "row": {secret}
example "a row":
    players Ann, Bob
    given:
        Ann's faces holds {given}
    then:
        tally is 0
"""


def outcome(given: str, secret: str) -> list[str]:
    """What an example says whose row holds this."""
    return [found.message for found in run_examples(source(ROW.format(act=ACT, secret=secret, given=given)))]


@pytest.mark.parametrize(
    ("given", "who", "kept"),
    [
        ("clubs-1?", "", True),
        ("clubs-1", "", True),
        ("clubs-1, clubs-2?(Bob)", "", False),
        ("clubs-2?(Ann)", "", False),
        ("clubs-2?(Ann)", "but its owner ", True),
        ("clubs-2?(Ann, Bob)", "but its owner ", False),
        ("clubs-2?(Bob)", "but its viewers ", True),
    ],
)
def test_who_may_look_at_a_face_down_piece_is_looked_at_in_examples(given: str, who: str, *, kept: bool) -> None:
    found = outcome(given, f"nobody {who}sees players' faces")
    broken = (
        'In example "a row" the position breaks the secret "row" (line 31): card is clubs-2 in Ann\'s faces. Give '
        "another position; or change what it breaks, if that asks too much."
    )
    assert found == ([] if kept else [broken])


@pytest.mark.parametrize("gaps", [gaps for _, gaps, _ in GAMES["Clues"].rows])
def test_what_only_players_read_can_be_accepted(gaps: dict[str, str]) -> None:
    found = GAMES["Clues"].told(gaps)
    assert all(f"accepted never-read at {one.facts['name']} because" in one.message for one in found)
    reasons = "".join(f'accepted never-read at {one.facts["name"]} because "players read it"\n' for one in found)
    assert GAMES["Clues"].looked_at(Source("test.rules", GAMES["Clues"].filled(gaps).text + reasons)) == []


@pytest.mark.parametrize(
    ("declared", "hidden"),
    [
        ("kind is one of post, tree", "the value post"),
        ("kind is 0..4", "the field post"),
        ("post is one of oak, ash\nkind is one of fir, elm", None),
    ],
)
def test_a_name_that_hides_what_was_meant_is_named(declared: str, hidden: str | None) -> None:
    text = f"""game "Posts" "A pick with the name of something else"
    players 2
{declared}
each player has
    {"post" if hidden == "the field post" else "kept"}: kind
    points: 0..9
play:
    each player: choose guard
action guard "Guard":
    pick post from kinds where it is post
    set your {"post" if hidden == "the field post" else "kept"} to post
    add 1 to your points
scoring:
    score of player: its points
    winners: players with highest score
"""
    message = next(one.message for one in check(Source("test.rules", text)) if one.code == "always-holds")
    assert "it compares post with itself" in message
    assert ("such as other-post" in message) == (hidden is not None)
    assert hidden is None or f"not {hidden}" in message
