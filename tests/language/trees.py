"""Random syntax trees: every form of the language, small, with names that are no words of the language."""

from hypothesis import strategies as st

from rulewright.language import syntax as s

names = st.sampled_from(["card", "deck", "red-1", "hands", "größe", "x2", "challenge+3", "players-own"]).map(s.Name)
texts = st.sampled_from(["", "a text", "with -- and ( inside"]).map(s.Text)
numbers = st.integers(0, 99)
binders = st.none() | names


def some(of: st.SearchStrategy, least: int = 1, most: int = 3) -> st.SearchStrategy:
    return st.lists(of, min_size=least, max_size=most).map(tuple)


leaves = (
    st.builds(s.Number, numbers)
    | st.builds(s.YesNo, st.booleans())
    | st.just(s.Nobody())
    | st.just(s.You())
    | st.just(s.It())
    | st.builds(s.Word, names)
)


def _grown(expr: st.SearchStrategy) -> st.SearchStrategy:
    members = st.builds(s.Member, names, st.none() | some(expr, most=2))
    sources = expr | st.builds(s.Range, expr, expr)
    acts = st.builds(s.Act, names, st.none() | some(expr, most=2))
    keys = some(st.builds(s.Key, st.booleans(), members), most=2)
    return st.one_of(
        st.builds(s.Call, names, some(expr, most=2)),
        st.builds(s.Of, expr, members),
        st.builds(s.Negative, expr),
        st.builds(s.Arithmetic, st.sampled_from(["+", "-", "*", "/", "mod"]), expr, expr),
        st.builds(
            s.Compare,
            st.sampled_from(["is", "is not", "is the same as", "is not the same as", "is at least", "is more than"]),
            expr,
            expr,
        ),
        st.builds(s.Within, expr, sources, st.booleans()),
        st.builds(s.Empty, expr, st.booleans()),
        st.builds(s.Fold, st.sampled_from(["total", "highest", "lowest"]), members, expr),
        st.builds(s.Fold, st.just("total"), members, expr, binders, expr),
        st.builds(s.CanAct, acts, st.booleans()),
        st.builds(s.And, some(expr, 2)),
        st.builds(s.Or, some(expr, 2)),
        st.builds(s.Not, expr),
        st.builds(s.Exists, st.booleans(), names, sources, st.none() | expr),
        st.builds(s.Every, names, sources, expr),
        st.builds(s.Query, expr, binders, expr, keys | st.just(())),
        st.builds(s.Query, expr, st.none(), st.none(), keys),
        st.builds(
            s.Picked, st.sampled_from(["first", "last", "only"]), names, expr, st.none() | expr, keys | st.just(())
        ),
        st.builds(s.CountWhere, expr, binders, expr),
    )


exprs = st.recursive(leaves, _grown, max_leaves=8)
few = st.recursive(leaves, _grown, max_leaves=3)
sources = few | st.builds(s.Range, few, few)
among = sources | st.builds(s.Query, sources, binders, few, st.just(()))
acts = st.builds(s.Act, names, st.none() | some(few, most=2))
labels = st.none() | texts
faces = st.sampled_from(["up", "down"])
offers = st.builds(s.Offer, some(acts), st.none() | st.builds(s.Limit, st.booleans(), names))
what = st.builds(s.All, among) | st.builds(s.SomeOf, few, among, st.booleans()) | st.builds(s.This, few)
simple = st.one_of(
    st.builds(s.Let, names, exprs),
    st.builds(s.Set, few, exprs),
    st.builds(s.Add, few, few),
    st.builds(s.Subtract, few, few),
    st.builds(s.Remove, few, few),
    st.builds(s.Move, what, few, st.none() | faces),
    st.builds(s.Draw, names, among, labels),
    st.builds(s.Roll, names, among, labels),
    st.builds(s.RollInto, few, few, labels),
    st.builds(s.Shuffle, few, labels),
    st.builds(s.Flip, few, faces),
    st.builds(s.Swap, few, few),
    st.builds(s.Rotate, few, st.none() | few),
    st.builds(s.Pack, few, few),
    st.builds(s.Show, among, st.none() | few),
    st.builds(s.Finish, names),
    st.builds(s.EndWon, few),
    st.sampled_from([s.EndGame(), s.EndDrawn(), s.Nothing()]),
    st.builds(s.Do, acts),
    st.builds(s.Choose, offers),
)


def _blocks(statement: st.SearchStrategy) -> st.SearchStrategy:
    block = some(statement, most=2)
    maybe = st.none() | block
    return st.one_of(
        st.builds(s.Choose, offers, block),
        st.builds(s.ChooseUntil, acts, some(offers), maybe),
        st.builds(s.If, some(st.builds(s.Case, few, block)), maybe),
        st.builds(s.ForEach, names, among, block),
        st.builds(s.EachInTurn, names, st.none() | few, block),
        st.builds(s.EachOther, names, st.none() | few, block),
        st.builds(s.EachAtOnce, names, block),
        st.builds(s.GoAround, few, st.none() | few, st.none() | few, block),
        st.builds(s.Ask, few, block),
        st.builds(s.Forever, block),
        st.builds(s.RepeatUntil, few, block),
        st.builds(s.RepeatTimes, few, block),
    )


statements = st.recursive(simple, _blocks, max_leaves=3)
blocks = some(statements, most=2)
candidates = st.builds(s.Candidates, sources, st.none(), st.none()) | st.builds(
    s.Candidates,
    st.one_of(sources, st.builds(s.Union, some(sources, 2)), st.builds(s.Words, some(names, 2))),
    binders,
    few,
)
needs = st.builds(s.Needs, exprs, st.booleans(), labels)
headers = st.one_of(
    st.builds(s.Pick, names, candidates),
    st.builds(s.PickSeveral, few, st.none() | few, names, candidates, st.booleans()),
    needs,
    st.builds(s.MustChange, few, labels),
    st.builds(s.MustLeave, few, st.booleans(), labels),
)
action_lines = some(headers | statements)
bounds = names | st.builds(s.Number, st.integers(-9, 9))
ranges = st.builds(s.ConstRange, bounds, bounds, st.none() | numbers)
params = some(st.builds(s.Param, names | ranges, names), least=0, most=2)
members = some(st.builds(s.FamilyMember, some(names), labels, action_lines), most=2)
counts = st.builds(s.CountsValue, some(names, 2))
yes_no = st.builds(s.YesNo, st.booleans())
atoms = bounds | ranges | counts | yes_no | st.just(s.Nobody())
row_values = st.one_of(
    st.just(s.AnyValue()), st.builds(s.AnyBut, some(atoms)), st.builds(s.AnyOf, some(atoms, 2)), atoms
)
copies = st.none() | st.builds(s.Copies, numbers, st.booleans()) | st.just(s.Copies(None))
rows = st.builds(s.Row, copies, some(row_values), labels, st.none() | few)
holders = st.builds(s.Holder, names, names)
attributes = st.builds(s.Attribute, names, st.none() | names | ranges | holders, st.booleans())
field_types = st.one_of(
    names, ranges, holders, st.builds(s.Board, names, names), st.builds(s.Optional, names), st.just(s.Flag())
)
modifiers = st.one_of(
    st.builds(s.When, few),
    st.builds(s.SeenBy, names),
    st.builds(s.Capacity, few),
    st.builds(s.RefilledFrom, names, labels),
    st.sampled_from([s.Faced(), s.WithOwner()]),
)
fields = some(st.builds(s.Field, names, field_types, some(modifiers, 0, 2), st.none() | few))
values = names | st.builds(s.Number, numbers) | yes_no
bodies = st.builds(
    s.Body,
    some(st.builds(s.Let, names, few), 0, 1),
    exprs | some(st.builds(s.BodyCase, few, st.none() | few)),
)
words = st.builds(s.ExampleWord, st.sampled_from(["red-1", "x2"]) | st.integers(-9, 9) | st.booleans())
viewers = st.none() | some(names, 0, 2)
items = some(st.builds(s.Item, words, viewers, st.integers(0, 9)) | st.just(s.Rest()), 0)
holds = st.builds(s.Holds, few, items)
cells = st.builds(s.PictureCell, names, viewers) | st.just(s.PictureCell(None, None))
pictures = st.builds(s.HoldsPicture, few, some(some(cells), most=2))
moves = st.builds(s.MoveText, names, some(words, 0))
checks = st.one_of(
    st.builds(s.Holding, exprs),
    holds,
    pictures,
    st.builds(s.Can, names, moves),
    st.builds(s.Cannot, names, moves, labels),
    st.builds(s.CanOnly, names, some(moves)),
    st.builds(s.HasMoves, names, numbers),
    st.builds(s.Decides, names),
    st.builds(s.Refused, labels),
    st.builds(s.Sees, names, few, st.booleans()),
    st.just(s.GameIsOver()),
)
events = st.builds(s.Plays, names, moves) | st.builds(s.Gives, few | texts, items)
parts = st.one_of(
    st.builds(s.ExamplePlayers, some(names)),
    st.builds(
        s.ExampleOptions, some(st.builds(s.ExampleSetting, names, words.filter(lambda w: w.value not in range(-9, 0))))
    ),
    st.builds(s.ExampleGiven, some(holds | pictures | st.builds(s.GivenIs, few, exprs), most=2)),
    st.builds(s.ExampleAt, names, st.none() | some(few, most=2), binders, binders),
    st.builds(s.ExampleWhen, some(events)),
    st.builds(s.ExampleThen, some(checks)),
)
seats = st.builds(s.Number, numbers) | ranges | some(names, 2)
components = st.builds(s.Component, names, labels, labels, some(attributes), some(rows)) | st.builds(
    s.Component, names, labels, labels, st.just(()), st.just(()), some(names)
)
define_heads = st.tuples(binders, binders).map(lambda pair: pair if pair[0] else (None, None))
declarations = st.one_of(
    st.builds(
        s.Game,
        texts,
        labels,
        seats,
        st.none() | st.builds(s.Teams, numbers, st.none() | few),
        some(st.builds(s.Needs, few, st.just(False), labels), 0, 1),
    ),
    st.builds(s.Option, names, labels, some(values, 2), some(st.builds(s.Default, values, st.none() | few))),
    st.builds(s.Enumeration, names, some(names)),
    st.builds(s.NumberType, names, ranges),
    st.builds(s.GridType, names, numbers, numbers),
    st.builds(s.Joined, names, some(some(names, 2), most=2)),
    components,
    st.builds(s.Has, some(names, 0, 2), fields),
    st.builds(s.Setup, blocks),
    st.builds(s.Play, blocks),
    st.builds(s.Phase, names, params, labels, blocks),
    st.builds(s.Procedure, names, params, blocks),
    st.builds(s.ProcedureFamily, names, names, params, some(statements, 0, 1), members, some(statements, 0, 1)),
    st.builds(s.Action, names, params, labels, action_lines),
    st.builds(
        s.ActionFamily, names, names, params, candidates, labels, some(headers, 0, 1), members, some(statements, 0, 1)
    ),
    st.builds(s.Choice, names, labels, some(offers)),
    st.builds(lambda name, head, *rest: s.Define(name, *head, *rest), names, define_heads, params, bodies),
    st.builds(s.Scoring, some(st.builds(s.Score, names, binders, bodies) | st.builds(s.Winners, bodies), most=2)),
    st.builds(s.Invariant, texts, exprs),
    st.builds(s.Secret, texts, binders, few),
    st.builds(s.Example, texts, some(parts)),
)
rulesets = st.lists(declarations, min_size=1, max_size=2).map(tuple).map(s.Ruleset)
