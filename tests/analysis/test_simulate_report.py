"""What a simulation tells: summary, text, page; what is compared; and that no text of the rules can do any harm."""

import base64
import hashlib
import html.parser
import json
import re
import xml.etree.ElementTree as ET
from functools import cache

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

from rulewright.analysis.documents import as_html, html_page, tag
from rulewright.analysis.random_games import reference_playouts
from rulewright.analysis.simulate import report
from rulewright.analysis.simulate.checkpoint import beginning
from rulewright.analysis.simulate.report import as_text, page
from rulewright.analysis.simulate.session import Results
from rulewright.analysis.simulate.summary import Difference, Summary, Trouble, differences, names, places, summary
from rulewright.analysis.simulate.tasks import Plan, Setup, rules_of_setup
from rulewright.cli.console import line
from rulewright.loading import load
from rulewright.machine.playouts import BROKEN, Estimate
from tests.analysis.simulating import BREAKING, COINS, ENDLESS, FAULTY, played, setup

SETUPS = (setup(COINS, variant="kind=no"), setup(COINS, {"kind": True}, "kind=yes"), setup(COINS, variant="kind=no2"))
NASTY = "</title></style><script>alert('x')</script><img src=x onerror=alert(1)> & \" ' ]]> <!--"


def told(setups: tuple[Setup, ...], games: int = 300, most: int = 1000, *, invariants: bool = False) -> Results:
    plan = Plan(setups, 7, games, most=most, invariants=invariants)
    state = played(plan)
    rules = [rules_of_setup(each) for each in setups]
    parts = zip(setups, rules, state.sums, strict=True)
    found = tuple(summary(plan, each, own, sums, "coins.rules") for each, own, sums in parts)
    variants = [each.variant or "" for each in setups]
    return Results(found, tuple(differences(variants, state.pairs, 2, scores=rules[0].program.score is not None)))


@cache
def coins() -> Results:
    return told(SETUPS)


# ---- the numbers


def test_the_summary_is_that_of_the_games() -> None:
    batch = reference_playouts(rules_of_setup(setup(COINS)), 7, 0, 300)
    found = coins().summaries[0]
    assert (found.games, found.finished, found.faulted, found.too_long, found.wanted) == (300, 300, 0, 0, 300)
    assert [seat.wins for seat in found.seats] == [list(batch.winners).count(1), list(batch.winners).count(2)]
    assert found.length.mean is not None
    assert found.length.mean.value == sum(batch.decisions) / 300
    assert (found.length.lowest, found.length.highest) == (min(batch.decisions), max(batch.decisions))
    (phase,) = found.phases
    assert (phase.phase, phase.title, phase.decisions) == ("phase turn", "A turn", sum(batch.decisions))
    assert phase.moves == found.moves == sum(batch.counts.moves) / sum(batch.decisions)
    assert phase.most == 2
    take = next(use for use in found.uses if use.name == "take")
    assert (take.group, take.title, take.uses) == ("", "Take coins", sum(batch.decisions))
    assert found.rate == 0.5
    assert {use.name for use in found.uses if use.group == "take: amount"} == {"1", "2"}


def test_uses_stand_together_the_most_used_first() -> None:
    uses = coins().summaries[0].uses
    groups = [use.group for use in uses]
    assert groups == sorted(groups)
    for group in set(groups):
        numbers = [use.uses for use in uses if use.group == group]
        assert numbers == sorted(numbers, reverse=True)


def test_where_decisions_are_made() -> None:
    found = {name for name, _ in places(load("alchemy"))}
    assert {"phase act", "phase trim"} <= found
    assert {name for name, _ in places(load("connect-four"))} == {"play"}
    assert next(name for name in names(load("line-it")) if name.name == "new-row").group == "take: place"


def test_invariants_that_break_are_told_with_line_and_command() -> None:
    found = told((setup(BREAKING),), invariants=True)
    (broken,) = found.summaries[0].broken
    batch = reference_playouts(rules_of_setup(setup(BREAKING)), 7, 0, 300, checking=True)
    at = list(batch.status).index(BROKEN)
    assert (broken.rule, broken.line) == ("no single coin", BREAKING.count("\n"))
    assert (broken.games, broken.first) == (list(batch.status).count(BROKEN), at)
    assert broken.message in ("It does not hold after 1 decision.", "It does not hold after 2 decisions.")
    assert f" {batch.decisions[at]} " in broken.message
    assert broken.again.endswith(f"--seed=7 --number={at}")
    text = as_text(found.summaries, [])
    assert f"in {broken.games} of them an invariant was broken" in text
    assert f'coins.rules, line {broken.line}: invariant "no single coin"' in text
    assert broken.again in text
    words = "".join(well_formed(page(found.summaries, [])).itertext())
    assert f'Line {broken.line}: invariant "no single coin", in {broken.games} games, first in game {at}' in words
    assert broken.again in words
    (variant,) = json.loads(json.dumps(found.as_json()))["variants"]
    assert (variant["invariants"], variant["broken"][0]["first"]) == (2, at)


def test_the_invariants_change_no_other_number() -> None:
    plain, looked = told((setup(BREAKING),)).summaries[0], told((setup(BREAKING),), invariants=True).summaries[0]
    assert evolve(looked, invariants=None, broken=()) == plain
    assert not {"invariants", "broken"} & plain.as_json().keys()
    assert "invariant" not in as_text([plain], [])


def test_an_invariant_that_goes_wrong_when_it_is_asked_is_told_as_a_rule() -> None:
    asked = COINS + 'invariant "halves": 6 / coins is at least 1\n'
    found = told((setup(asked),), invariants=True).summaries[0]
    (fault,) = found.faults
    assert (found.finished, found.faulted, fault.games, fault.line) == (300, 0, 300, asked.count("\n"))


def test_several_winners_are_not_called_ties() -> None:
    assert "\nseveral winners (ties, or partners who win together) 0.0 % (" in as_text(coins().summaries, [])
    words = "".join(well_formed(page(coins().summaries, [])).itertext())
    assert "Several winners (ties, or partners who win together) 0.0 % (" in words


def test_games_without_an_end_are_told() -> None:
    found = told((setup(ENDLESS),), 3, 50)
    text = as_text(found.summaries, found.differences)
    assert "3 did not end within 50 decisions" in text
    assert "nan" not in text
    words = "".join(well_formed(page(found.summaries, found.differences)).itertext())
    assert "3 games by random players; 3 did not end within 50 decisions" in words


def test_the_page_tells_of_rules_that_go_wrong() -> None:
    faulty = told((setup(FAULTY),))
    words = "".join(well_formed(page(faulty.summaries, [])).itertext())
    assert 'Line 24: "subtract amount from coins", in ' in words
    assert faulty.summaries[0].faults[0].again in words


@pytest.mark.parametrize(
    ("number", "written"),
    [(None, "–"), (0, "0.00"), (-0.001, "0.00"), (4.321, "4.32"), (99.999, "100.00"), (1234.56, "1,234.6")],
)
def test_numbers_are_written_with_the_digits_that_matter(number: float | None, written: str) -> None:
    assert report.decimal(number) == written


def test_what_cannot_be_said_is_not_said() -> None:
    few = Difference("a=2", "length", None, 7, None, 1, beyond=False)
    assert report.verdict(few, ()) == "length: too few games to tell (7)"
    assert (report.share_text(None), report.average(None), report.percent(None)) == ("–", "–", "–")


def test_differences_have_their_words() -> None:
    for measure, value, said in (
        ("length", 3.1, "length: longer by 3.10 decisions (2.10 to 4.10)"),
        ("length", -3.1, "length: shorter by 3.10 decisions (2.10 to 4.10)"),
        ("score", 12, "score: higher by 12.00 points (11.00 to 13.00)"),
        ("score", -12, "score: lower by 12.00 points (11.00 to 13.00)"),
        ("ties", 0.5, "several winners: more often by 50.0 percentage points (-50.0 to 150.0)"),
    ):
        found = Difference("a=2", measure, None, 99, Estimate(value, value - 1, value + 1), 0, beyond=True)
        assert report.verdict(found, ()) == said


def test_the_line_of_progress() -> None:
    assert line(1000, 0, 0, 0.0) == "  0 % [--------------------] 0 of 1,000 games"
    half = " 50 % [##########----------] 500 of 1,000 games, 50/s, 10 s left"
    assert line(1000, 500, 100, 2.0) == half
    assert line(10**6, 10, 10, 1.0).endswith("10 of 1,000,000 games, 10/s, 27 h 46 min left")
    assert line(1000, 900, 10, 10.0).endswith("900 of 1,000 games, 1/s, 1 min 40 s left")


# ---- variants


def test_a_difference_is_found_where_there_is_one_and_only_there() -> None:
    found = [each for each in coins().differences if each.beyond]
    assert {(each.variant, each.measure) for each in found} == {("kind=yes", "wins")}
    first, second = (seat.wins for seat in coins().summaries[0].seats)
    for each in found:
        assert each.estimate is not None
        change = second - first if each.seat == 0 else first - second
        assert each.estimate.value == pytest.approx(change / 300)
    for each in coins().differences:
        if each.variant == "kind=no2":
            assert each.estimate is not None
            assert (each.estimate.value, each.estimate.low, each.estimate.high, each.likely) == (0, 0, 0, 1)


def test_differences_are_told_in_words() -> None:
    text = as_text(coins().summaries, coins().differences)
    same, other = text.split("kind=no2 compared with kind=no")[1], text.split("kind=yes compared with kind=no")[1]
    assert len(re.findall(r"no difference beyond chance", same)) == 4
    assert re.search(r"wins of player-\d: more often by \d+\.\d percentage points \(\d+\.\d to \d+\.\d\)", other)
    assert re.search(r"wins of player-\d: less often by \d+\.\d percentage points \(\d+\.\d to \d+\.\d\)", other)
    assert "length: no difference beyond chance: 0.00 decisions (0.00 to 0.00)" in other


# ---- the page


def well_formed(text: str) -> ET.Element:
    assert text.startswith("<!DOCTYPE html>\n")
    return ET.fromstring(text.removeprefix("<!DOCTYPE html>\n"))


class Reader(html.parser.HTMLParser):
    """What a browser would find: elements and attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))


def elements(text: str) -> list[tuple[str, dict[str, str | None]]]:
    reader = Reader()
    reader.feed(text)
    return reader.elements


def harmless(text: str) -> None:
    """No script, no address, nothing but what the policy allows."""
    found = elements(text)
    assert not {tag for tag, _ in found} & {"script", "img", "link", "iframe", "object", "base", "form", "a"}
    assert not [
        name for _, attributes in found for name in attributes if name.startswith("on") or name in ("src", "style")
    ]
    (policy,) = [a["content"] for _, a in found if a.get("http-equiv") == "Content-Security-Policy"]
    (style,) = re.findall("<style>(.*?)</style>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def test_the_page_is_well_formed_and_needs_nothing_else() -> None:
    text = page(coins().summaries, coins().differences)
    tree = well_formed(text)
    harmless(text)
    assert len(list(tree.iter("svg"))) >= 3 * 3
    assert "http" not in text.replace("http-equiv", "")
    words = "".join(tree.itertext())
    assert all(each in words for each in ("kind=yes compared with kind=no", "take: amount", "phase turn", "Length"))


def test_hostile_names_of_every_sort_make_a_harmless_page() -> None:
    first = coins().summaries[0]
    nasty = evolve(
        evolve(first, title=NASTY, rules=NASTY, variant=NASTY, options=((NASTY, NASTY),)),
        seats=tuple(evolve(seat, name=NASTY) for seat in first.seats),
        phases=tuple(evolve(phase, phase=NASTY, title=NASTY) for phase in first.phases),
        broken=(Trouble(1, NASTY, 1, 0, NASTY, NASTY),),
        uses=tuple(evolve(use, group=NASTY, name=NASTY, title=NASTY) for use in first.uses),
    )
    text = page((nasty, coins().summaries[1]), coins().differences)
    well_formed(text)
    harmless(text)


PRINTABLE = st.from_regex("[^\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]*", fullmatch=True)


@given(PRINTABLE, PRINTABLE)
def test_a_text_is_a_text_wherever_it_stands(one: str, other: str) -> None:
    text = as_html(tag("p", one, tag("em", other), title=other, class_=one))
    tree = ET.fromstring(text)
    assert (tree.text or "", [each.tag for each in tree]) == (one, ["em"])
    assert tree[0].text or other == ""
    (found, inner) = elements(text)
    assert found == ("p", {"title": other, "class": one})
    assert inner == ("em", {})


def test_a_style_that_would_have_to_be_escaped_is_refused() -> None:
    with pytest.raises(AssertionError):
        html_page("x", "a > b { color: red }")


# ---- plots


@given(st.dictionaries(st.integers(-(10**9), 10**9), st.integers(1, 10**9), min_size=1))
def test_histograms_show_every_game_inside_the_plot(histogram: dict[int, int]) -> None:
    plot = report.histograms([("all", tuple(sorted(histogram.items())))], "about", "points")
    notes = ["".join(part.itertext()) for part in ET.fromstring(as_html(plot)).iter("title")]
    numbers = [int(note.split(": ")[1].split()[0].replace(",", "")) for note in notes]
    assert sum(numbers) == sum(histogram.values())
    assert len(numbers) <= report.BINS
    for part in ET.fromstring(as_html(plot)).iter("rect"):
        left, width = float(part.attrib["x"]), float(part.attrib["width"])
        assert left >= report.LABELS - 0.01
        assert left + width <= report.WIDTH


@given(st.floats(-1e6, 1e6), st.floats(0.001, 1e6))
def test_ticks_are_few_round_and_inside(low: float, size: float) -> None:
    found = report.ticks(low, low + size)
    assert len(found) <= 7
    slack = 1e-6 * (abs(low) + size)
    assert all(low - slack <= tick <= low + size + slack for tick in found)


def test_nothing_played_has_a_page_too() -> None:
    plan = Plan((setup(COINS),), 7, 300)
    rules = rules_of_setup(plan.setups[0])
    found: Summary = summary(plan, plan.setups[0], rules, beginning((rules.program,)).sums[0], "coins.rules")
    assert "0 of 300 games" in as_text([found], [])
    well_formed(page([found], []))
