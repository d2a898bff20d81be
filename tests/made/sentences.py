"""Sentences that set variables, run and leave procedures, and hold other sentences. One is a list of lines."""

from attrs import evolve

from tests.made.declared import FLAG, NUMBER, PLAYER, Signature, Type, Variable
from tests.made.fields import named
from tests.made.places import held, starts
from tests.made.questions import answer
from tests.made.scribe import Env, Lines, Local, Scribe, indented, way
from tests.made.sources import any_source, element, picked, players_or_all, tested
from tests.made.values import flag_value


def block(scribe: Scribe, env: Env, depth: int, most: int = 2) -> Lines:
    """A few sentences, indented."""
    lines: Lines = []
    for _ in range(scribe.dice.between(1, most)):
        lines += scribe.sentence(env, depth)
    return indented(lines)


def opened(scribe: Scribe, head: str, env: Env, depth: int, most: int = 2) -> Lines:
    """A sentence with a block."""
    return [f"{head}:", *block(scribe, env, depth - 1, most)]


# ---- variables


def writable(scribe: Scribe, env: Env, *shapes: str) -> tuple[Variable, str] | None:
    """A variable that may be changed here."""
    known = [each for each in scribe.world.variables if each.shape in shapes]
    while known:
        variable = known.pop(scribe.dice.below(len(known)))
        naming = named(scribe, env, variable)
        if naming is not None:
            return variable, naming.text
    return None


@way("sentence", 12)
def set_one(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    found = writable(scribe, env, "one", "maybe")
    if found is None:
        return None
    variable, text = found
    if variable.shape == "maybe" and scribe.happens(0.25):
        return [f"set {text} to none"]
    return [f"set {text} to {suitable(scribe, env, variable.type, depth, maybe=variable.shape == 'maybe')}"]


def suitable(scribe: Scribe, env: Env, type_: Type, depth: int, *, maybe: bool) -> str:
    """A value that mostly fits."""
    if type_ == FLAG:
        return flag_value(scribe, env, min(depth, 1))
    if type_.sort in ("number", "spot"):
        plain = scribe.number(env, min(depth, 1))
        fitting = f"min({type_.high}, max({type_.low}, {plain}))"
        if scribe.happens(0.4):
            return str(scribe.dice.between(type_.low, type_.high))
        known = scribe.value(env, type_, 0, sure=True) if type_.sort == "spot" else plain
        return known if scribe.happens(0.2) and not known.isdigit() else fitting
    return scribe.value(env, type_, 1, sure=not maybe and not scribe.happens(0.03))


@way("sentence", 8)
def count_up(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    """Add to a number, or subtract, mostly within its range."""
    found = writable(scribe, env, "one")
    if found is None or found[0].type.sort not in ("number", "spot"):
        return None
    variable, text = found
    if variable.type.high - variable.type.low < 3:
        return None
    value_ = f"({text} + 0)" if variable.type.sort == "spot" else text
    step = scribe.dice.between(1, 2)
    if scribe.happens(0.5):
        more = [f"add {step} to {text}"]
        return more if scribe.happens(0.06) else [f"if {value_} is less than {variable.type.high - 1}: {more[0]}"]
    less = f"subtract {step} from {text}"
    return [f"if {value_} is more than {variable.type.low + 1}: {less}"]


@way("sentence", 10)
def change_set(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    found = writable(scribe, env, "set")
    if found is None:
        return None
    variable, text = found
    member = scribe.value(env, variable.type, 1, sure=True)
    everything = variable.type.plural if variable.type.sort not in ("kind", "line") else "nothing"
    ways = (f"add {member} to {text}", f"remove {member} from {text}", f"set {text} to {everything}")
    return [scribe.dice.of((*ways[:2], *ways, f"set {text} to nothing"))]


@way("sentence", 10)
def change_counts(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    found = writable(scribe, env, "counts")
    if found is None:
        return None
    variable, text = found
    type_ = variable.type
    one, other = (scribe.literal(type_) or scribe.value(env, type_, 0, sure=True) for _ in range(2))
    counts = answer(scribe, env, type_, ("counts",), 1)
    ways = [[f"add {one} to {text}"], [f"set {text} to nothing"]]
    if variable.type.sort != "kind":
        ways += [[f"add {one} + {other} to {text}"], [f"set {text} to {one} + {other} + {one}"]]
    if "(" not in text:
        ways += [[f"if {text}({one}) is more than 0: subtract {one} from {text}"]] * 2
    if counts is not None and counts != text:
        ways += [[f"add {counts} to {text}"], [f"set {text} to {counts}"]]
    return scribe.dice.of(ways)


@way("sentence", 7, unless=("plain", "own"))
def remember_or_forget(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    """What is tried remembers nothing."""
    if not scribe.world.memories:
        return None
    name = scribe.dice.of(scribe.world.memories)
    return [f"forget {name}"] if scribe.happens(0.2) else [f"remember {name}"]


# ---- blocks


@way("sentence", 9, deep=True)
def if_so(scribe: Scribe, env: Env, depth: int) -> Lines | None:

    lines = opened(scribe, f"if {scribe.condition(env, 1)}", env, depth)
    if scribe.happens(0.25):
        lines += opened(scribe, f"otherwise if {scribe.condition(env, 1)}", env, depth, 1)
    if scribe.happens(0.3):
        lines += opened(scribe, "otherwise", env, depth, 1)
    return lines


@way("sentence", 10, deep=True)
def for_each(scribe: Scribe, env: Env, depth: int) -> Lines | None:

    source = any_source(scribe, env, 1, copies=True, ranges=True)
    if source is None:
        return None
    local = element(scribe.name("x"), source)
    test = tested(scribe, env, source, 0) if scribe.happens(0.4) and source.path else ""
    return opened(scribe, f"for each {local.name} in {source.text}{test}", env.plus(local), depth)


@way("sentence", 3)
def for_each_named(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    """For each of some values by their names."""
    types = [each for each in scribe.world.types if each.sort == "enumeration" and len(each.values) > 1]
    if depth <= 0 or not types:
        return None
    type_ = scribe.dice.of(types)
    local = Local(scribe.name("x"), type_)
    names = ", ".join(reversed(type_.values[:3]))
    return opened(scribe, f"for each {local.name} in {names}", env.plus(local), depth)


@way("sentence", 3)
def sow(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    """From the value of a field's owner on, round and round."""
    fields = [
        each
        for each in scribe.world.variables
        if each.shape == "one"
        and each.type.sort == "number"
        and each.owners[1:] == ()
        and each.owners
        and each.owners[0].sort == "enumeration"
        and each.audience == "everyone"
    ]
    if depth <= 0 or not fields or env.own:
        return None
    field, here = scribe.dice.of(fields), scribe.name("k")
    owner = field.owners[0]
    start = scribe.literal(owner) or scribe.value(env, owner, 0, sure=True)
    skipped = scribe.of(f" where it is not {start}", f" as y where y is not {start}", "")
    test = skipped if len(owner.values) > 1 else ""
    lines = [f"keep {here}: {owner.name}, starts {start}", f"sow all {here}'s {field.name} onto {here}'s next{test}"]
    few = f"{here}'s {field.name} is in 0..4"
    return [lines[0], f"if {few}: {lines[1]}", *opened(scribe, f"if {scribe.condition(env, 0)}", env, depth, 1)]


@way("sentence", 4, deep=True)
def some_times(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    times = scribe.of("2", "3", "player-count", f"min(3, max(0, {scribe.number(env, 0)}))", "0")
    return opened(scribe, f"repeat {times} times", env, depth, 1)


@way("sentence", 4, deep=True, unless=("own",))
def until(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    """Loops that a counter of their own ends, if nothing else does."""

    counter = scribe.counter()
    most = scribe.dice.between(1, 3)
    start, step = f"set {counter} to 0", f"    add 1 to {counter}"
    body = block(scribe, env, depth - 1)
    if env.running and scribe.happens(0.5):
        leave = f"    if {counter} is at least {most}: finish {scribe.dice.of(env.running)}"
        return [start, "repeat:", step, leave, *body]
    also = f" or {scribe.condition(env, 0)}" if scribe.happens(0.4) else ""
    return [start, f"repeat until {counter} is at least {most}{also}:", step, *body]


@way("sentence", 6, deep=True, unless=("own",))
def each_player(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    other = " other" if env.you and scribe.happens(0.5) else ""
    start = f" from {scribe.value(env, PLAYER, 1, sure=True)}" if scribe.happens(0.4) else ""
    sets = [each for each in scribe.world.variables if each.shape == "set" and each.type == PLAYER and not each.owners]
    among = f" in {scribe.dice.of(sets).name}" if sets and scribe.happens(0.3) else ""
    # by what players come in order, who of them is asked, and until when
    numbers = [each.name for each in scribe.world.variables if each.shape == "one" and each.owners == (PLAYER,)]
    by = f" by {scribe.dice.of(('highest', 'lowest'))} {scribe.dice.of(numbers)}" if numbers else ""
    where = ""
    if scribe.happens(0.3):
        named = f" as {scribe.name('p')}" if scribe.happens(0.3) else ""
        where = f"{named} where {scribe.condition(env, 0)}"
    until = f" until {scribe.condition(env, 0)}" if scribe.happens(0.3) else ""
    by = by if scribe.happens(0.3) else ""
    head = f"each{other} player{among}{start}{by}{where}{until}"
    return opened(scribe, head, evolve(env, you=True), depth, 1)


@way("sentence", 4, deep=True, unless=("own",))
def ask(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    return opened(scribe, f"ask {scribe.value(env, PLAYER, 1, sure=True)}", evolve(env, you=True), depth, 1)


@way("sentence", 8, deep=True, unless=("own",))
def go_around(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    """Round and round, as long as a counter of its own says, or until nobody is left."""

    counter = scribe.counter()
    start = scribe.value(env, PLAYER, 1, sure=True)
    sets = [each.name for each in scribe.world.variables if each.shape == "set" and each.type == PLAYER]
    sets = [name for name in sets if not next(one for one in scribe.world.variables if one.name == name).owners]
    body = [f"    add 1 to {counter}", *block(scribe, evolve(env, you=True), depth - 1, 1)]
    if sets and scribe.happens(0.6):
        among = scribe.dice.of(sets)
        also = "" if scribe.happens(0.4) else f" until {counter} is at least 4"
        first = [f"set {among} to players"] if scribe.happens(0.7) else []
        return [
            *first,
            f"set {counter} to 0",
            f"go around from {start} among {among}{also}:",
            *body,
            f"    remove you from {among}" if not also or scribe.happens(0.5) else "    nothing",
        ]
    also = f" or {scribe.condition(env, 0)}" if scribe.happens(0.4) else ""
    return [f"set {counter} to 0", f"go around from {start} until {counter} is at least 3{also}:", *body]


# ---- other sentences


@way("sentence", 6, deep=True)
def let_be(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    """A name for a value, a piece or several, and sentences that use it."""
    name = scribe.name("v")
    text, local = let_value(scribe, env, name, depth)
    if text is None:
        return None
    inside = env.plus(local)
    lines = [f"let {name} be {text}"]
    if not local.sure:
        return [
            *lines,
            *opened(
                scribe, f"if {name} is not none", evolve(env, locals=(*env.locals, evolve(local, sure=True))), depth
            ),
        ]
    if local.several:
        return [*lines, *over(scribe, env, local, depth)]
    return lines + [line for _ in range(2) for line in scribe.sentence(inside, depth - 1)]


@way("sentence", 8, deep=True, unless=("own",))
def keep(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    """What is kept is a variable of the sentences behind it. Where it is handed to a decider, it must be known."""
    type_, shape, text = held(scribe.dice, [each for each in scribe.world.types if each != NUMBER])
    variable = Variable(scribe.name("k"), (), type_, shape, "everyone" if scribe.happens(0.1) else "nobody", text)
    first = starts(scribe.dice, type_, shape)
    if not first and shape in ("one", "maybe") and scribe.happens(0.6):
        first = f", starts {suitable(scribe, env, type_, 1, maybe=shape == 'maybe')}"
    around = scribe.world
    scribe.world = evolve(around, variables=(*around.variables, *([variable] * 3)))
    lines = [line for _ in range(3) for line in scribe.sentence(env, depth - 1)]
    scribe.world = around
    return [f"keep {variable.name}: {text}{first}", *lines]


def let_value(scribe: Scribe, env: Env, name: str, depth: int) -> tuple[str | None, Local]:
    """What a `let` may hold."""
    number_ = Local(name, NUMBER)
    match scribe.dice.below(4):
        case 0:
            return scribe.number(env, depth), number_
        case 1:
            source = any_source(scribe, env, 1, copies=True)
            if source is None or not source.path:
                return None, number_
            return source.text, Local(name, source.type, source.piece, source.zone, source.hidden, several=True)
        case 2:
            source = any_source(scribe, env, 0, copies=True)
            if source is None or (source.hidden and env.careful):
                return None, number_
            local = Local(name, source.type, source.piece, source.zone, source.hidden, sure=False)
            return f"{source.text}'s {scribe.of('first', 'last')}", local
        case _:
            type_ = scribe.dice.of([each for each in scribe.world.types if each.sort not in ("number", "flag", "line")])
            return picked(scribe, env, type_, 1), Local(name, type_, sure=False)


def over(scribe: Scribe, env: Env, local: Local, depth: int) -> Lines:
    """A loop over what a name holds."""
    one = Local(scribe.name("x"), local.type, local.piece, local.zone, local.hidden)
    return opened(scribe, f"for each {one.name} in {local.name}", env.plus(one), depth)


@way("sentence", 7)
def run(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    """A procedure or phase."""
    known = callable_here(scribe, env)
    if not known:
        return None
    each = scribe.dice.of(known)
    family = ((each.family, "member"),) if each.family else ()
    act = scribe.call(env, each.name, (*family, *each.params), 0)
    return [act] if act else None


def callable_here(scribe: Scribe, env: Env) -> list[Signature]:
    """The procedures that may be carried out here."""
    return [
        each
        for each in scribe.world.procedures[env.calls :]
        if (env.you or not each.you) and (not env.plain or each.plain) and not env.own
    ]


@way("sentence", 10)
def ask_for_answer(scribe: Scribe, env: Env, depth: int) -> Lines | None:
    """A procedure that answers, and what is done with that."""
    known = [each for each in callable_here(scribe, env) if each.result is not None]
    each = scribe.dice.of(known) if known and depth > 0 else None
    act = scribe.call(env, each.name, each.params, 0) if each else None
    if each is None or each.result is None or act is None:
        return None
    if each.result == FLAG and scribe.happens(0.6):
        lines = opened(scribe, f"if {scribe.of('', 'not ')}{act}", env, depth, 1)
        lines += opened(scribe, f"otherwise if {act}", env, depth, 1) if scribe.happens(0.3) else []
        return lines + (opened(scribe, "otherwise", env, depth, 1) if scribe.happens(0.4) else [])
    local = Local(scribe.name("v"), each.result, hidden=scribe.happens(0.9), sure=not each.maybe)
    return [f"let {local.name} be {act}", *scribe.sentence(env.plus(local), depth - 1)]


@way("sentence", 4)
def leave(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    if not env.running:
        return None

    return [f"if {scribe.condition(env, 1)}: finish {scribe.dice.of(env.running)}"]


@way("sentence", 2, unless=("own",))
def end_game(scribe: Scribe, env: Env, _depth: int) -> Lines | None:

    winner = scribe.value(env, PLAYER, 0, sure=True)
    several = players_or_all(scribe, env, 0)
    how = scribe.of("" if scribe.scored else ", drawn", f", won by {winner}", ", drawn", f", won by {several}")
    return [f"if {scribe.condition(env, 1)}: end game{how}"]


@way("sentence", 1)
def nothing(_scribe: Scribe, _env: Env, _depth: int) -> Lines:
    return ["nothing"]
