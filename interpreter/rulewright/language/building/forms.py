"""What begins with a word of its own, one row each: paragraphs, sentences, headers of actions and lines in them."""

import re
from functools import partial
from typing import Any, Final, get_args

from attrs import evolve

from rulewright.language import syntax as s
from rulewright.language.building.shapes import Builder, Form, constant, node, only, with_head, with_lists, with_tail
from rulewright.language.languages import NEWEST
from rulewright.language.span import Span
from rulewright.language.wording import GAP

# ---- Paragraphs: what there is, and the frames of what happens and what is so


def _param(parts: list[Any], span: Span) -> s.Param:
    kind, name = parts
    one_word: Any = kind.of if isinstance(kind, s.Optional) else kind
    return s.Param(kind, one_word if name is None else name, span=span)


def _family(make: type[s.ActionFamily | s.ProcedureFamily], fixed: int) -> Builder:
    """After so many parts, of which the third are parameters, the lines before, of and after the members."""

    def build(parts: list[Any], span: Span) -> object:
        members = [place for place, part in enumerate(parts) if type(part) is s.FamilyMember]
        first, last = members[0], members[-1] + 1
        around = (tuple(parts[fixed:first]), tuple(parts[first:last]), tuple(parts[last:]))
        return with_lists(make, 2)([*parts[:fixed], *around], span)

    return build


def _guarded_choice(parts: list[Any], span: Span) -> s.Choice:
    name, title, *lines = parts
    needs = tuple(line for line in lines if type(line) is s.Needs)
    return s.Choice(name, title, tuple(lines[len(needs) :]), needs=needs, span=span)


def _appearance(parts: list[Any], span: Span) -> s.Appearance:
    """`color crimson`: its words name nothing of the rules."""
    word, value = (s.Text(part.text, span=part.span) if part else None for part in parts)
    assert word is not None, "a word comes first"
    return s.Appearance(word, value, span=span)


def _body_of_cases(parts: list[Any], span: Span) -> s.Body:
    lets = [part for part in parts if type(part) is s.Let]
    return s.Body(tuple(lets), tuple(parts[len(lets) :]), span=span)


def _whenever(parts: list[Any], span: Span, *, event: s.Happening) -> s.Whenever:
    """What comes or leaves, or what it was before, stands before or behind the field."""
    binder, path = parts[1::-1] if event == "changes" else parts[:2]
    end = path.member.name if isinstance(path, s.Of) else getattr(path, "name", s.Name("it", span=path.span))
    happens = "comes to" if event == "comes" else event
    said = f"{end.text} changes" if event == "changes" else f"{binder.text} {happens} {end.text}"
    name = s.Name(f"whenever {said}", span=path.span)
    return s.Whenever(name, path, binder, event, parts[2], parts[3], span=span)


def _counts(parts: list[Any], span: Span) -> s.CountsValue:
    """In the first version of the language a value stands for one of it."""
    addends = (s.Addend(part, None, span=part.span) if isinstance(part, s.Name) else part for part in parts)
    return s.CountsValue(tuple(addends), span=span)


def _define_by(parts: list[Any], span: Span) -> object:
    *said, keys, head, rows = [*parts[:7], tuple(parts[7:])]
    table = s.Table(tuple(filter(None, keys)), head or (), rows, span=Span(rows[0].span.start, span.end))
    return with_lists(s.Define, 4)([*said, s.Body((), table, span=table.span)], span)


def _table_row(parts: list[Any], span: Span) -> s.TableRow:
    cells = tuple(s.Word(part, span=part.span) if isinstance(part, s.Name) else part for part in parts[1:])
    return s.TableRow(parts[0], cells, span=span)


_ASKED: Final = re.compile(r"(?:(your|its) +)?([^\W\d_][\w-]*)")


def _tell(parts: list[Any], span: Span) -> s.Tell:
    text, to = parts
    gaps = (_gap(gap[1], text.span.start + 1 + gap.start(1)) for gap in GAP.finditer(text.text))
    return s.Tell(text, tuple(gaps), to, span=span)


def _gap(text: str, begin: int) -> s.Expr | None:
    """What stands in a gap of a string, from there on: a name, or what is asked of it; None for all else."""
    made: s.Expr | None = None
    at = begin
    for word in map(_ASKED.fullmatch, text.split("'s ")):
        if word is None or (word[1] and made is not None):
            return None
        span, subject = Span(at + word.start(2), at + word.end()), made
        name = s.Name(word[2], span=span)
        if word[1]:
            subject = (s.You if word[1] == "your" else s.It)(span=Span(at, at + len(word[1])))
        if subject is not None:
            made = s.Of(subject, s.Member(name, None, span=span), span=Span(begin, span.end))
        elif name.text in ("you", "it"):
            made = (s.You if name.text == "you" else s.It)(span=span)
        else:
            made = s.Word(name, span=span)
        at = span.end + len("'s ")
    return made


_FIELD: Final = "NAME: TYPE, such as: deck: pile of card"

PARAGRAPHS: Final = (
    Form("game", 'game "NAME" "what it is", and below it: players 2..4', {"game": with_tail(s.Game, 5)}),
    Form("option", 'option NAME "what it decides": 8 or 12, default 8', {"option": with_tail(s.Option, 3)}),
    Form(
        "joined",
        "joined POINTS: and below it one straight line of points a line: a, b, c",
        {"joined": with_tail(s.Joined, 1)},
    ),
    Form(
        "component",
        "component NAME: ATTRIBUTE, ATTRIBUTE and below it rows such as: 2 of red, 1..5",
        {
            "component": lambda parts, span: s.Component(
                parts[0], parts[1], parts[2], parts[3], tuple(parts[5:]), shown=parts[4], span=span
            ),
            "component_of_names": lambda parts, span: s.Component(
                parts[0], parts[1], parts[2], (), (), parts[3], span=span
            ),
            "optional_attr": node(s.Attribute, optional=True),
            "row": lambda parts, span: s.Row(parts[0], tuple(parts[1:-2]), parts[-2], parts[-1], span=span),
            "copies": lambda parts, span: s.Copies(parts[0].value, span=span),
            "per_player": lambda parts, span: s.Copies(parts[0].value, per_player=True, span=span),
            "unlimited": node(s.Copies, None),
            "any_but": with_tail(s.AnyBut, 0),
            "any_of": with_tail(s.AnyOf, 0),
            "counts_value": _counts,
            "counts_of_one": lambda parts, span: s.CountsValue((s.Addend(*parts, span=span),), span=span),
        },
        ("type", "class"),
        below="COPIES of VALUE, VALUE, such as: 2 of red, 1..5",
    ),
    Form(
        "there",
        "there is, and below it fields such as: deck: pile of card",
        {"there_is": lambda parts, span: s.Has((), tuple(parts), span=span)},
        ("zone",),
        below=_FIELD,
    ),
    Form(
        "each",
        "each player has, and below it fields such as: hand: hand of card; or each card in row has, and below it what "
        "is noted of them",
        {
            "each_has": lambda parts, span: s.Has(tuple(filter(None, parts[:2])), tuple(parts[2:]), span=span),
            "each_lying_has": lambda parts, span: s.Has((parts[0],), tuple(parts[2:]), parts[1], span=span),
        },
        below=_FIELD,
    ),
    Form("setup", "setup: and below it sentences"),
    Form("play", "play: and below it sentences"),
    Form("phase", 'phase NAME "title": and below it sentences', {"phase": with_lists(s.Phase, 1)}, ("round", "turns")),
    Form(
        "to",
        "to NAME(params): and below it sentences, or to NAME(params) gives TYPE:",
        {"procedure": with_lists(s.Procedure, 1), "procedure_family": _family(s.ProcedureFamily, 3), "param": _param},
        ("procedure",),
    ),
    Form(
        "action",
        'action NAME "what it does": and below it pick, needs and sentences',
        {"action": with_lists(s.Action, 1), "action_family": _family(s.ActionFamily, 5)},
    ),
    Form(
        "whenever",
        "whenever NAME comes to ZONE:, whenever NAME leaves ZONE: or whenever FIELD changes: and below it sentences",
        {
            **{f"whenever_{event}": partial(_whenever, event=event) for event in get_args(s.Happening)},
            "not_by_itself": lambda _parts, span: s.Number(1, span=span),
            "often_per_chain": only,
        },
        ("trigger", "on"),
    ),
    Form(
        "choice",
        'choice NAME "title": and below it the names of actions',
        {"guarded_choice": _guarded_choice},
        ("menu",),
        below='ACTION or ACTION, once per PHASE; before them: needs CONDITION because "REASON"',
    ),
    Form(
        "define",
        "define NAME of TYPE x: VALUE, or below it lines such as: VALUE when CONDITION",
        {
            "define": with_lists(s.Define, 4),
            "body": with_head(s.Body),
            "body_of_cases": _body_of_cases,
            "define_by": _define_by,
            "table_row": _table_row,
            "otherwise_key": constant(None),
        },
        ("def", "function", "rule"),
        below="VALUE when CONDITION, and last: VALUE otherwise",
    ),
    Form(
        "scoring",
        "scoring: and below it: score of player: VALUE and winners: players with highest score",
        {"scoring": with_tail(s.Scoring, 0)},
        ("score", "end"),
    ),
    Form(
        "invariant",
        'invariant "what always holds": CONDITION, or invariant "what holds at decisions" in play: CONDITION',
        {"invariant_in_play": node(s.Invariant, in_play=True)},
    ),
    Form(
        "secret",
        'secret "title": nobody but its owner sees FIELD, or secret "title": nobody but its owner sees FIELD, except '
        "by ACTION or PHASE",
        {"secret": with_lists(s.Secret, 3), "tellers": lambda parts, _: tuple(parts)},
    ),
    Form(
        "accepted", 'accepted CODE at NAME because "why it is right"', {"whole_game": node(s.Name, "game")}, ("accept",)
    ),
    Form(
        "about",
        'about NAME: "what players are told of it", or below it such lines; behind the name: when CONDITION',
        {"prose": with_tail(s.Prose, 2)},
        ("description",),
        below='"A sentence, or several."',
    ),
    Form(
        "looks",
        "looks:",
        {
            "looks": with_tail(s.Looks, 0),
            "look": with_tail(s.Look, 1),
            "appearance": _appearance,
        },
        below='NAME, NAME: color COLOR, sign "X"; of a zone above, below, left or right',
    ),
)


# ---- Sentences: what happens, what is picked and needed, what may be chosen


def _needs(parts: list[Any], span: Span, *, if_you_can: bool = False) -> s.Needs:
    """`needs C when D`: where D does not hold, nothing is needed."""
    condition, when, because = parts
    if when is not None:
        both = Span(condition.span.start, when.span.end)
        condition = s.Junction("or", (s.Not(when, span=when.span), condition), span=both)
    return s.Needs(condition, if_you_can, because, span=span)


def _pick(parts: list[Any], span: Span) -> s.Pick:
    """In the first version of the language no reason stands behind it."""
    name, candidates, if_any, secret, *because = parts
    return s.Pick(name, candidates, if_any is not None, secret is not None, *because, span=span)


def _several(parts: list[Any], span: Span, *, ordered: bool) -> s.PickSeveral:
    """In the first version of the language words that are there or not stand behind the source, and nothing else."""
    low, high, name, candidates, *more = parts
    told = {} if len(more) < 4 - ordered else {"total": more.pop(0), "because": more.pop()}
    repeats, secret = (False, *more) if ordered else more
    return s.PickSeveral(low, high, name, candidates, repeats is True, ordered, secret is True, **told, span=span)


def _any_number(parts: list[Any], span: Span) -> s.PickSeveral:
    name, candidates, total, secret, because = parts
    return s.PickSeveral(None, None, name, candidates, secret=secret is True, total=total, because=because, span=span)


def _named(parts: list[Any], span: Span) -> s.Named:
    return s.Named(
        tuple(s.Word(part, span=part.span) if isinstance(part, s.Name) else part for part in parts), span=span
    )


def _choose_times(parts: list[Any], span: Span, *, if_you_can: bool = False) -> s.RepeatTimes:
    """`choose a or b, n times`; of those times when nobody can, nothing comes."""
    offer = s.Offer(parts[0], None, span=Span(parts[0][0].span.start, parts[0][-1].span.end))
    chosen = s.Choose(offer, parts[2], (s.Nothing(span=span),) if if_you_can else None, span=span)
    return s.RepeatTimes(parts[1], (chosen,), span=span)


def _choose_often_else(parts: list[Any], span: Span) -> s.RepeatTimes:
    """`choose a or b, n times` with `if you cannot:`, which happens each of those times."""
    often: s.RepeatTimes = parts[0]
    (chosen,) = often.body
    return evolve(often, body=(evolve(chosen, otherwise=parts[1], span=span),), span=span)


def _until_all_pass(parts: list[Any], span: Span, *, others: bool) -> s.GoAround:
    """`go around from p among S until all pass: a or b`: each one chooses one of these, or to pass."""
    start, among, *chosen = parts
    choice = s.ChooseUntil(*chosen, span=span)
    return s.GoAround(start, among, s.AllPass(others, span=choice.ending.span), (choice,), span=span)


def _teams(parts: list[Any], span: Span) -> s.Teams:
    said, when = parts
    return (
        s.Teams(len(said), when, said, span=span) if isinstance(said, tuple) else s.Teams(said.value, when, span=span)
    )


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
    Form("add", "add NUMBER to FIELD", {"add": node(s.Change, "add")}, ("increase", "increment", "gain")),
    Form(
        "subtract",
        "subtract NUMBER from FIELD",
        {"subtract": node(s.Change, "subtract")},
        ("decrease", "decrement", "lose"),
    ),
    Form("remove", "remove VALUE from SET", {"remove": node(s.Change, "remove")}),
    Form(
        "move",
        "move PIECE to ZONE, move all ZONE to ZONE, move NUMBER from ZONE to ZONE, or move PIECE under PILE",
        {
            "some_of": node(s.SomeOf, up_to=False),
            "up_to": node(s.SomeOf, up_to=True),
            "move_under": node(s.Move, under=True),
        },
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
    Form("forget", "forget MEMORY", {"forget": node(s.Remember, forgets=True)}),
    Form("show", "show PIECE to PLAYER, or show PIECE to everyone", {"show_everyone": node(s.Show, to=None)}),
    Form("tell", 'tell "SENTENCE with {VALUE}", or tell "SENTENCE" to PLAYER', {"tell": _tell}),
    Form(
        "reveal",
        "reveal ZONE, reveal FIELD, or reveal all FIELDS",
        {"reveal": node(s.Reveal)},
    ),
    Form("finish", "finish PHASE", borrowed=("return", "break", "stop", "exit")),
    Form("give", "give VALUE", borrowed=("answer", "yield", "reply")),
    Form(
        "end",
        "end game, or end game, won by PLAYER, or end game, drawn, or end game, everybody wins",
        {
            "end_won": node(s.EndGame),
            "end_drawn": node(s.EndGame, drawn=True),
            "end_all_win": node(s.EndGame, everybody="wins"),
            "end_all_lose": node(s.EndGame, everybody="loses"),
        },
    ),
    Form("nothing", "nothing", borrowed=("pass", "skip", "continue")),
    Form(
        "choose",
        "choose ACTION or ACTION, choose ACTION, asked alike, choose ACTION, NUMBER times if you can, or choose until "
        "ACTION: with a list below it",
        {
            "choose_else": lambda parts, span: evolve(parts[0], otherwise=parts[1], span=span),
            "alike": lambda _parts, span: s.Act(s.Name("pass", span=span), None, span=span),
            "once_per": lambda parts, span: s.Limit(False, s.Number(1, span=span), parts[0], span=span),
            "exactly_once_per": lambda parts, span: s.Limit(True, s.Number(1, span=span), parts[0], span=span),
            "often_per": node(s.Limit, False),
            "twice": node(s.Number, 2),
            "thrice": node(s.Number, 3),
            "times_": only,
            "choose_often": _choose_times,
            "choose_often_else": _choose_often_else,
            "choose_times_if_you_can": partial(_choose_times, if_you_can=True),
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
            "each_in_turn": node(s.EachInTurn, False, False),
            "each_other": node(s.EachInTurn, True, False),
            "each_at_once": node(s.EachInTurn, False, True),
            "each_other_at_once": node(s.EachInTurn, True, True),
        },
        opens=True,
    ),
    Form(
        "go",
        "go around from PLAYER among PLAYERS until CONDITION: SENTENCE, or go around from PLAYER until all ACTION: "
        "with a list below it",
        {
            "until_all_pass": partial(_until_all_pass, others=False),
            "until_others_pass": partial(_until_all_pass, others=True),
        },
        opens=True,
    ),
    Form("ask", "ask PLAYER: SENTENCE", opens=True),
    Form(
        "repeat",
        "repeat: SENTENCE, repeat until CONDITION: SENTENCE, or repeat NUMBER times: SENTENCE",
        {"forever": node(s.Repeat, None), "until": node(s.Repeat), "times": node(s.RepeatTimes)},
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
            "pick_several": partial(_several, ordered=False),
            "pick_in_order": partial(_several, ordered=True),
            "pick_any": _any_number,
            "totalling": lambda parts, span: s.Totalling(parts[0] or "is", *parts[1:], span=span),
            "union": with_tail(s.Union, 0),
            "words": with_tail(s.Words, 0),
        },
        ("select",),
        belongs=f"picks stand {_ACTION}. What is chosen later is an action of its own, offered there by `choose`.",
    ),
    Form(
        "needs",
        'needs CONDITION because "REASON", or needs CONDITION when CONDITION because "REASON"',
        {"needs": _needs, "needs_if_you_can": partial(_needs, if_you_can=True)},
        ("require", "requires"),
        belongs=f"guards stand {_ACTION}, or below `game`.",
    ),
    Form(
        "pay",
        'pay PRICE from COUNTS because "REASON", or pay PRICE from COUNTS to COUNTS, VALUE for any',
        belongs=f"it stands {_ACTION}. Elsewhere: subtract PRICE from COUNTS.",
    ),
    Form(
        "must",
        'must change ZONE because "REASON", or must leave CONDITION because "REASON"',
        {"must_leave": lambda parts, span: s.MustLeave(parts[0], parts[1] is not None, parts[2], span=span)},
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
    Form(
        "language",
        f"language {NEWEST}",
        {"language": only},
        belongs="it stands below the title of the game, before `players`, and nowhere else.",
    ),
    Form(
        "players",
        "players 2..4, or players NAME, NAME",
        {"seats": lambda parts, _: parts[0] if len(parts) == 1 else tuple(parts)},
    ),
    Form("teams", "teams 2 when CONDITION, or teams NAME, NAME when CONDITION", {"teams": _teams}),
    Form(
        "when",
        'when VALUE "title": SENTENCE',
        belongs='cases of this form stand only in a family: action NAME of TYPE from ZONE "title":',
    ),
    Form(
        "shown",
        'shown as "{ATTRIBUTE}{ATTRIBUTE\'s initial}"',
        {"shown_as": only},
        belongs="`shown as` is the first line below a component, before its rows.",
    ),
    Form(
        "picture",
        'picture: KIND "X", KIND "O", empty "."; below it, on joined points, rows of places with . where there is none',
        {
            "picture": lambda parts, span: s.Picture(tuple(parts[:-1]), parts[-1] or (), span=span),
            "picture_of_places": node(s.Picture, ()),
            "drawn_empty": node(s.Drawn, None),
            "spot": lambda parts, span: s.Spot(
                str(parts[0].value) if isinstance(parts[0], s.Number) else parts[0].text, span=span
            ),
            "negative_spot": lambda parts, span: s.Spot(f"-{parts[0].value}", span=span),
            "no_spot": node(s.Spot, None),
        },
        belongs="it stands below a board, indented more.",
    ),
    Form(
        "score",
        "score of player: VALUE, or score of all: VALUE",
        {
            "score_at_end": node(s.Score, at_end=True),
            "common_score": node(s.Score, None, None, common=True),
            "common_score_at_end": node(s.Score, None, None, common=True, at_end=True),
        },
        belongs="it stands below `scoring:`.",
    ),
    Form("winners", "winners: PLAYERS", {"winners": node(s.Score, None, None)}, belongs="it stands below `scoring:`."),
)

_PLAIN_LISTS: Final = (
    "acts args arrangement attrs block items joined_line keys lines namelist names names_of_teams offers params "
    "picture_row spots start table_head table_keys values"
)
"""Rules of which all parts are one tuple."""
LISTS: Final[dict[str, Builder]] = {
    **dict.fromkeys(_PLAIN_LISTS.split(), lambda parts, _: tuple(parts)),
    "enumeration_in_rows": lambda parts, span: s.Enumeration(parts[0], (), parts[1] or (), tuple(parts[2:]), span=span),
    "named_value": lambda parts, span: s.Row(
        None, tuple(filter(None, parts[1:-1])), s.Text(parts[0].text, span=parts[0].span), parts[-1], span=span
    ),
    "combined_values": lambda parts, span: s.Row(None, tuple(parts[:-1]), None, parts[-1], span=span),
    "number_type": with_tail(s.NumberType, 2),
    "edge_type": lambda parts, span: s.BorderType(parts[0], "edge", parts[1], span=span),
    "corner_type": lambda parts, span: s.BorderType(parts[0], "corner", parts[1], span=span),
    "link_type": lambda parts, span: s.LinkType(
        parts[0], (parts[1], parts[2]), parts[3] or (), tuple(parts[4:]), span=span
    ),
    "link": lambda parts, span: s.Link((parts[0], parts[1]), tuple(part for part in parts[2:] if part), span=span),
    "drawn_grid": lambda parts, span: s.DrawnType(parts[0], False, tuple(parts[1:]), span=span),
    "drawn_hex": lambda parts, span: s.DrawnType(parts[0], True, tuple(parts[1:]), span=span),
    "holder": with_tail(s.Holder, 2),
    "const_range": lambda parts, span: s.ConstRange(parts[0], parts[1], parts[2] and parts[2].value, span=span),
    "negative_number": lambda parts, span: s.Number(-parts[0].value, span=span),
    "field": lambda parts, span: s.Field(parts[0], parts[1], tuple(parts[2:-2]), parts[-2], parts[-1], span=span),
}
"""Types, fields and lists, which begin with no word of their own."""
