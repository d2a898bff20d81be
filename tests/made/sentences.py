"""Sentences that set variables, run and leave procedures, and hold other sentences. One is a list of lines."""

from attrs import evolve

from tests.made.declared import FLAG, NUMBER, PLAYER, Signature, Type, Variable
from tests.made.fields import a_field
from tests.made.places import held, starts
from tests.made.questions import answer
from tests.made.scribe import Env, Lines, Local, indented, way
from tests.made.sources import any_source, asked_source, picked, players_or_all, tested
from tests.made.values import flag_value


def block(env: Env, depth: int, most: int = 2) -> Lines:
    """A few sentences, indented."""
    return indented(env.sentences(env.dice.between(1, most), depth))


def opened(head: str, env: Env, depth: int, most: int = 2) -> Lines:
    """A sentence with a block."""
    return [f"{head}:", *block(env, depth - 1, most)]


# ---- variables


def writable(env: Env, *shapes: str) -> tuple[Variable, str]:
    """A variable that may be changed here."""
    known = [each for each in env.world.variables if each.shape in shapes]
    variable, naming = a_field(env, known, asked=False)
    return variable, naming.text


@way("sentence", 12)
def set_one(env: Env, depth: int) -> Lines:
    variable, text = writable(env, "one", "maybe")
    maybe = variable.shape == "maybe"
    value = "none" if maybe and env.happens(0.25) else suitable(env, variable.type, depth, maybe=maybe)
    return [f"set {text} to {value}"]


def suitable(env: Env, type_: Type, depth: int, *, maybe: bool) -> str:
    """A value that mostly fits."""
    if type_ == FLAG:
        return flag_value(env, min(depth, 1))
    if type_.sort not in ("number", "spot"):
        return env.value(type_, 1, sure=not maybe and not env.happens(0.03))
    if env.happens(0.4):
        return str(env.dice.between(type_.low, type_.high))
    plain = env.number(min(depth, 1))
    known = env.value(type_, 0, sure=True) if type_.sort == "spot" else plain
    fits = env.happens(0.8) or known.isdigit()
    return f"min({type_.high}, max({type_.low}, {plain}))" if fits else known


@way("sentence", 8)
def count_up(env: Env, _: int) -> Lines | None:
    """Add to a number, or subtract, mostly within its range."""
    variable, text = writable(env, "one")
    low, high = variable.type.low, variable.type.high
    if variable.type.sort not in ("number", "spot") or high - low < 3:
        return None
    value, step = f"({text} + 0)" if variable.type.sort == "spot" else text, env.dice.between(1, 2)
    return [
        env.of(
            *[f"if {value} is less than {high - 1}: add {step} to {text}"] * 15,
            *[f"if {value} is more than {low + 1}: subtract {step} from {text}"] * 16,
            f"add {step} to {text}",
        )
    ]


@way("sentence", 10)
def change_set(env: Env, _: int) -> Lines:
    variable, text = writable(env, "set")
    member = env.value(variable.type, 1, sure=True)
    everything = variable.type.plural if variable.type.sort not in ("kind", "line") else "nothing"
    ways = (f"add {member} to {text}", f"remove {member} from {text}")
    return [env.of(*ways, *ways, f"set {text} to {everything}", f"set {text} to nothing")]


@way("sentence", 10)
def change_counts(env: Env, _: int) -> Lines:
    variable, text = writable(env, "counts")
    one, other = (env.known(variable.type) for _ in range(2))
    ways = [f"add {one} to {text}", f"set {text} to nothing"]
    if variable.type.sort != "kind":
        ways += [
            f"set {text} to {text} without {one}",
            f"add {one} + {other} to {text}",
            f"set {text} to {one} + {other} + {one}",
        ]
    if variable.type.sort not in ("kind", "spot"):  # numbers are reckoned
        ways += [f"set {text} to {one} * {env.number(0)} + {other}", f"add {one} * {env.dice.below(4)} to {text}"]
    if "(" not in text:
        ways += [f"if {text}({one}) is more than 0: subtract {one} from {text}"] * 2
    return [env.of(*ways)]


@way("sentence", 6)
def change_by_counts(env: Env, _: int) -> Lines | None:
    """By what is counted elsewhere."""
    variable, text = writable(env, "counts")
    counts = answer(env, variable.type, ("counts",), 1)
    return [env.of(f"add {counts} to {text}", f"set {text} to {counts}")] if counts != text else None


# what is tried remembers nothing
way("sentence", 7, unless=("plain", "own"))(
    lambda env, _: [f"{env.of(*['remember'] * 4, 'forget')} {env.pick(env.world.memories)}"]
)


# ---- blocks


@way("sentence", 9, deep=True)
def if_so(env: Env, depth: int) -> Lines:
    lines = opened(f"if {env.condition(1)}", env, depth)
    lines += opened(f"otherwise if {env.condition(1)}", env, depth, 1) if env.happens(0.25) else []
    return lines + (opened("otherwise", env, depth, 1) if env.happens(0.3) else [])


@way("sentence", 10, deep=True)
def for_each(env: Env, depth: int) -> Lines:
    source = any_source(env, 1, copies=True, ranges=True)
    local = source.one(env.name("x"))
    test = tested(env, source, 0) if env.happens(0.4) and source.path else ""
    return opened(f"for each {local.name} in {source.text}{test}", env.plus(local), depth)


@way("sentence", 3, deep=True)
def for_each_named(env: Env, depth: int) -> Lines:
    """For each of some values by their names."""
    type_ = env.pick([each for each in env.world.sorts("enumeration") if len(each.values) > 1])
    local = Local(env.name("x"), type_)
    return opened(f"for each {local.name} in {', '.join(reversed(type_.values[:3]))}", env.plus(local), depth)


@way("sentence", 3, deep=True, unless=("own",))
def sow(env: Env, depth: int) -> Lines:
    """From the value of a field's owner on, round and round."""
    plain = [each for each in env.world.variables if each.shape == "one" and each.type.sort == "number"]
    seen = [each for each in plain if len(each.owners) == 1 and each.audience == "everyone"]
    field, here = env.pick([each for each in seen if each.owners[0].sort == "enumeration"]), env.name("k")
    owner = field.owners[0]
    start = env.literal(owner)
    skipped = env.of(f" where it is not {start}", f" as y where y is not {start}", "")
    onto = f"{here}'s next{skipped if len(owner.values) > 1 else ''}"
    return [
        f"keep {here}: {owner.name}, starts {start}",
        f"if {here}'s {field.name} is in 0..4: sow all {here}'s {field.name} onto {onto}",
        *opened(f"if {env.condition(0)}", env, depth, 1),
    ]


@way("sentence", 4, deep=True)
def some_times(env: Env, depth: int) -> Lines:
    times = env.of("2", "3", "player-count", f"min(3, max(0, {env.number(0)}))", "0")
    return opened(f"repeat {times} times", env, depth, 1)


@way("sentence", 4, deep=True, unless=("own",))
def until(env: Env, depth: int) -> Lines:
    """Loops that a counter of their own ends, if nothing else does."""
    counter, most = env.counter(), env.dice.between(1, 3)
    start, step, body = f"set {counter} to 0", f"    add 1 to {counter}", block(env, depth - 1)
    if env.running and env.happens(0.5):
        leave = f"    if {counter} is at least {most}: finish {env.dice.of(env.running)}"
        return [start, "repeat:", step, leave, *body]
    also = f" or {env.condition(0)}" if env.happens(0.4) else ""
    return [start, f"repeat until {counter} is at least {most}{also}:", step, *body]


def sets_of_players(env: Env) -> list[str]:
    return [each.name for each in env.world.variables if (each.shape, each.type, each.owners) == ("set", PLAYER, ())]


@way("sentence", 6, deep=True, unless=("own",))
def each_player(env: Env, depth: int) -> Lines:
    """By what players come in order, who of them is asked, and until when."""
    other = " other" if env.you and env.happens(0.5) else ""
    start = f" from {env.value(PLAYER, 1, sure=True)}" if env.happens(0.4) else ""
    sets = sets_of_players(env)
    among = f" in {env.dice.of(sets)}" if sets and env.happens(0.3) else ""
    numbers = [each.name for each in env.world.variables if each.shape == "one" and each.owners == (PLAYER,)]
    by = f" by {env.of('highest', 'lowest')} {env.dice.of(numbers)}" if numbers and env.happens(0.3) else ""
    named = f" as {env.name('p')}" if env.happens(0.3) else ""
    where = f"{named} where {env.condition(0)}" if env.happens(0.3) else ""
    until = f" until {env.condition(0)}" if env.happens(0.3) else ""
    return opened(f"each{other} player{among}{start}{by}{where}{until}", evolve(env, you=True), depth, 1)


@way("sentence", 4, deep=True, unless=("own",))
def ask(env: Env, depth: int) -> Lines:
    return opened(f"ask {env.value(PLAYER, 1, sure=True)}", evolve(env, you=True), depth, 1)


@way("sentence", 8, deep=True, unless=("own",))
def go_around(env: Env, depth: int) -> Lines:
    """Round and round, as long as a counter of its own says, or until nobody is left."""
    counter, start, sets = env.counter(), env.value(PLAYER, 1, sure=True), sets_of_players(env)
    head = [f"set {counter} to 0", f"go around from {start}"]
    body = [f"    add 1 to {counter}", *block(evolve(env, you=True), depth - 1, 1)]
    if sets and env.happens(0.6):
        among = env.dice.of(sets)
        also = "" if env.happens(0.4) else f" until {counter} is at least 4"
        if env.happens(0.7):
            head.insert(0, f"set {among} to players")
        leaves = f"    remove you from {among}" if not also or env.happens(0.5) else "    nothing"
        return [*head[:-1], f"{head[-1]} among {among}{also}:", *body, leaves]
    also = f" or {env.condition(0)}" if env.happens(0.4) else ""
    return [*head[:-1], f"{head[-1]} until {counter} is at least 3{also}:", *body]


# ---- names


@way("sentence", 6, deep=True)
def let_be(env: Env, depth: int) -> Lines:
    """A name for a value, a piece or several, and sentences that use it."""
    name, way_ = env.name("v"), env.dice.below(4)
    if way_ == 0:
        lines = [f"let {name} be {env.number(depth)}"]
        return lines + env.plus(Local(name, NUMBER)).sentences(2, depth - 1)
    if way_ == 1:
        source = any_source(env, 1, copies=True)
        one = source.one(env.name("x"))
        lines = opened(f"for each {one.name} in {name}", env.plus(one), depth)
        return [f"let {name} be {source.text}", *lines] if source.path else []
    if way_ == 2:
        source = asked_source(env, 0, copies=True)
        text, local = f"{source.text}'s {env.of('first', 'last')}", source.one(name)
    else:
        type_ = env.dice.of([each for each in env.world.types if each.sort not in ("number", "flag", "line")])
        text, local = picked(env, type_, 1), Local(name, type_)
    return [f"let {name} be {text}", *opened(f"if {name} is not none", env.plus(local), depth)]


@way("sentence", 8, deep=True, unless=("own",))
def keep(env: Env, depth: int) -> Lines:
    """What is kept is a variable of the sentences behind it. Where it is handed to a decider, it must be known."""
    type_, shape, text = held(env.dice, [each for each in env.world.types if each != NUMBER])
    variable = Variable(env.name("k"), (), type_, shape, "everyone" if env.happens(0.1) else "nobody", text)
    first = starts(env.dice, type_, shape)
    if not first and shape in ("one", "maybe") and env.happens(0.6):
        first = f", starts {suitable(env, type_, 1, maybe=shape == 'maybe')}"
    known = evolve(env.world, variables=(*env.world.variables, *([variable] * 3)))
    return [f"keep {variable.name}: {text}{first}", *evolve(env, world=known).sentences(3, depth - 1)]


# ---- procedures, and the end


def callable_here(env: Env) -> list[Signature]:
    """The procedures that may be carried out here."""
    known = env.world.procedures[env.calls :] if not env.own else ()
    return [each for each in known if (env.you or not each.you) and (not env.plain or each.plain)]


@way("sentence", 7)
def run(env: Env, _: int) -> Lines:
    """A procedure or phase."""
    each = env.pick(callable_here(env))
    return [env.call(each, first=[env.argument(each.family, 0, sure=True)] if each.family else [])]


@way("sentence", 10, deep=True)
def ask_for_answer(env: Env, depth: int) -> Lines:
    """A procedure that answers, and what is done with that."""
    each = env.pick([each for each in callable_here(env) if each.result is not None])
    act = env.call(each)
    if each.result == FLAG and env.happens(0.6):
        lines = opened(f"if {env.of('', 'not ')}{act}", env, depth, 1)
        lines += opened(f"otherwise if {act}", env, depth, 1) if env.happens(0.3) else []
        return lines + (opened("otherwise", env, depth, 1) if env.happens(0.4) else [])
    local = Local(env.name("v"), each.result, hidden=env.happens(0.9), sure=not each.maybe)
    return [f"let {local.name} be {act}", *env.plus(local).sentence(depth - 1)]


way("sentence", 4)(lambda env, _: [f"if {env.condition(1)}: finish {env.pick(env.running)}"])


@way("sentence", 2, unless=("own",))
def end_game(env: Env, _: int) -> Lines:
    winner = f", won by {env.value(PLAYER, 0, sure=True)}"
    together = env.of(", everybody wins", ", everybody loses")
    how = env.of("" if env.world.scored else ", drawn", winner, ", drawn", f", won by {players_or_all(env)}", together)
    return [f"if {env.condition(1)}: end game{how}"]


way("sentence", 1)(lambda *_: ["nothing"])
