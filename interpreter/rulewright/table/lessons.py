"""`rulewright teach`: what is told to somebody who learns a game, decision by decision of a first round.

All of it comes from the rules and from what the seat may see: whose turn it is and in which phase, what can be done and
what not, with the reasons of the rules, which move promises most, and what to type. Law: every line that somebody is
told to type can be typed there, and does what is said.
"""

from collections.abc import Callable, Iterator
from typing import Final

from attrs import evolve

from rulewright.machine.game import Decision, Game
from rulewright.machine.interpret import Deciding
from rulewright.table.asking import Asker
from rulewright.table.text_lines import Remark, Said, answered, book_of, listed, named, number_of
from rulewright.table.typed_line import move_text

FEWEST_STEPS, MOST_STEPS = 3, 8
"""A round ends with the decision behind which every seat has decided and the learner so often; or so often at most."""
MAX_EXAMPLES: Final = 2
MAX_REASONS: Final = 2
UNBROKEN: Final = 10_000
"""The columns for a paragraph that is set in lines later."""
Advice = Callable[[], Said]
"""What a hint says here."""


def lesson(asker: Asker, game: Game, seat: int, advice: Advice) -> Said:
    """What is told before a decision of a seat; nothing after the first round."""
    made = [step.seat for step in game.steps if isinstance(step, Decision)]
    step = made.count(seat) + 1
    if not _round_is_over(made, seat, game.rules.players):
        first = _aim(asker, game, seat) if step == 1 else ()
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


def _turn(game: Game, seat: int) -> str:
    """Whose turn it is, and in which phase."""
    phases = game.view(seat).phases
    who = "You are asked together with others" if len(game.deciders) > 1 else "It is your turn"
    phase = f' ("{phases[-1]}")' if phases else ""
    return f"{who}{phase}."


def _possible(asker: Asker, game: Game, seat: int) -> Iterator[Remark]:
    """What can be done, action by action with what the rules say of it; and what not, and why."""
    moves, program, stop = game.moves(seat), game.rules.program, game.entered().stop
    assert isinstance(stop, Deciding)
    offered = dict.fromkeys(program.actions[offer.action].name for offer in program.sites[stop.site].offers)
    titles = asker.words.actions
    by_action = {name: [move for move in moves if move[0] == name] for name in dict.fromkeys(move[0] for move in moves)}
    for name, some in by_action.items():
        about = f" - {titles[str(name)]}" if titles.get(str(name)) else ""
        told = some if len(some) == MAX_EXAMPLES + 1 else some[:MAX_EXAMPLES]  # one other is told instead of counted
        like = listed((f'"{move_text(asker.names.out(move))}"' for move in told), "or")
        left = len(some) - len(told)
        more = f", or one of {number_of(left, 'other')}" if left > 0 else ""
        yield Remark(f"You can {name}{about}. Type {like}{more}.", 1)
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
