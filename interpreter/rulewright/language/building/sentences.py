"""Builders of sentences: what happens, what is picked and needed, what may be chosen."""

from typing import Any

from rulewright.language import syntax as s
from rulewright.language.building.combinators import Builder, constant, listed, node, only, with_tail
from rulewright.language.span import Span


def _some_of(*, up_to: bool) -> Builder:
    return lambda parts, span: s.SomeOf(parts[0], parts[1], up_to, span=span)


def _limit(*, exactly: bool) -> Builder:
    return lambda parts, span: s.Limit(exactly, parts[0], span=span)


def _show_everyone(parts: list[Any], span: Span) -> s.Show:
    return s.Show(parts[0], None, span=span)


def _offer(parts: list[Any], span: Span) -> s.Offer:
    return s.Offer(tuple(parts[:-1]), parts[-1], span=span)


def _choose_else(parts: list[Any], span: Span) -> s.Choose:
    return s.Choose(parts[0].offer, parts[1], span=span)


def _if(parts: list[Any], span: Span) -> s.If:
    return s.If(tuple(parts[:-1]), parts[-1], span=span)


def _needs(parts: list[Any], span: Span) -> s.Needs:
    return s.Needs(parts[0], False, parts[1], span=span)


def _needs_if_you_can(parts: list[Any], span: Span) -> s.Needs:
    return s.Needs(parts[0], True, parts[1], span=span)


def _must_leave(parts: list[Any], span: Span) -> s.MustLeave:
    condition, if_able, because = parts
    return s.MustLeave(condition, if_able is not None, because, span=span)


def _pick_several(parts: list[Any], span: Span) -> s.PickSeveral:
    low, high, name, candidates, repeats = parts
    return s.PickSeveral(low, high, name, candidates, repeats is not None, span=span)


SENTENCES: dict[str, Builder] = {
    "let": node(s.Let),
    "set": node(s.Set),
    "add": node(s.Add),
    "subtract": node(s.Subtract),
    "remove": node(s.Remove),
    "move": node(s.Move),
    "all": node(s.All),
    "some_of": _some_of(up_to=False),
    "up_to": _some_of(up_to=True),
    "this": node(s.This),
    "face_up": constant("up"),
    "face_down": constant("down"),
    "draw": node(s.Draw),
    "roll": node(s.Roll),
    "roll_into": node(s.RollInto),
    "shuffle": node(s.Shuffle),
    "flip": node(s.Flip),
    "swap": node(s.Swap),
    "rotate": node(s.Rotate),
    "pack": node(s.Pack),
    "show": node(s.Show),
    "show_everyone": _show_everyone,
    "finish": node(s.Finish),
    "end_game": node(s.EndGame),
    "end_won": node(s.EndWon),
    "end_drawn": node(s.EndDrawn),
    "nothing": node(s.Nothing),
    "do": node(s.Do),
    "once_per": _limit(exactly=False),
    "exactly_once_per": _limit(exactly=True),
    "offer": _offer,
    "offers": listed,
    "choose": node(s.Choose),
    "choose_else": _choose_else,
    "choose_until": node(s.ChooseUntil),
    "block": listed,
    "lines": listed,
    "case": node(s.Case),
    "if_": _if,
    "for_each": node(s.ForEach),
    "each_in_turn": node(s.EachInTurn),
    "each_other": node(s.EachOther),
    "each_at_once": node(s.EachAtOnce),
    "go_around": node(s.GoAround),
    "ask": node(s.Ask),
    "forever": node(s.Forever),
    "until": node(s.RepeatUntil),
    "times": node(s.RepeatTimes),
    "because": only,
    "pick": node(s.Pick),
    "pick_several": _pick_several,
    "candidates": node(s.Candidates),
    "union": with_tail(s.Union, 0),
    "words": with_tail(s.Words, 0),
    "needs": _needs,
    "needs_if_you_can": _needs_if_you_can,
    "must_change": node(s.MustChange),
    "must_leave": _must_leave,
}
