"""An example that pins today's rule down: it comes true with the rules as they are, and not with a change.

It is made as the examples of holes are (`playtest.scenes`), but what it expects is that in which the two rules differ.
Several drafts are read and played at once: that takes hardly longer than one.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import inf
from time import thread_time
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.doubts.author import WORD, Author, at_setting
from rulewright.analysis.doubts.differing import Parting
from rulewright.analysis.doubts.judging import Changed, otherwise_seen
from rulewright.analysis.doubts.pool import SEED
from rulewright.analysis.example_parts import WON
from rulewright.analysis.example_play import Play, Stumble, said
from rulewright.analysis.examples import MOST_SHARED, WHICH, all_plays, run_group
from rulewright.analysis.playtest.finding import of_game, way_of
from rulewright.analysis.playtest.scenes import FAR_BEFORE, SETUP, Draft, Stage
from rulewright.analysis.position_text import INDENT, Laid, Names, laid_out
from rulewright.language import example_core, syntax
from rulewright.language.checks.proposed_secrets import possible, sentence
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import Setting
from rulewright.language.parser import Parsed, parse
from rulewright.language.source import Source

MAX_SECONDS: Final = 12.0
"""So much processor time an example may take."""
MAX_THEN_LINES: Final = 2
"""So many lines say what is so then."""
MAX_LISTED_PIECES: Final = 8
"""A list of more pieces is told only where nothing shorter differs."""
DRAFTS_A_MOVE: Final = 4
"""So many beginnings are tried so many moves before the difference."""
EXAMPLE: Final = "\nexample "
MAX_LISTS_CUT: Final = 3
"""So many lists are cut."""


@frozen
class Pinned:
    """An example to paste, and what comes of the change instead, in a sentence."""

    block: str
    instead: str


@frozen
class Shown:
    """What is so with today's rules, line by line, and what instead with the changed ones."""

    then: tuple[str, ...]
    instead: str


@frozen
class Rivals:
    """Two texts at one setting, each padded so that a block behind it stands at the same place in both."""

    setting: Setting
    texts: tuple[tuple[Parsed, Source], tuple[Parsed, Source]]

    @classmethod
    def of(cls, author: Author, changed: Changed, setting: Setting) -> "Rivals":
        """Today's text and the changed one."""
        sources = (author.source, changed.source)
        rules = [each.text.partition(EXAMPLE)[0].rstrip("\n") + "\n\n" for each in sources]
        length = max(map(len, rules))
        padded = [each.with_text(text.ljust(length, "\n")) for each, text in zip(sources, rules, strict=True)]
        return cls(setting, ((author.parsed, padded[0]), (changed.parsed, padded[1])))

    def nodes(self, blocks: Sequence[str]) -> tuple[syntax.Example, ...]:
        """The examples of these blocks, those that can be read."""
        source = self.texts[0][1]
        tree = parse(source.with_text("\n" * len(source.text) + "\n".join(blocks)), mends=False).ruleset
        return tuple(node for node in tree.declarations if isinstance(node, syntax.Example))

    def plays(self, which: int, nodes: tuple[syntax.Example, ...], blocks: Sequence[str]) -> list[Play | None]:
        """These examples, played up to their ends; None where something is wrong, then with what it is."""
        parsed, source = self.texts[which]
        whole = source.with_text(source.text + "\n".join(blocks))
        made = elaborate(parsed, whole, self.setting.players, dict(self.setting.options), nodes, checked=False)
        if made.core is None:
            return [None] * len(nodes)
        return [*all_plays(made.core, made.scenes, whole.text, passes=frozenset())]

    def shown(self, blocks: Sequence[str]) -> list[Shown | None]:
        """In what each of these blocks shows that the rules differ; None where it does not."""
        nodes = self.nodes(blocks)
        if len(nodes) != len(blocks):
            return [None] * len(blocks) if len(blocks) == 1 else [self.shown([each])[0] for each in blocks]
        today = self.plays(0, nodes, blocks)
        if not any(today):
            return [None] * len(blocks) if len(blocks) == 1 else [self.shown([each])[0] for each in blocks]
        return [_told_apart(one, other) for one, other in zip(today, self.plays(1, nodes, blocks), strict=True)]

    def holds(self, block: str) -> bool:
        """Whether it comes true with today's rules, and not with the changed ones."""
        nodes = self.nodes([block])
        wrong = []
        for (parsed, source), checked in zip(self.texts, (True, False), strict=True):
            whole = source.with_text(source.text + block)
            wrong.append(next(run_group(parsed, whole, self.setting, nodes, 0, checked=checked), None) is not None)
        return bool(nodes) and wrong == [False, True]


def _told_apart(today: Play | None, changed: Play | None) -> Shown | None:
    if today is None or changed is None or _stumbles(today) is not None:
        return None
    seats, game = today.example.seats, today.game
    decides = [f"{seats[seat]} decides" for seat in game.deciders[:1]]
    usual = ("game is over",) if today.over else tuple(decides)
    stumbles = _stumbles(changed)
    if stumbles is not None:  # a move that cannot be made; what goes wrong does so for want of what was left out
        return Shown(usual, str(stumbles)) if usual and stumbles.moves else None
    lists = [_of_course(today, changed), _of_fields(today, changed), _of_moves(today, changed)]
    if not today.come_to:
        lists[1:] = lists[:0:-1]
    pairs = next(
        (found for each in (*lists, _of_results(today, changed)) if (found := [*islice(each, MAX_THEN_LINES)])), []
    )
    return Shown(tuple(line for line, _ in pairs), "; ".join(other for _, other in pairs)) if pairs else None


def _stumbles(play: Play) -> Stumble | None:
    """What goes wrong when it is played, if anything does."""
    try:
        play.go_to_first_stop()
        for part in play.example.parts:
            if isinstance(part, example_core.When):
                play.carry_out(part.events)
    except Stumble as stumble:
        return stumble
    return None


Pairs = Iterator[tuple[str, str]]
"""What is so with today's rules, as an example says it, and what instead."""


def _of_course(today: Play, changed: Play) -> Pairs:
    """Whether the game is over, and who is asked."""
    seats = today.example.seats
    if today.over != changed.over:
        lines = ("game is over", "game is not over")
        yield lines[::1] if today.over else lines[::-1]
        return
    if today.game.deciders != changed.game.deciders:
        told = ([f"{seats[each]} decides" for each in play.game.deciders] for play in (today, changed))
        yield from zip(*told, strict=False)


def _of_moves(today: Play, changed: Play) -> Pairs:
    """What can be done."""
    seats = today.example.seats
    for seat in today.game.deciders:
        here, there = ([*map(said, play.game.moves(seat))] for play in (today, changed))
        more, less = [each for each in here if each not in there], [each for each in there if each not in here]
        yield from ((f"{seats[seat]} can {each}", f"{seats[seat]} cannot {each}") for each in more[:1])
        yield from ((f"{seats[seat]} cannot {each}", f"{seats[seat]} can {each}") for each in less[:1])


def _of_fields(today: Play, changed: Play) -> Pairs:
    """What lies where and what variables are, what is said shortly first."""
    here, there = ({each.subject: each for each in _laid(play)} for play in (today, changed))
    apart = [subject for subject in {**here, **there} if here.get(subject) != there.get(subject)]
    told = [(here.get(subject), there.get(subject)) for subject in apart]
    lines = [(_said(one, other, MAX_LISTED_PIECES), _said(other, one)) for one, other in told]
    yield from sorted((pair for pair in lines if pair[0]), key=lambda pair: len(pair[0]) > 60)


def _laid(play: Play) -> tuple[Laid, ...]:
    names = Names(play.rules, {name: name for name in play.example.seats})
    found = laid_out(names, play.game.state.vector)
    return tuple(each for each in found if each.subject not in (WHICH, WON) and not each.rows)


def _said(one: Laid | None, other: Laid | None, most: int | None = None) -> str:
    """What lies there or is so, in one line; nothing where an example cannot say so, of more than so many pieces."""
    known = one or other
    assert known is not None, "one of them says something"
    if one is None:
        return f"{known.subject} is not {known.value}" if known.value is not None else f"{known.subject} is empty"
    if one.value is not None:
        return f"{one.subject} is {one.value}"
    if most is not None and ("rest" in one.words or len(one.words) > most):
        return ""
    words = one.words if len(one.words) <= MAX_LISTED_PIECES else (*one.words[:MAX_LISTED_PIECES], "…")
    return f"{one.subject} holds {', '.join(words)}"


def _of_results(today: Play, changed: Play) -> Pairs:
    """Scores and winners at an end."""
    if not (today.over and changed.over):
        return
    seats, (one, other) = today.example.seats, (today.game, changed.game)
    for seat, here, there in zip(seats, one.scores, other.scores, strict=True):
        if here != there and today.core.scoring.score is not None:
            yield f"{seat}'s score is {here}", f"{seat}'s score is {there}"
    for number, seat in enumerate(seats):
        if (number in one.winners) != (number in other.winners):
            pair = (f"{seat} is in winners", f"{seat} is not in winners")
            yield pair if number in one.winners else pair[::-1]


def pinned(
    author: Author, changed: Changed, setting: Setting, parting: Parting, title: str, part: str
) -> Pinned | None:
    """The example of a change in this part of the text, of whose fields its position says what they hold, as far as
    that is short; None where none was found in time."""
    words = frozenset(WORD.findall(part))
    rules, due = author.plain(setting), thread_time() + MAX_SECONDS
    way = way_of(rules, of_game(rules, SEED, parting.game, parting.decision, parting.chosen))
    stage, rivals = Stage(rules, way, title, inf), Rivals.of(author, changed, setting)
    for k in range(min(FAR_BEFORE, way.decisions) + 1):
        for draft in islice(stage.drafts(way.decisions - k), DRAFTS_A_MOVE):
            tried = (_best(rivals, stage, drafts) for drafts in _with_less(stage, draft, words))
            found = next((each for each in tried if each is not None), None)
            if found is not None:
                smaller, shown = _smaller(rivals, stage, *found, words, due)
                block = _block(stage, smaller, shown)
                return Pinned(block, shown.instead) if rivals.holds(block) else None
            if thread_time() >= due:
                return None
    return None


def kept_secret(author: Author, changed: Changed, setting: Setting) -> str | None:
    """The secret that today's rules keep, and that a change breaks by which more players see a field."""
    today, other = author.plain(setting).core, changed.at(setting).core
    fields = [] if other is None else otherwise_seen(today, other)
    every = [sentence(today, each) for each in possible(today) if each.of in fields]
    return next((f"{each}\n" for each in every if _wrong_with(author, changed, setting, each) == [False, True]), None)


def _wrong_with(author: Author, changed: Changed, setting: Setting, block: str) -> list[bool]:
    """Whether something is wrong with today's text, and with the changed one, with more below them."""
    texts = (author.source, changed.source)
    below = [each.with_text(f"{each.text.partition(EXAMPLE)[0]}\n{block}\n") for each in texts]
    return [at_setting(parse(each, mends=False), each, setting).core is None for each in below]


def _with_less(stage: Stage, draft: Draft, words: frozenset[str]) -> Iterator[list[Draft]]:
    """A draft with less of its position, at first what the part of the text in question and the moves speak of, and
    what is its player's, too; then all short lines; then all."""
    if draft.door.procedure != SETUP:
        told = {*WORD.findall(stage.block(evolve(draft, laid=(), then=None)))}
        seat = None if draft.door.seat is None else stage.names.seat(draft.door.seat)
        near = tuple(each for each in draft.laid if told & {each.subject, *each.words} or _about(each, words))
        own = tuple(each for each in draft.laid if each in near or each.subject.startswith(f"{seat}'s "))
        short = tuple(each for each in draft.laid if len(each.words) <= MAX_LISTED_PIECES)
        for tries in ((near, own), (short,)):
            yield [evolve(draft, laid=laid) for laid in sorted({*tries}, key=len)]
    yield [draft]


def _about(line: Laid, words: frozenset[str]) -> bool:
    """Whether a line draws a board, or says shortly what is in a field that is called by one of these words."""
    named = line.subject.rpartition(" ")[2] in words and len(line.words) <= MAX_LISTED_PIECES
    return named or bool(line.rows)


def _block(stage: Stage, draft: Draft, shown: Shown) -> str:
    then = "".join(f"{INDENT}{line}\n" for line in shown.then)
    return f"{stage.block(evolve(draft, then=None))}    then:\n{then}"


def _best(rivals: Rivals, stage: Stage, drafts: Sequence[Draft]) -> tuple[Draft, Shown] | None:
    """The first of these that shows it."""
    blocks = [stage.block(evolve(each, then=None)) for each in drafts]
    found = zip(drafts, rivals.shown(blocks) if blocks else (), strict=False)
    return next(((draft, shown) for draft, shown in found if shown is not None), None)


def _smaller(
    rivals: Rivals, stage: Stage, draft: Draft, shown: Shown, words: frozenset[str], due: float
) -> tuple[Draft, Shown]:
    """The same without lines of its position that are neither needed nor about what these words name: those are left
    out together of which each could be left out by itself, as many of them as it goes; then long lists are cut."""
    if draft.door.procedure == SETUP:
        return draft, shown
    others = [each for each in draft.laid if not _about(each, words)]
    size = -(-len(others) // MOST_SHARED)
    groups = [others[at : at + size] for at in range(0, len(others), size or 1)]
    if thread_time() >= due or not groups:
        return draft, shown
    fewer = [evolve(draft, laid=tuple(each for each in draft.laid if each not in group)) for group in groups]
    known = rivals.shown([stage.block(evolve(each, then=None)) for each in fewer])
    needless = [group for group, one in zip(groups, known, strict=True) if one is not None]
    steps = [
        evolve(draft, laid=tuple(each for each in draft.laid if not any(each in group for group in needless[:number])))
        for number in range(len(needless), 0, -1)
    ]
    draft, shown = _best(rivals, stage, steps) or (draft, shown)
    long = sorted(
        (each for each in draft.laid if len(each.words) > 1 and not _about(each, words)),
        key=lambda each: -len(each.words),
    )[:MAX_LISTS_CUT]
    cuts = [(at, length) for at in map(draft.laid.index, long) for length in _lengths(draft.laid[at])]
    if thread_time() >= due or not cuts:
        return draft, shown
    shorter = rivals.shown([stage.block(evolve(_cut(draft, dict([each])), then=None)) for each in cuts])
    shortest = {at: length for (at, length), known in reversed([*zip(cuts, shorter, strict=True)]) if known is not None}
    return _best(rivals, stage, [_cut(draft, shortest)] if shortest else []) or (draft, shown)


def _lengths(line: Laid) -> list[int]:
    """To how many words a list may be cut, the fewest first."""
    return sorted({1, len(line.words) // 4, len(line.words) // 2} - {0, len(line.words)})


def _cut(draft: Draft, lengths: Mapping[int, int]) -> Draft:
    """The same with some of its lists cut to so many words."""
    cut = (evolve(each, words=each.words[: lengths.get(at)]) for at, each in enumerate(draft.laid))
    return evolve(draft, laid=tuple(cut))
