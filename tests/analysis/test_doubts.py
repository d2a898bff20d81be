"""Changes of a small game: which are made, what becomes of them, and that the example of a doubt settles it."""

from pathlib import Path

import pytest
from attrs import evolve

from lab.replayed import parts, settles
from rulewright.analysis.doubts import asking, seeking
from rulewright.analysis.doubts.author import Author, known_of
from rulewright.analysis.doubts.changes import Change, changes_of
from rulewright.analysis.doubts.judging import Fate, Verdict, judged
from rulewright.analysis.doubts.pool import EAGER_GAMES, SEED
from rulewright.analysis.doubts.seeking import LIKELY, Subject, questions, sought, verdicts
from rulewright.analysis.examples import run_group
from rulewright.files import find
from rulewright.language.parser import parse
from rulewright.language.source import Source, read_source
from rulewright.language.span import Span

NINES = Path(__file__).with_name("doubts.rules")


def source_of(path: Path) -> Source:
    source = read_source(path.name, path.read_bytes())
    assert isinstance(source, Source)
    return source


@pytest.fixture(scope="module")
def source() -> Source:
    return source_of(NINES)


@pytest.fixture(scope="module")
def author(source: Source) -> Author:
    author = Author.of(source)
    return author.knowing(known_of(author))


def said(span: Span, source: Source) -> str:
    return source.text[span.start : span.end]


def made(source: Source) -> dict[tuple[str, str], Change]:
    """The changes by their kinds and by the line as it is with them."""
    found = {}
    for change in changes_of(parse(source).ruleset, source.text):
        text = change.applied(source.text)
        end = change.span.start + len(change.after.rstrip())
        found[change.kind, " ".join(text[text.rfind("\n", 0, end) + 1 : text.find("\n", end)].split())] = change
    return found


MADE = [
    ("start", "each player from leader's left: turn"),
    ("others", "each other player from leader: turn"),
    ("seat", "set leader to leader's right"),
    ("seat", "set leader to leader"),
    ("yours", "move all your left's row to the used"),
    ("number", "if total number of your row is at least 10: cash"),
    ("number", "if total number of your row is at least 8: cash"),
    ("bound", "if total number of your row is more than 9: cash"),
    ("exact", "if total number of your row is 9: cash"),
    ("up to", "move 1 from the bag to your rack"),
    ("goal", "move tile to the bag"),
    ("best", "winners: players with lowest score"),
    ("sign", "subtract your row's size from your points"),
    ("dropped", "nothing"),
    ("denied", "repeat until the bag is not empty: round"),
    ("exchanged", "add your row's size to your points"),
    ("like guard", 'needs your row\'s size is less than 4 because "your row is full"'),
    ("gathered", "move all your row to used"),
    ("sight", "rack: hand of tile, seen by everyone"),
    ("sight", "row: row of tile, seen by owner"),
]


ROW = "row: row of tile, seen by owner"


@pytest.mark.parametrize(("kind", "line"), MADE)
def test_each_kind_of_change_is_made(kind: str, line: str, source: Source) -> None:
    assert (kind, line) in made(source)


@pytest.fixture(scope="module")
def counted(source: Source) -> Source:
    """Tiles that were laid are counted, no more than two are, and nothing forgets them; the leader is paid."""
    text = source.text.replace("points: 0..200, starts 0", "points: 0..200, starts 0\n    laid: 0..2")
    text = text.replace("move tile to your row\n", "move tile to your row\n    add 1 to your laid\n")
    text = text.replace("needs your row's size is less than 4 ", "needs your laid is less than 2 ")
    text = text.replace("    add your row's size to your points", "    add your row's size to leader's points")
    return source.with_text(text.replace("each player from leader: turn", "each player: turn"))


LACKING = [
    ("kept", "set your laid to 0", "doubt"),
    ("kept", "each player: set your laid to 0", "doubt"),
    ("start", "each player from leader: turn", "doubt"),
    ("seat", "add your row's size to leader's left's points", "example"),
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("kind", "line", "fate"), LACKING)
def test_what_a_text_may_lack_is_asked_for(kind: str, line: str, fate: Fate, counted: Source) -> None:
    author = Author.of(counted)
    assert judged(author.knowing(known_of(author)), made(counted)[kind, line]).fate == fate


def test_what_begins_anew_or_scores_is_not_asked_for(counted: Source) -> None:
    """The points are the score, and the second text sets what it counts to nothing; racks are hands."""
    begun = counted.text.replace("each player: turn", "each player:\n        set your laid to 0\n        turn")
    row, laid = "move all your row to used", "set your laid to 0"
    for source, sentences in ((counted, {row, laid}), (counted.with_text(begun), {row})):
        assert kept_in(source) == sentences | {f"each player: {each}" for each in sentences}


def kept_in(source: Source) -> set[str]:
    """The sentences that changes add where something could begin anew."""
    changes = changes_of(parse(source).ruleset, source.text)
    return {each.after.strip() for each in changes if each.kind in ("kept", "gathered")}


@pytest.mark.thorough
def test_what_gathers_may_be_kept_or_lost(source: Source) -> None:
    """A row is cashed in when it is nine, and otherwise stays, also from round to round. Nobody asks where a phase
    empties it, a score counts it, or tiles go nowhere else."""
    author, change = Author.of(source), made(source)["gathered", "each player: move all your row to used"]
    doubt = judged(author.knowing(known_of(author)), change)
    assert doubt.fate == "doubt"
    assert parts(source, doubt)
    turn = "each player from leader: turn\n"
    for old, new in (
        (turn, f"{turn}    each player: move all your row to the used\n"),
        ("score of player: its points", "score of player: its points + its row's size"),
        ("to the used", "to your row"),
    ):
        assert kept_in(source.with_text(source.text.replace(old, new))) == set()


def test_an_added_sentence_is_asked_for_in_words(counted: Source) -> None:
    author, change = Author.of(counted), made(counted)["kept", "set your laid to 0"]
    found = asking.asked(Verdict(change, "doubt"), counted, author.parsed.ruleset)
    assert found.question == "Does it stay as it was, or does it begin anew here: “set your laid to 0”?"
    assert found.where == "turn"
    assert asking.title(change, counted, author.parsed.ruleset) == "turn: not set your laid to 0"


def test_what_is_put_in_at_the_end_of_a_paragraph_is_asked_of_it(source: Source) -> None:
    row, points = "    row: row of tile\n", "    points: 0..200, starts 0\n"
    ended = source.with_text(source.text.replace(row + points, points + row))
    found = asking.asked(Verdict(made(ended)["sight", ROW], "doubt"), ended, parse(ended).ruleset)
    assert (found.where, found.question) == ("row", f"Who sees this: “row: row of tile”, or “{ROW}”?")


@pytest.mark.parametrize(
    ("line", "kind", "instead"),
    [
        ("if late: cash", "denied", "if not late: cash"),
        ("if heavy(your row): cash", "denied", "if not heavy(your row): cash"),
        ("if your row's size is 4: cash", "exact", "if your row's size is at least 4: cash"),
        ("needs late when your row is empty and heavy", "operand", "needs late"),
        ("if late and (heavy or full): cash", "operand", "if late: cash"),
        ("if late and (heavy or full): cash", "operand", "if (heavy or full): cash"),
        ("needs late when your row is empty and heavy", "operand", "needs late when your row is empty"),
        ("each player until late: cash", "start", "each player from leader until late: cash"),
        ("if your left is leader: cash", "seat", "if you is leader: cash"),
        ("if your left is leader: cash", "seat", "if your right is leader: cash"),
        ("if your left's row is empty: cash", "seat", "if your row is empty: cash"),
        ("for each n in least..most: cash", "number", "for each n in (least + 1)..most: cash"),
        ("for each n in least..most: cash", "number", "for each n in least..(most - 1): cash"),
    ],
)
def test_what_is_asked_of_names_alone(line: str, kind: str, instead: str, source: Source) -> None:
    named = source.with_text(source.text.replace("if total number of your row is at least 9: cash", line))
    assert (kind, instead) in made(named)


def test_another_way_may_be_open_only_where_one_is_closed() -> None:
    """What Line-it says of a new row, where it does not say it yet: the hand must be full."""
    whole = source_of(find("line-it"))
    guard = next(line for line in whole.text.split("\n") if "needs your hand's size is 2 when place is new-row" in line)
    source = whole.with_text(whole.text.replace(f"{guard}\n", ""))
    found = [each for each in changes_of(parse(source).ruleset, source.text) if each.kind == "closed"]
    wanted = "needs not (your hand's size is less than 2) when place is new-row"
    (change,) = (each for each in found if each.after.strip() == wanted)
    asked = asking.asked(Verdict(change, "doubt"), source, parse(source).ruleset)
    assert (asked.where, asked.quoted.split(" ")[:2]) == ("take", ["action", "take"])
    assert asked.question == f"May one do this while another way is open, or is it so: “{wanted}”?"


def test_what_an_option_allows_is_not_asked_for(source: Source) -> None:
    guard = '    needs late   because "it is not late"\n    pick tile from your rack\n    needs your row'
    for option, asked in (("option late: yes or no, default no\n", False), ("define late: your row is empty\n", True)):
        text = source.text.replace("    pick tile from your rack\n    needs your row", guard)
        changes = changes_of(parse(source.with_text(f"{text}\n{option}")).ruleset, text)
        assert asked == any(
            each.kind == "guard" and "late" in text[each.span.start : each.span.end] for each in changes
        )


def test_a_further_question_about_a_part_weighs_less(source: Source) -> None:
    """A weighty third one of a part comes before a light first one of another."""
    found = [
        of_line(source, "pick tile from your rack", "guard", "doubt", 0.5),
        of_line(source, "needs your row", "guard", "doubt", 0.5),
        of_line(source, "move tile to your row", "guard", "doubt", 0.5),
        of_line(source, "set leader", "sign", "doubt", 0.5),
        of_line(source, "move tile to the used", "number", "doubt", 0.5),
    ]
    ranked = asking.ranked(found, source, parse(source).ruleset)
    assert ranked == [found[0], found[4], found[1], found[2], found[3]]


@pytest.mark.parametrize(("prose", "first"), [("", 0), ("Nine tiles are cashed in.", 1), ("Cashed in from 9 on.", 1)])
def test_a_number_that_players_are_told_weighs_less(prose: str, first: int, source: Source) -> None:
    """The author has said it twice."""
    told = source.with_text(f'{source.text}\nabout lay: "{prose}"\n' if prose else source.text)
    found = [number_of_line(told, line, share) for line, share in (("at least 9", 0.5), ("move 2", 0.2))]
    assert asking.ranked(found, told, parse(told).ruleset)[0] == found[first]


@pytest.mark.parametrize(("prose", "first"), [("Eight tiles are cashed in.", 1), ("Ten tiles are cashed in.", 0)])
def test_a_number_that_players_are_told_otherwise_weighs_more(prose: str, first: int, source: Source) -> None:
    """Here ten would be instead."""
    told = source.with_text(f'{source.text}\nabout lay: "{prose}"\n')
    found = [number_of_line(told, line, share) for line, share in (("at least 9", 0.4), ("move 2", 0.5))]
    assert asking.ranked(found, told, parse(told).ruleset)[0] == found[first]


def number_of_line(source: Source, line: str, share: float) -> Verdict:
    """A doubt whether a number is not one more."""
    end = source.text.index(line) + len(line)
    return Verdict(Change("number", Span(end - 1, end), str(int(source.text[end - 1]) + 1)), "doubt", share=share)


def test_a_line_in_almost_the_same_words_is_asked_about_later(source: Source) -> None:
    lay, leader = (of_line(source, line, "guard", "doubt", 0.5) for line in ("pick tile from your rack", "set leader"))
    start = source.text.rindex("pick tile from your rack")
    again = evolve(lay, change=evolve(lay.change, span=Span(start, start + 24)))
    lighter = evolve(leader, change=evolve(leader.change, kind="extreme"))
    assert asking.ranked([lay, again, lighter], source, parse(source).ruleset) == [lay, lighter, again]


def test_what_hardly_anybody_means_otherwise_is_of_a_kind_of_its_own(source: Source) -> None:
    """Whom a name is for, whether one is enough, what an action counts down or does alone; nobody mixes too early."""
    text = source.text.replace(
        "    set leader to leader's left", "    let next be leader's left\n    set leader to next"
    )
    text = text.replace("row's size is less than 4 ", "points is at least 1 ")
    text = text.replace("move tile to your row\n", "subtract 1 from your points\n    move tile to your row\n")
    text = text.replace("is at least 9: cash", "is more than 0: cash")
    text = text.replace("\nto cash", '\naction rest "Rest":\n    add 1 to your points\n\nto cash')
    lines, changes = made(source.with_text(text)), changes_of(parse(source.with_text(text)).ruleset, text)
    assert ("called", "let next be leader") in lines
    assert ("some", "if total number of your row is more than 1: cash") in lines
    surely = {said(each.span, source.with_text(text)).strip() for each in changes if each.kind == "surely done"}
    assert surely == {"subtract 1 from your points", "add 1 to your points"}
    assert not any(kind == "exchanged" and "shuffle" in said for kind, said in lines)


def test_a_change_is_given_up_when_its_time_is_over(author: Author, source: Source) -> None:
    change = made(source)["number", "if total number of your row is at least 8: cash"]
    assert judged(author, change, 0.0) == Verdict(change, "late")


@pytest.mark.thorough
def test_what_takes_long_is_tried_again_at_last(source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    """And comes to the same then; what takes too long for ever is told to be so."""
    subject = Subject.of(source, 6)
    known = [*verdicts(subject, 1)]
    assert not any(each.fate == "late" for each in known)
    monkeypatch.setattr(seeking, "LIMITS", (0.0, 0.0))
    assert [each.fate for each in sought(subject, 1, 0) if isinstance(each, Verdict)] == ["late"] * len(known)
    monkeypatch.setattr(seeking, "LIMITS", (0.0, 10.0))
    assert [*sought(subject, 1, 0)] == known


def test_at_least_one_is_not_compared_with_just_one(source: Source) -> None:
    changes = made(source.with_text(source.text.replace("row's size is less than 4", "row's size is at least 1")))
    because = 'because "your row is full"'
    assert ("bound", f"needs your row's size is more than 1 {because}") in changes
    assert ("exact", f"needs your row's size is 1 {because}") not in changes


def test_somebody_else_has_a_name(source: Source) -> None:
    """Who leads, or who was just found to have most: the one in the place of the other, where both have their names."""
    line = "    set leader to leader's left"
    more = "    let best be players with highest points\n    if best's size is 1: add 1 to leader's points\n"
    changes = made(source.with_text(source.text.replace(line, more + line)))
    assert ("seat", "if best's size is 1: add 1 to best's first's points") in changes
    theirs = made(source.with_text(source.text.replace(line, more.replace("leader's", "best's first's") + line)))
    assert ("seat", "if best's size is 1: add 1 to leader's points") in theirs
    assert not any("best's first" in line for _, line in made(source))


@pytest.mark.thorough
def test_what_may_be_done_as_often_as_one_likes(source: Source) -> None:
    """The example lays one tile, and then another could be laid."""
    freely = source.with_text(source.text.replace("choose lay or pass", "choose until pass: lay"))
    author, change = Author.of(freely), made(freely)["once", "choose until pass: lay, once per turn"]
    assert judged(author.knowing(known_of(author)), change).fate == "doubt"
    found = asking.question(change, freely, author.parsed.ruleset)
    assert found == "How often: as often as one likes, or “once per turn”?"


@pytest.mark.thorough
def test_a_round_less_shows_at_the_end(source: Source) -> None:
    """Where rounds are counted no field tells."""
    text = source.text.replace("repeat until the bag is empty: round", "repeat 3 times: round")
    author = Author.of(source.with_text(text))
    change = made(author.source)["number", "repeat 2 times: round"]
    found = judged(author.knowing(known_of(author)), change)
    assert found.fate == "doubt"
    assert parts(author.source, found)


def test_what_is_meant_and_what_is_declared_stays(source: Source) -> None:
    """And every change is another text."""
    kept = [
        line for line in source.text.splitlines() if line.startswith(("component", "    3 of", "invariant", "game"))
    ]
    examples = source.text[source.text.index("\nexample") :]
    for change in changes_of(parse(source).ruleset, source.text):
        text = change.applied(source.text)
        assert text != source.text
        assert text.endswith(examples)
        assert [line for line in text.splitlines() if line in kept] == kept


# What becomes of changes, by the rules, the example and the invariant: the example lays 6 and 3 and cashes nine in; it
# says nothing of rows of three and four, nor of who comes next; racks hold two tiles at most.
FATES = [
    ("number", "if total number of your row is at least 10: cash", "example"),
    ("bound", "if total number of your row is more than 9: cash", "example"),
    ("number", "if total number of your row is at least 8: cash", "doubt"),
    ("number", 'needs your row\'s size is less than 3 because "your row is full"', "doubt"),
    ("number", "each player: move 3 from the bag to your rack", "invariant"),
    ("start", "each player from leader's left: turn", "doubt"),
    ("seat", "set leader to leader's right", "doubt"),
    ("seat", "set leader to leader", "found"),
    ("best", "winners: players with lowest score", "doubt"),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("kind", "line", "fate"), FATES)
def test_what_becomes_of_a_change(kind: str, line: str, fate: str, author: Author, source: Source) -> None:
    assert judged(author, made(source)[kind, line]).fate == fate


def test_a_change_that_is_no_rules_or_the_same_game_is_none(author: Author, source: Source) -> None:
    place = source.text.index("leader: turn")
    assert judged(author, Change("seat", Span(place, place + 6), "nobody-at-all")).fate == "refused"
    assert judged(author, Change("seat", Span(place, place + 6), "(leader)")).fate == "same"


@pytest.mark.thorough
def test_what_goes_wrong_today_too_hides_no_doubt(source: Source) -> None:
    """Rounds go on when nobody has a tile: each random game goes wrong there, whatever is changed."""
    endless = source.with_text(source.text.replace("repeat until the bag is empty: round", "repeat: round"))
    author = Author.of(endless)
    change = made(endless)["number", "if total number of your row is at least 8: cash"]
    assert judged(author.knowing(known_of(author)), change).fate == "doubt"


def test_games_for_points_can_be_played_again(author: Author) -> None:
    """By their choices; they bring more points than random ones."""
    pool, rules = author.pool(author.settings[0]), author.plain(author.settings[0])
    assert pool is not None
    ends = {step.game: step.after.result for step in pool.ends().steps}
    for number, chosen in pool.chosen.items():
        game = rules.start(SEED, number)
        for choice in chosen:
            game.play(game.deciders[0], game.moves(game.deciders[0])[choice])
        assert (game.scores, game.winners) == ends[number]
    eager, drawn = (
        [sum(end[0]) for at, end in ends.items() if end and (at in pool.chosen) is which] for which in (True, False)
    )
    assert len(eager) == EAGER_GAMES
    assert sum(eager) / len(eager) > sum(drawn) / len(drawn)


def test_more_room_for_a_pick_is_no_other_game(source: Source) -> None:
    """A rack holds two tiles: nobody can pick three, but the moves have more words."""
    several = "pick 1..2 thrown from your rack\n    for each tile in thrown: move tile to the used"
    one = "pick tile from your rack\n    move tile to the used"
    text = source.text.replace(one, several)
    roomy = Author.of(source.with_text(text.partition("\nexample ")[0] + "\n"))
    place = text.index("1..2 thrown") + 3
    assert judged(roomy, Change("number", Span(place, place + 1), "3")).fate == "alike"
    assert judged(roomy, Change("number", Span(place, place + 1), "1")).fate == "doubt"


def test_more_room_in_a_zone_is_no_other_game(source: Source) -> None:
    """Tiles lie face down but for who laid them, and six are never held; one place less and a rule goes wrong."""
    text = source.text.partition("\nexample ")[0] + "\n"
    text = text.replace("row: row of tile", "row: row of tile, up to 6, face up or down")
    text = text.replace("move tile to your row", "move tile to your row face down\n    show your row's last to you")
    roomy = Author.of(source.with_text(text))
    place = text.index("up to 6") + 6
    assert judged(roomy, Change("number", Span(place, place + 1), "7")).fate == "alike"
    assert judged(roomy, Change("number", Span(place, place + 1), "2")).fate == "found"


@pytest.mark.thorough
def test_the_position_of_an_example_is_told(author: Author, source: Source) -> None:
    """What the rule in question speaks of is not left to be empty: who asks why a tile is refused sees the row."""
    line = 'needs your row\'s size is less than 3 because "your row is full"'
    subject = Subject(source, author.parsed.ruleset, known_of(Author.of(source)), (made(source)["number", line],))
    (asked,) = questions(subject, [*verdicts(subject, 1)], 1)
    block = str(asked.block)
    assert settles(source, asked.verdict, block)
    (laying,) = {name for name in ("Ann", "Bob", "Cat") if f"{name} can lay" in block}
    for held, number in (("row", 3), ("rack", 2)):
        (pieces,) = [line for line in block.split("\n") if f"{laying}'s {held} holds" in line]
        assert sum(int(each.partition(" * ")[2] or 1) for each in pieces.split(", ")) == number


def test_a_secret_settles_who_sees_something(author: Author, source: Source) -> None:
    """Nothing says that racks are hidden; with the secret nobody asks. That rows lie open no secret can say."""
    rack, row = (made(source)["sight", line] for line in ("rack: hand of tile, seen by everyone", ROW))
    subject = Subject(source, author.parsed.ruleset, known_of(Author.of(source)), (rack, row))
    doubts = [*verdicts(subject, 1)]
    assert [each.fate for each in doubts] == ["doubt", "doubt"]
    assert all(parts(source, each) for each in doubts)
    hidden, seen = questions(subject, doubts, 1)
    assert hidden.question == "Who sees this: “rack: hand of tile”, or “rack: hand of tile, seen by everyone”?"
    assert "It shows here" not in "".join(hidden.lines("nines"))
    assert (hidden.block, seen.block) == ('secret "rack": nobody but its owner sees players\' rack\n', None)
    text = source.text.replace("\nexample", f"\n{hidden.block}\nexample", 1)
    kept = Author.of(source.with_text(text))
    assert judged(kept, rack).fate == "invariant"


COMPARED_ONLY = [
    ("best", "winners: players with lowest score", "Ann is in winners"),
    ("sight", ROW, "Bob can see Ann's row"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("kind", "line", "holds"), COMPARED_ONLY)
def test_an_example_notices_what_it_only_compares(kind: str, line: str, holds: str, source: Source) -> None:
    """No game ends in it, and nothing is played."""
    example = f"""example "compared":
    players Ann, Bob
    given:
        Ann's row holds tile-1
        Ann's points is 3
    then:
        {holds}
"""
    alone = source.with_text(source.text.partition("\nexample")[0] + "\n" + example)
    author = Author.of(alone)
    assert judged(author.knowing(known_of(author)), made(alone)[kind, line]).fate == "example"


def test_an_example_notices_what_an_action_asks_before_it_is_chosen(source: Source) -> None:
    """Two conditions of what may be picked: nobody lays anything, and what is left out lies across both."""
    picked = "pick tile from your rack where its number is more than 1 and its number is less than 6"
    rules = source.text.partition("\nexample")[0].replace("pick tile from your rack", picked, 1)
    example = """example "a tile too low":
    players Ann, Bob
    given:
        Ann's rack holds tile-1, tile-3
    at turn as Ann
    then:
        Ann cannot lay tile-1
"""
    alone = source.with_text(f"{rules}\n{example}")
    author = Author.of(alone)
    change = made(alone)["operand", "pick tile from your rack where its number is less than 6"]
    assert judged(author.knowing(known_of(author)), change).fate == "example"


@pytest.mark.thorough
def test_the_example_of_a_doubt_settles_it(author: Author, source: Source) -> None:
    """It comes true today, and not with the change, and with it there is no doubt any more."""
    wanted = [made(source)[kind, line] for kind, line, fate in FATES if fate == "doubt"][:2]
    subject = Subject(source, author.parsed.ruleset, known_of(Author.of(source)), tuple(wanted))
    doubts = [*verdicts(subject, 1)]
    asked = [*questions(subject, doubts, 1)]
    assert len(asked) == len(wanted)
    text = source.text
    for each in asked:
        assert each.block is not None
        assert settles(source, each.verdict, each.block)
        text += f"\n{each.block}"
    more = Author.of(source.with_text(text))
    answered = more.knowing(known_of(more))
    assert {judged(answered, change).fate for change in wanted} == {"example"}


@pytest.mark.thorough
def test_the_first_question_about_each_part_comes_soon(source: Source) -> None:
    """Behind its verdict, and before all changes are tried; what is found of them is what it is without questions."""
    subject = Subject.of(source, 20)
    found = [*sought(subject, 1, 2)]
    doubts = [each for each in found if isinstance(each, Verdict)]
    assert doubts == [*verdicts(subject, 1)]
    first = dict[str, Verdict]()
    for each in doubts:
        if each.fate == "doubt" and asking.KINDS[each.change.kind].weight >= LIKELY:
            first.setdefault(asking.section(subject.ruleset, each.change.span), each)
    asked = [each for each in found if isinstance(each, asking.Asked)]
    assert [each.verdict for each in asked] == [*first.values()][:2]
    for each in asked:
        assert found.index(each) == found.index(each.verdict) + 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("kind", "line"), [(kind, line) for kind, line, fate in FATES if fate == "doubt"])
def test_the_two_rules_part_where_it_is_said(kind: str, line: str, author: Author, source: Source) -> None:
    """Played move by move as two texts; with the same rules they do not."""
    doubt = judged(author, made(source)[kind, line])
    assert parts(source, doubt)
    assert not parts(source, evolve(doubt, change=evolve(doubt.change, after=said(doubt.change.span, source))))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["line-it", "biblios", "balloon-cup", "aurum", "alchemy", "apotheca"])
def test_no_doubt_about_a_shipped_game_is_false(game: str) -> None:
    """With the first few of its own examples each has some; all that are shown with an example are settled by it."""
    whole = source_of(find(game))
    rules, *examples = whole.text.split("\nexample ")
    source = whole.with_text("\nexample ".join([rules, *examples[:2]]))
    subject = Subject.of(source, 40)
    doubts = asking.ranked([*verdicts(subject, 2)], source, subject.ruleset)
    assert doubts
    asked = [each for each in questions(subject, doubts[:5], 2) if each.block is not None]
    assert asked
    for each in asked:
        assert settles(source, each.verdict, str(each.block)), each.block


# ---- the order and the score, of changes whose fates are given


def of_line(source: Source, line: str, kind: str, fate: Fate, share: float) -> Verdict:
    start = source.text.index(line)
    return Verdict(Change(kind, Span(start, start + len(line)), "nothing"), fate, share=share)


def test_one_question_for_each_part_and_line_comes_first(source: Source) -> None:
    found = [
        of_line(source, "cash\n    move up to 1", "dropped", "doubt", 0.1),
        of_line(source, "if total number", "dropped", "doubt", 0.5),
        of_line(source, "set leader", "dropped", "doubt", 0.2),
        of_line(source, "move tile to the used", "dropped", "example", 0.9),
        of_line(source, "move tile to your row", "dropped", "doubt", 0.4),
    ]
    assert asking.ranked(found, source, parse(source).ruleset) == [found[1], found[2], found[4], found[0]]


def test_the_score_counts_what_makes_another_game(source: Source) -> None:
    fates: tuple[Fate, ...] = ("example", "invariant", "doubt", "alike", "refused", "found", "same", "unplayed")
    found = [of_line(source, "set leader", "dropped", fate, 0.1) for fate in fates]
    found.append(of_line(source, "move tile to the used", "dropped", "example", 0.1))
    score = asking.score(found, parse(source).ruleset)
    assert (score.noticed, score.of, score.percent) == (3, 4, 75)
    assert score.parts == {"round": (2, 3), "pass": (1, 1)}


def test_an_example_that_takes_too_long_does_not_come_true(source: Source) -> None:
    """Who cashes in goes round the table very often, to where the leader was."""
    long = source.with_text(source.text.replace("to cash:\n", "to cash:\n    repeat 6000 times: go-round\n"))
    long = long.with_text(f"{long.text}\nto go-round:\n    repeat 2 times: set leader to leader's left\n")
    parsed, told = parse(long), Author.of(long).examples
    nodes = tuple(each.node for each in told)

    def wrong(seconds: float) -> list[object]:
        return [*run_group(parsed, long, told[0].setting, nodes, 0, checked=False, seconds=seconds)]

    assert (len(wrong(0.0)), wrong(60.0)) == (1, [])
