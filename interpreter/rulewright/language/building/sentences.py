"""Builders of sentences: what happens, what is picked and needed, what may be chosen."""

from functools import partial
from typing import Any, Final

from attrs import evolve

from rulewright.language import syntax as s
from rulewright.language.building.combinators import Builder, Form, constant, listed, node, only, with_head, with_tail
from rulewright.language.span import Span


def _needs(*, if_you_can: bool) -> Builder:
    return lambda parts, span: s.Needs(_wanted(parts[0], parts[1]), if_you_can, parts[2], span=span)


def _wanted(condition: s.Expr, when: s.Expr | None) -> s.Expr:
    """`C when D`: where D does not hold, nothing is needed."""
    if when is None:
        return condition
    return s.Or((s.Not(when, span=when.span), condition), span=Span(condition.span.start, when.span.end))


def _must_leave(parts: list[Any], span: Span) -> s.MustLeave:
    condition, if_able, because = parts
    return s.MustLeave(condition, if_able is not None, because, span=span)


def _pick(parts: list[Any], span: Span) -> s.Pick:
    name, candidates, if_any = parts
    return s.Pick(name, candidates, if_any is not None, span=span)


def _pick_several(parts: list[Any], span: Span) -> s.PickSeveral:
    low, high, name, candidates, repeats = parts
    return s.PickSeveral(low, high, name, candidates, repeats is not None, span=span)


def _named(parts: list[Any], span: Span) -> s.Named:
    return s.Named(
        tuple(s.Word(part, span=part.span) if isinstance(part, s.Name) else part for part in parts), span=span
    )


def _number(value: int) -> Builder:
    return lambda _parts, span: s.Number(value, span=span)


def _limit(*, exactly: bool) -> Builder:
    return lambda parts, span: s.Limit(exactly, s.Number(1, span=span), parts[0], span=span)


def _choose_times(*, if_you_can: bool) -> Builder:
    """`choose a or b, n times`; of those times when nobody can, nothing comes."""

    def build(parts: list[Any], span: Span) -> s.RepeatTimes:
        offer = s.Offer(parts[0], None, span=Span(parts[0][0].span.start, parts[0][-1].span.end))
        chosen = s.Choose(offer, (s.Nothing(span=span),) if if_you_can else None, span=span)
        return s.RepeatTimes(parts[1], (chosen,), span=span)

    return build


def _choose_often_else(parts: list[Any], span: Span) -> s.RepeatTimes:
    """`choose a or b, n times` with `if you cannot:`, which happens each of those times."""
    often: s.RepeatTimes = parts[0]
    (chosen,) = often.body
    return evolve(often, body=(evolve(chosen, otherwise=parts[1], span=span),), span=span)


_ACTION: Final = "in an action, before the first sentence that does something"

SENTENCES: Final = (
    Form("let", "let NAME be VALUE", borrowed=("var",)),
    Form("keep", "keep NAME: TYPE, starts VALUE", borrowed=("variable", "local", "store")),
    Form(
        "set",
        "set FIELD to VALUE, or set BOARD to: and its rows below",
        {"set_board": with_tail(s.SetBoard, 1)},
        ("assign",),
    ),
    Form("add", "add NUMBER to FIELD", {"add": node(partial(s.Change, "add"))}, ("increase", "increment", "gain")),
    Form(
        "subtract",
        "subtract NUMBER from FIELD",
        {"subtract": node(partial(s.Change, "subtract"))},
        ("decrease", "decrement", "lose"),
    ),
    Form("remove", "remove VALUE from SET", {"remove": node(partial(s.Change, "remove"))}),
    Form(
        "move",
        "move PIECE to ZONE, move all ZONE to ZONE, or move NUMBER from ZONE to ZONE",
        {"some_of": node(s.SomeOf, up_to=False), "up_to": node(s.SomeOf, up_to=True)},
        ("put", "place", "deal", "take", "discard"),
    ),
    Form("draw", "draw NAME from ZONE"),
    Form("roll", "roll NAME from 1..6, or roll NUMBER to ZONE", {"roll": node(s.Draw, rolled=True)}),
    Form("shuffle", "shuffle ZONE"),
    Form("flip", "flip PIECE face up", {"face_up": constant("up"), "face_down": constant("down")}, ("turn",)),
    Form("sow", "sow all FIELD onto NEXT where CONDITION", borrowed=("distribute",)),
    Form("swap", "swap PLACE and PLACE, or swap ZONE and ZONE", borrowed=("exchange",)),
    Form("rotate", "rotate LINE toward DIRECTION"),
    Form("pack", "pack BOARD toward SIDE"),
    Form("remember", "remember MEMORY", borrowed=("record", "memorize")),
    Form("forget", "forget MEMORY"),
    Form(
        "show", "show PIECE to PLAYER, or show PIECE to everyone", {"show_everyone": node(s.Show, to=None)}, ("reveal",)
    ),
    Form("finish", "finish PHASE", borrowed=("return", "break", "stop", "exit")),
    Form("give", "give VALUE", borrowed=("answer", "yield", "reply")),
    Form(
        "end",
        "end game, or end game, won by PLAYER, or end game, drawn",
        {"end_won": node(s.EndGame), "end_drawn": node(partial(s.EndGame, drawn=True))},
    ),
    Form("nothing", "nothing", borrowed=("pass", "skip", "continue")),
    Form(
        "choose",
        "choose ACTION or ACTION, choose ACTION, NUMBER times if you can, or choose until ACTION: with a list below it",
        {
            "choose_else": lambda parts, span: s.Choose(parts[0].offer, parts[1], span=span),
            "offers": listed,
            "acts": listed,
            "once_per": _limit(exactly=False),
            "exactly_once_per": _limit(exactly=True),
            "often_per": node(s.Limit, False),
            "twice": _number(2),
            "thrice": _number(3),
            "times_": only,
            "choose_often": _choose_times(if_you_can=False),
            "choose_often_else": _choose_often_else,
            "choose_times_if_you_can": _choose_times(if_you_can=True),
        },
        ("offer",),
    ),
    Form("if", "if CONDITION: SENTENCE", {"if_": with_head(s.If)}, opens=True),
    Form("for", "for each NAME in ZONE: SENTENCE", {"named": _named}, ("foreach",), opens=True),
    Form(
        "each",
        "each player: SENTENCE, each other player from PLAYER: SENTENCE, each player where CONDITION: SENTENCE, "
        "each player at once: choose ACTION, or each player at once: move all ZONE to ZONE",
        {
            "each_in_turn": node(partial(s.EachInTurn, False, False)),
            "each_other": node(partial(s.EachInTurn, True, False)),
            "each_at_once": node(partial(s.EachInTurn, False, True)),
            "each_other_at_once": node(partial(s.EachInTurn, True, True)),
        },
        opens=True,
    ),
    Form("go", "go around from PLAYER among PLAYERS until CONDITION: SENTENCE", opens=True),
    Form("ask", "ask PLAYER: SENTENCE", opens=True),
    Form(
        "repeat",
        "repeat: SENTENCE, repeat until CONDITION: SENTENCE, or repeat NUMBER times: SENTENCE",
        {"forever": node(partial(s.Repeat, None)), "until": node(s.Repeat), "times": node(s.RepeatTimes)},
        ("while", "loop"),
        opens=True,
    ),
)

HEADERS: Final = (
    Form(
        "pick",
        "pick NAME from ZONE where CONDITION",
        {
            "pick": _pick,
            "pick_several": _pick_several,
            "pick_in_order": node(s.PickSeveral, repeats=False, ordered=True),
            "union": with_tail(s.Union, 0),
            "words": with_tail(s.Words, 0),
        },
        ("select",),
        belongs=f"picks stand {_ACTION}. What is chosen later is an action of its own, offered there by `choose`.",
    ),
    Form(
        "needs",
        'needs CONDITION because "REASON", or needs CONDITION when CONDITION because "REASON"',
        {"needs": _needs(if_you_can=False), "needs_if_you_can": _needs(if_you_can=True)},
        ("require", "requires"),
        belongs=f"guards stand {_ACTION}, or below `game`.",
    ),
    Form(
        "must",
        'must change ZONE because "REASON", or must leave CONDITION because "REASON"',
        {"must_leave": _must_leave},
        belongs=f"it stands {_ACTION}.",
    ),
)

LINES: Final = (
    Form(
        "otherwise",
        "otherwise: SENTENCE, or otherwise if CONDITION: SENTENCE",
        borrowed=("else", "elif"),
        opens=True,
        belongs="it follows the block of an `if`, in the same column.",
    ),
    Form(
        "because",
        'because "REASON"',
        {"because": only},
        belongs="it ends a `needs` or `must` line, or stands indented below one.",
    ),
)

BLOCKS: Final[dict[str, Builder]] = {"block": listed, "lines": listed}
"""What begins with no word of its own."""
