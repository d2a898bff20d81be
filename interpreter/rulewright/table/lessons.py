"""`rulewright teach`: what is told to somebody who learns a game, decision by decision of a first round.

All of it comes from the rules and from what the seat may see: how the game goes and what wins it, whose turn it is and
in which phase, what can be done and what not, with the reasons of the rules, which move promises most, and what to
type. Law: every line that somebody is
told to type can be typed there, and does what is said.
"""

from collections.abc import Callable, Iterator
from statistics import mean
from typing import Final

from attrs import evolve

from rulewright.analysis.documents import Paragraph
from rulewright.machine.game import Decision, Game
from rulewright.machine.interpret import Deciding
from rulewright.machine.sample_state import eyes
from rulewright.searching import Budget
from rulewright.table.asking import Asker
from rulewright.table.gains import highest_wins, made_of
from rulewright.table.looking import prose_about
from rulewright.table.text_lines import Remark, Said, answered, book_of, listed, named, number_of
from rulewright.table.typed_line import move_text

FEWEST_STEPS, MOST_STEPS = 3, 8
"""A round ends with the decision behind which every seat has decided and the learner so often; or so often at most."""
MAX_EXAMPLES: Final = 2
MAX_REASONS: Final = 2
MAX_PHASES: Final = 8
PLAN_BUDGET: Final = Budget(iterations=1_000, seconds=0.4, seed=1)
PLAN_GAMES, FEWEST_GAMES, MAX_SCORED = 120, 20, 4
"""How many games are tried out to find what wins, and how many must have come to their end."""
UNBROKEN: Final = 10_000
"""The columns for a paragraph that is set in lines later."""
Advice = Callable[[], Said]
"""What a hint says here."""


def lesson(asker: Asker, game: Game, seat: int, advice: Advice, plan: Advice = answered) -> Said:
    """What is told before a decision of a seat, before the first one with a `plan`; nothing after the first round."""
    made = [step.seat for step in game.steps if isinstance(step, Decision)]
    step = made.count(seat) + 1
    if not _round_is_over(made, seat, game.rules.players):
        first = (*_aim(asker, game, seat), *plan().remarks) if step == 1 else ()
        told = (*first, Remark(f"Step {step}. {_turn(game, seat)}", style="title"), *_possible(asker, game, seat))
        return named(answered(*told, *_advised(game, seat, advice())), asker.names.text)
    before = made[: len(made) - made[::-1].index(seat) - 1]
    if _round_is_over(before, seat, game.rules.players):
        return Said(())
    over = (
        "That was a first round. From now on you play by yourself: :hint says which move promises most, :why MOVE why "
        "one is refused, :rules WORD what the rules say of a word, :log what happened, ? what else can be typed."
    )
    return answered(Remark(over, style="title"))


def _round_is_over(made: list[int], seat: int, players: int) -> bool:
    own = made.count(seat)
    return own >= MOST_STEPS or (own >= FEWEST_STEPS and len({*made}) == players)


def _aim(asker: Asker, game: Game, seat: int) -> Iterator[Remark]:
    """What the game is called, who plays, and what the rulebook says first: how it goes, how it ends, or who wins."""
    rules = game.rules
    title = f"{rules.core.title}: {rules.core.subtitle}." if rules.core.subtitle else f"{rules.core.title}."
    yield Remark(title, style="title")
    labels = asker.names.labels
    others = [label for at, label in enumerate(labels) if at != seat]
    against = f" With you at the table: {listed(others)}." if others else ""
    yield Remark(f"You are {labels[seat]}; what is yours is marked (you).{against}")
    from rulewright.analysis.documents import document_lines

    book = book_of(rules)
    told = document_lines(evolve(book, title="", subtitle=""), book.chapters[:1], UNBROKEN)
    yield from (Remark(line.strip()) for sort, line in told if sort != "title" and line.strip())
    parts = next((chapter.parts for chapter in book.chapters if chapter.heading == "Play"), ())
    titles = [each.blocks[0].text for each in parts if each.blocks and isinstance(each.blocks[0], Paragraph)]
    if titles[1:]:
        yield Remark("How it goes: " + " ".join(titles[:MAX_PHASES]) + " …" * (len(titles) > MAX_PHASES))


def what_wins(asker: Asker, game: Game, seat: int, going: Callable[[], bool] = lambda: True) -> Said:
    """What those who won scored most with in games that are tried out from here, and what the others did; nothing where
    that is not seen in several."""
    parts, highest, seen = asker.score_parts, highest_wins(game.rules.core.scoring), eyes(game, seat)
    if parts is None or highest is None or game.rules.players == 1:
        return Said(())
    asker.thinker.think(seen, PLAN_BUDGET, going)
    ends = [end for some in asker.thinker.ends(seen, seen.moves()[:1], PLAN_GAMES, going) for end in some if end.over]
    scored: dict[bool, dict[str, list[int]]] = {True: {}, False: {}}
    for who in range(game.rules.players):
        for name, values in made_of(parts, who, [end.state for end in ends]).items():
            for end, value in zip(ends, values, strict=True):
                won = end.scores[who] == (max if highest else min)(end.scores)
                scored[won].setdefault(name, []).append(value)
    means = {
        name: (mean(each), mean(scored[False][name])) for name, each in scored[True].items() if name in scored[False]
    }
    if len(ends) < FEWEST_GAMES or not means:
        return Said(())
    told = sorted(means.items(), key=lambda each: -abs(each[1][0] - each[1][1]))[:MAX_SCORED]
    what = listed(f"{name} {own:.1f} (the others {theirs:.1f})" for name, (own, theirs) in told)
    return answered(f"What wins: in {len(ends)} games tried out from here who won scored on average {what}.")


def _turn(game: Game, seat: int) -> str:
    """Whose turn it is, and in which phase."""
    phases = game.view(seat).phases
    who = "You are asked together with others" if len(game.deciders) > 1 else "It is your turn"
    phase = f' ("{phases[-1]}")' if phases else ""
    return f"{who}{phase}."


def _possible(asker: Asker, game: Game, seat: int) -> Iterator[Remark]:
    """What can be done, action by action with what the rules say of it, until the seat has done it; and what not, and
    why."""
    moves, program, stop = game.moves(seat), game.rules.program, game.entered().stop
    assert isinstance(stop, Deciding)
    offered = dict.fromkeys(program.actions[offer.action].name for offer in program.sites[stop.site].offers)
    titles = asker.words.actions
    used = {step.move[0] for step in game.steps if isinstance(step, Decision) and step.seat == seat}
    by_action = {name: [move for move in moves if move[0] == name] for name in dict.fromkeys(move[0] for move in moves)}
    for name, some in by_action.items():
        about = f" - {titles[str(name)]}" if titles.get(str(name)) else ""
        told = some if len(some) == MAX_EXAMPLES + 1 else some[:MAX_EXAMPLES]  # one other is told instead of counted
        like = listed((f'"{move_text(asker.names.out(move))}"' for move in told), "or")
        left = len(some) - len(told)
        more = f", or one of {number_of(left, 'other')}" if left > 0 else ""
        yield Remark(f"You can {name}{about}. Type {like}{more}.", 1)
        if name not in used:
            yield from (evolve(each, depth=2) for each in prose_about(game.rules, str(name)))
    reasons = 0
    for name in offered:
        refusal = game.why(seat, (name,)) if name not in by_action and reasons < MAX_REASONS else None
        if refusal is not None and refusal.kind != "arguments":  # what is only not all of a move may be none or one
            reasons += 1
            reason = refusal.reason.removesuffix(".")
            yield Remark(f'You cannot {name} now: {reason}. Type ":why {name}" to read the rule.', 1)


def _advised(game: Game, seat: int, hint: Said) -> Iterator[Remark]:
    """Which move promises most, and why as far as a hint knows it; of a single one that there is no other."""
    moves = game.moves(seat)
    if len(moves) == 1:
        yield Remark("There is no other move.")
        return
    best, *why = [each for each in hint.remarks if each.style != "hint"]
    yield Remark(f"What promises most here: {best.text}.")
    yield from (each for each in why[:1])
    yield Remark('Type a move, or the number beside it; "?" shows what else you can ask before.', style="hint")
