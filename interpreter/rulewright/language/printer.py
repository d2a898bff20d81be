"""A syntax tree back to text.

Law: `parse(print(tree)) == tree`. Comments and the author's layout are not in the tree.
"""

from collections.abc import Iterable, Sequence

from rulewright.language import syntax as s
from rulewright.language.print_examples import part
from rulewright.language.print_expressions import condition, full, operand, path
from rulewright.language.print_sentences import Lines, block, candidates, indented, offers, quoted, sentence


def print_ruleset(ruleset: s.Ruleset) -> str:
    """The whole text, a blank line between paragraphs."""
    return "\n".join("\n".join((*declaration(each), "")) for each in ruleset.declarations)


def declaration(decl: s.Declaration) -> Lines:
    """The lines of one paragraph."""
    match decl:
        case s.Game(title, subtitle, seats, teams, needs):
            head = f'game "{title.text}"{quoted(subtitle)}'
            return [head, *indented([f"players {_seats(seats)}", *_teams(teams), *_lines(needs)])]
        case s.Option(name, title, values, defaults):
            given = " or ".join(_atom(value) for value in values) + "".join(_default(each) for each in defaults)
            return [f"option {name.text}{quoted(title)}: {given}"]
        case s.Enumeration(name, values):
            return [f"{name.text} is one of {_names(values)}"]
        case s.NumberType(name, bounds):
            return [f"{name.text} is {_range(bounds)}"]
        case s.GridType(name, rows, columns):
            return [f"{name.text} is grid {rows} by {columns}"]
        case s.Joined(name, lines):
            return [f"joined {name.text}:", *indented(_names(line) for line in lines)]
        case s.Component():
            return _component(decl)
        case s.Has(owners, fields):
            owned = " and ".join(owner.text for owner in owners)
            return [f"each {owned} has" if owners else "there is", *indented(_field(each) for each in fields)]
        case s.Setup(body):
            return block("setup", body)
        case s.Play(body):
            return block("play", body)
        case s.Phase(name, params, title, body):
            return block(f"phase {name.text}{_params(params)}{quoted(title)}", body)
        case s.Procedure(name, params, body):
            return block(f"to {name.text}{_params(params)}", body)
        case s.ProcedureFamily(name, of, params, before, members, after):
            return _family(f"to {name.text} of {of.text}{_params(params)}", before, members, after)
        case s.Action(name, params, title, body):
            return block(f"action {name.text}{_params(params)}{quoted(title)}", body)
        case s.ActionFamily(name, of, params, offered, title, before, members, after):
            head = f"action {name.text} of {of.text}{_params(params)} from {candidates(offered)}{quoted(title)}"
            return _family(head, before, members, after)
        case s.Choice(name, title, written):
            return [f"choice {name.text}{quoted(title)}:", *offers(written)]
        case s.Define(name, of, subject, params, body):
            return _body(f"define {name.text}{_of(of, subject)}{_params(params)}", body)
        case s.Scoring(parts):
            return ["scoring:", *indented(line for each in parts for line in _scoring(each))]
        case s.Invariant(title, always):
            return [f'invariant "{title.text}": {condition(always)}']
        case s.Secret(title, who, zone):
            return [f'secret "{title.text}": nobody{"" if who is None else f" but its {who.text}"} sees {path(zone)}']
        case s.Example(title, parts):
            return [f'example "{title.text}":', *indented(line for each in parts for line in part(each))]


def _names(names: Iterable[s.Name]) -> str:
    return ", ".join(name.text for name in names)


def _lines(lines: Iterable[s.ActionLine]) -> Lines:
    return [text for line in lines for text in sentence(line)]


def _seats(seats: s.Number | s.ConstRange | tuple[s.Name, ...]) -> str:
    match seats:
        case s.Number(value):
            return str(value)
        case s.ConstRange():
            return _range(seats)
        case names:
            return _names(names)


def _teams(teams: s.Teams | None) -> Lines:
    return [] if teams is None else [f"teams {teams.number}{_when(teams.when)}"]


def _when(when: s.Expr | None) -> str:
    return "" if when is None else f" when {condition(when)}"


def _default(default: s.Default) -> str:
    return f", default {_atom(default.value)}{_when(default.when)}"


def _range(bounds: s.ConstRange) -> str:
    step = "" if bounds.step is None else f" by {bounds.step}"
    return f"{_atom(bounds.low)}..{_atom(bounds.high)}{step}"


def _component(component: s.Component) -> Lines:
    called = "" if component.called is None else f', called "{component.called.text}"'
    head = f"component {component.name.text}{called}{quoted(component.title)}:"
    if component.names:
        return [f"{head} one of {_names(component.names)}"]
    attributes = ", ".join(_attribute(each) for each in component.attributes)
    return [f"{head} {attributes}", *indented(_row(each) for each in component.rows)]


def _attribute(attribute: s.Attribute) -> str:
    kind = "" if attribute.type is None else f" {_type(attribute.type)}"
    return f"{attribute.name.text}{kind}{' or none' * attribute.optional}"


def _type(kind: s.FieldType | s.AttributeType) -> str:
    match kind:
        case s.Name(text):
            return text
        case s.ConstRange():
            return _range(kind)
        case s.Holder(word, of):
            return f"{word.text} of {of.text}"
        case s.Board(piece, place):
            return f"{piece.text} on each {place.text}"
        case s.Optional(name):
            return f"{name.text} or none"
        case s.Flag():
            return "yes or no"


def _row(row: s.Row) -> str:
    values = ", ".join(_atom(value) for value in row.values)
    called = "" if row.called is None else f', called "{row.called.text}"'
    return f"{_copies(row.copies)}{values}{called}{_when(row.when)}"


def _copies(copies: s.Copies | None) -> str:
    if copies is None:
        return ""
    number = "unlimited" if copies.number is None else str(copies.number)
    return f"{number}{' per player' * copies.per_player} of "


def _atom(value: s.RowValue) -> str:
    match value:
        case s.Name(text):
            return text
        case s.Number(number):
            return str(number)
        case s.YesNo(yes):
            return "yes" if yes else "no"
        case s.Nobody():
            return "none"
        case s.ConstRange():
            return _range(value)
        case s.CountsValue(names):
            return " + ".join(name.text for name in names)
        case s.AnyValue():
            return "any"
        case s.AnyBut(excluded):
            return "any but " + " and ".join(_atom(each) for each in excluded)
        case s.AnyOf(choices):
            return f"({', '.join(_atom(each) for each in choices)})"


def _field(field: s.Field) -> str:
    modifiers = "".join(f", {_modifier(each)}" for each in field.modifiers)
    starts = "" if field.starts is None else f", starts {operand(field.starts)}"
    return f"{field.name.text}: {_type(field.type)}{modifiers}{starts}"


def _modifier(modifier: s.Modifier) -> str:
    match modifier:
        case s.When(exists):
            return f"when {condition(exists)}"
        case s.SeenBy(audience):
            return f"seen by {audience.text}"
        case s.Faced():
            return "face up or down"
        case s.Capacity(number):
            return f"up to {operand(number)}"
        case s.WithOwner():
            return "with owner"
        case s.RefilledFrom(zone, label):
            return f"refilled from {zone.text}{quoted(label)}"


def _params(params: Sequence[s.Param]) -> str:
    return f"({', '.join(_param(each) for each in params)})" if params else ""


def _param(param: s.Param) -> str:
    match param.type:
        case s.ConstRange() as bounds:
            return f"{_range(bounds)} {param.name.text}"
        case s.Name(text):
            return text if text == param.name.text else f"{text} {param.name.text}"


def _family(
    head: str, before: Iterable[s.ActionLine], members: Iterable[s.FamilyMember], after: Iterable[s.ActionLine]
) -> Lines:
    inner = [line for each in members for line in block(f"when {_names(each.values)}{quoted(each.title)}", each.body)]
    return [f"{head}:", *indented([*_lines(before), *inner, *_lines(after)])]


def _of(of: s.Name | None, subject: s.Name | None) -> str:
    return "".join((f" of {of.text}" if of else "", f" {subject.text}" if subject else ""))


def _body(head: str, body: s.Body) -> Lines:
    result = [full(body.result)] if not isinstance(body.result, tuple) else [_case(each) for each in body.result]
    return [f"{head}:", *indented([*_lines(body.lets), *result])]


def _case(case: s.BodyCase) -> str:
    return full(case.value) + (" otherwise" if case.when is None else _when(case.when))


def _scoring(scored: s.Score | s.Winners) -> Lines:
    match scored:
        case s.Score(of, subject, body):
            return _body(f"score{_of(of, subject)}", body)
        case s.Winners(body):
            return _body("winners", body)
