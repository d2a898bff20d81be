"""Whole texts: what is declared, what happens, what may be done, and who wins."""

import random
from contextlib import suppress

from attrs import evolve

from tests.made import conditions, moves, sentences  # noqa: F401 - they declare ways, in this order
from tests.made.actions import action, family, params, simple, stake, written_params
from tests.made.declared import FLAG, NUMBER, PLAYER, Signature, Type, Variable, World, Zone
from tests.made.dice import Dice
from tests.made.looks import paragraph, with_looks
from tests.made.places import boxes, draw_memory, draw_options, draw_variables, draw_zones, field_lines, ghosts
from tests.made.scribe import COMPARED, Env, Lines, Local, Notes, Source, Unfit, indented
from tests.made.sentences import opened
from tests.made.sources import players_or_all, tested
from tests.made.stopping import offers
from tests.made.types import draw_types
from tests.made.values import flag_value


def made(rng: random.Random) -> tuple[str, int]:
    """A whole ruleset, and how many can play it: 0 for any number from 1 to 4."""
    dice = Dice(rng)
    drawn = draw_types(dice)
    options, known = draw_options(dice)
    zones, variables = draw_zones(dice, drawn), draw_variables(dice, drawn)
    memories = draw_memory(dice, [*zones, *variables])
    every_zone, known = (*zones, *boxes(drawn)), {**known, "memories": tuple(memories)}
    world = World(drawn.types, drawn.components, every_zone, tuple(variables), scored=dice.happens(0.9), **known)
    env = Env(dice=dice, world=callables(dice, world), notes=Notes(), you=False)
    lines, counters = doings(env), [f"    {name}: 0..999" for name in env.notes.counters]
    remembered = [line for each in memories.values() for line in ("there is", f"    {each}")]
    # the game and its players
    player = next(each for each in drawn.types if each.sort == "player")
    seats = ", ".join(player.values) if drawn.seats else dice.of(("1..4", "1..4", "1..12", "3"))
    title = dice.of(("", ' "Put together at random"'))
    head = [f'game "Made"{title}', f"    players {seats}"]
    if dice.happens(0.25):
        when = dice.of(("", *(f" when player-count is {number}" for number in (2, 3, 4, 4))))
        # two teams of a number that is odd, or may be, are certainly wrong
        those = dice.of(("2", "north, south"))
        head.append(f"    teams {those}{when if when or drawn.seats in (2, 4) else ' when player-count is 2'}")
    if dice.happens(0.1):
        head.append('    needs player-count is at least 1 because "somebody must play"')
    head += [*options, *drawn.lines, *field_lines([*zones, *variables]), *remembered]
    head += ["there is", *counters] if counters else []
    whole = [*head, *ghosts(dice, drawn.components[0]), *lines]
    looking = with_looks(dice, whole, zones)
    text = [*looking, *of_a_field(env), *paragraph(dice, zones)]
    return "\n".join(text) + "\n", drawn.seats or (3 if seats == "3" else 0)


def doings(env: Env) -> Lines:
    """Everything that happens or is asked."""
    lines: Lines = []
    world, asked = env.world, evolve(env, public=True, plain=True)
    for rank, each in enumerate(world.definitions, 1):
        lines += definition(evolve(asked, rank=rank), each)
    type_ = world.components[0].type
    lines += [
        f"define tally of {type_.plural} several:",
        "    0 when several is empty",
        f"    several's size + (count of several{tested(asked, Source('several', type_), 0)}) otherwise",
        f"define fitting({type_.plural} several, 0..9 least): {fitting(env)}",
    ]
    for number, each in enumerate(world.procedures, 1):
        lines += procedure(evolve(env, calls=number), each)
    somebody = evolve(env, you=True)
    for each in world.actions:
        lines += simple(somebody, each) if each.plain else action(somebody, each)
    lines += [line for _ in range(env.of(0, 0, 0, 1, 2)) for line in whenever(env)]
    lines += play(env)
    return [*setup(env), *lines, "action pass: nothing", *(scoring(env) if world.scored else ()), *last_lines(env)]


def whenever(env: Env) -> Lines:
    """What is set off by what comes to a zone, leaves it, or changes a variable: so little that it may be anywhere."""
    zones = [each for each in env.world.zones if each.sort != "box" and not each.component.plenty]
    fields = [each for each in (*zones, *env.world.variables) if len(each.owners) < 2]
    if not fields:
        return []
    field = env.dice.of(fields)
    whose = (
        env.of("your ", "player's ") if PLAYER in field.owners else "".join(f"{each.name}'s " for each in field.owners)
    )
    path, apart = whose + field.name, env.of("", ", not by itself", ", at most twice per chain")
    before = "" if isinstance(field, Zone) or field.shape in ("set", "counts") else env.of("", " from old")
    event = f"came {env.of('comes to', 'leaves')} {path}" if isinstance(field, Zone) else f"{path} changes{before}"
    return [f"whenever {event}{apart}: set {env.counter()} to {env.dice.between(1, 9)}"]


# ---- what may be called


def callables(dice: Dice, world: World) -> World:
    """With the names of definitions, procedures and actions."""
    subjects = [each for each in world.types if each.sort not in ("number", "flag", "line")]

    def params_of(name: str) -> tuple:
        return tuple((dice.of((NUMBER, *subjects)), f"{name}-{letter}") for letter in "ab"[: dice.of((0, 0, 1, 2))])

    definitions = []
    for name in ("worth-of", "lucky", "chosen-one", "those")[: dice.of((0, 1, 2, 3, 4))]:
        of = dice.of((None, dice.of(subjects), world.components[0].type, dice.of((*subjects, *world.sorts("line")))))
        results = {"lucky": [FLAG], "those": subjects}.get(
            name, [NUMBER, FLAG, NUMBER, *subjects, *world.sorts("line")]
        )
        known = {"many": name == "those", "maybe": dice.happens(0.3)}
        definitions.append(Signature(name, params_of("arg"), of, dice.of(results), **known))
    procedures = []
    families = [each for each in world.sorts("enumeration", "kind") if 0 < len(each.values) <= 4]
    for name in ("gather", "settle", "reward")[: dice.of((0, 1, 1, 2, 3))]:
        of_family = dice.of(families) if families and dice.happens(0.25) else None
        result = None if of_family or dice.happens(0.5) else dice.of((FLAG, FLAG, NUMBER, dice.of(subjects)))
        known = {"you": dice.happens(0.6), "plain": dice.happens(0.5), "family": of_family}
        known["maybe"] = result not in (None, FLAG, NUMBER) and dice.happens(0.4)
        procedures.append(Signature(name, params_of("given"), None, result, **known))
    actions = [Signature(f"act-{letter}") for letter in "abc"[: dice.of((1, 2, 2, 3))]]
    actions = [evolve(each, params=((NUMBER, "amount"),)) if dice.happens(0.15) else each for each in actions]
    actions.append(Signature("tip", plain=True))
    if dice.happens(0.5):
        actions.append(Signature("press", ((dice.of((NUMBER, *subjects)), "so-much"),), plain=True))
    return evolve(world, definitions=tuple(definitions), procedures=tuple(procedures), actions=tuple(actions))


def definition(env: Env, each: Signature) -> Lines:
    """A value or condition with a name, its subject and parameters."""
    head = each.name
    if each.of is not None:
        name = env.name("s") if env.happens(0.5) else ""
        head += f" of {each.of.name} {name}".rstrip()
        local = Local(name or "it", each.of)
        env = env.plus(local) if name else evolve(env, it=local)
    if not each.many and each.result.sort not in ("number", "flag", "line") and env.happens(0.3):
        head = f"{each.result.name}{' or none' if each.maybe else ''} {head}"
    head, env = f"define {head}{written_params(each)}:", env.plus(*params(each))
    if each.many:
        several = each.result.plural
        with suppress(Unfit):
            source = env.source(each.result, 2)
            several = source.text if source.path else several
        return [f"{head} {several}"]
    if each.of is not None and each.of.values and each.result == NUMBER and env.happens(0.4):
        return in_table(env, head[:-1], each.of, name or "it")
    if env.happens(0.55):
        return [f"{head} {result(env, each)}"]
    lines: Lines = []
    if env.happens(0.4):
        name = env.name("v")
        lines.append(f"let {name} be {env.number(1)}")
        env = env.plus(Local(name, NUMBER))
    if each.result == FLAG or env.happens(0.3):
        return [head, *indented([*lines, result(env, each)])]
    lines += [f"{result(env, each)} when {env.condition(1)}" for _ in range(env.dice.between(1, 2))]
    return [head, *indented([*lines, f"{result(env, evolve(each, maybe=False))} otherwise"])]


def in_table(env: Env, head: str, of: Type, key: str) -> Lines:
    """A number for some values of a type, and for all others, perhaps by the number of players, too."""
    first, *others = of.values
    dice, cells = env.dice, ("0", "1", "-2", "7")
    if others and dice.happens(0.5):
        head += f" by {key} and player-count"
        lines = [f"{dice.between(1, 4)} otherwise", f"{others[-1]}: {dice.of(cells)} {dice.of(cells)}"]
        return [f"{head}:", *indented([*lines, f"otherwise: {dice.of(cells)} {dice.of(cells)}"])]
    return [f"{head} by {key}:", *indented([f"{first}: {dice.of(cells)}", f"otherwise: {dice.of(cells)}"])]


def fitting(env: Env) -> str:
    """A condition of several pieces and a number: of some who ask it one part of it is certain, of others another."""
    parts = (
        f"several's size is {env.of(*COMPARED)} least",
        f"several's size is {env.of(*COMPARED)} {env.dice.below(4)}",
        f"least is {env.of(*COMPARED)} {env.dice.below(4)}",
        f"least is {env.of('', 'not ')}in {env.of('0..1', '1..3', '3..9')}",
        f"several is {env.of('', 'not ')}empty",
    )
    one, other, last = (env.of(*parts) for _ in range(3))
    return env.of(one, f"{one} and {other}", f"{one} or {other}", f"{one} and ({other} or {last})")


def result(env: Env, each: Signature) -> str:
    """What a definition gives."""
    return env.condition(2) if each.result == FLAG else env.value(each.result, 2, sure=not each.maybe)


def procedure(env: Env, each: Signature) -> Lines:
    """A procedure or phase, perhaps one for each value of a type."""
    running = (each.name,) if each.result is None else ()
    env = evolve(env, locals=params(each), you=each.you, plain=each.plain, seen=each.plain, running=running)
    head = f"{each.name}{written_params(each)}"
    if each.family is not None:
        inside = env.plus(Local(each.family.name, each.family))
        lines = inside.sentence(1) if env.happens(0.3) else []
        for name in each.family.values:
            lines += [f"when {name}:", *indented(inside.sentence(1))]
        return [f"to {each.name} of {each.family.name}{written_params(each)}:", *indented(lines)]
    body = env.sentences(env.dice.between(1, 2), 2)
    if each.result is None:
        return [f"{env.of(f'to {head}', f'phase {head}' + env.title('A phase'))}:", *indented(body)]
    if env.happens(0.6):
        body = [f"if {env.condition(1)}: give {answer(env, each)}", *body]
    type_ = "-99..999" if each.result == NUMBER else f"{each.result.name}{' or none' if each.maybe else ''}"
    return [f"to {head} gives {type_}:", *indented([*body, f"give {answer(env, each)}"])]


def answer(env: Env, each: Signature) -> str:
    """What a procedure answers."""
    if each.maybe and env.happens(0.3):
        return "none"
    found = flag_value(env, 1) if each.result == FLAG else result(env, each)
    return f"min(999, max(-99, {found}))" if each.result == NUMBER else found


# ---- what happens


def setup(env: Env) -> Lines:
    """Fields that are none until they are set are set, cards are dealt, and a little more."""
    lines = [line for each in env.world.variables for line in first_set(each)]
    lines += ["move all box's cards to deck", "shuffle the deck"]
    lines.append(f"each player: move up to {env.dice.between(2, 3)} from the deck to your hand")
    lines += evolve(env, plain=env.happens(0.7)).sentences(env.dice.below(2), 2)
    for zone in env.world.zones:
        if zone.place is not None and not zone.owners:
            test, box = evolve(env, asking=True).condition(0), f"box's {zone.component.type.plural}"
            lines.append(f"for each s in {zone.place.plural} where {test}:")
            room, side = f"{zone.name}(s) is empty", zone.component.attributes
            if zone.component.plenty:
                lines.append(f"    if {room}: move 1 from box where its {side[0].name} is 1 to {zone.name}(s)")
            else:
                lines.append(f"    if {box} is not empty and {room}: move {box}'s first to {zone.name}(s)")
    return ["setup:", *indented(lines)]


def first_set(variable: Variable) -> Lines:
    """Sets a variable that is none until that, in the game or of each player, before anything asks it."""
    if not variable.unset:
        return []
    first = variable.type.values[0] if variable.type.values else str(variable.type.low)
    return [
        f"each player: set your {variable.name} to {first}" if variable.owners else f"set {variable.name} to {first}"
    ]


def play(env: Env) -> Lines:
    """Rounds of turns; what is offered in them."""
    running = evolve(env, you=True, running=("turn",))
    acts = offers(running, lambda each: not each.plain)
    families = [each for each in env.world.sorts("enumeration", "kind") if 0 < len(each.values) < 5]
    lines: Lines = []
    if families and env.happens(0.5):
        lines += family(evolve(env, you=True), "use", env.dice.of(families))
        acts.append("use")
    lines += turn(running, acts)
    happening = [*(env.sentence(2) if env.happens(0.25) else ()), *rounds(env)]
    if env.happens(0.3):
        lines += stake(evolve(env, you=True))
        one = env.plus(Local("one", PLAYER))
        who = env.of("player", "player", f"player as one where {one.condition(1)}")
        cannot = opened("if you cannot", evolve(env, you=True), 1, 1) if env.happens(0.3) else []
        more = "" if cannot else env.of("", " or pass", ", asked alike")
        happening += [f"each {who} at once:", *indented([f"choose stake{more}", *cannot])]
    won = f", won by {players_or_all(env)}"
    if not env.world.scored:
        happening.append(f"end game{won}")
    elif env.happens(0.15):
        happening.append(f"end game{env.of('', ', drawn', won)}")
    return [*lines, "play:", *indented(happening)]


def turn(env: Env, acts: list[str]) -> Lines:
    """What a player does in turn."""
    menu: Lines = []
    plain = offers(env, lambda each: each.plain)
    body = env.sentence(2) if env.happens(0.4) else []
    if env.happens(0.45):
        # without end only where that leaves a way out
        often = (*[", once per turn"] * 4, ", exactly once per turn", ", at most twice per turn")
        listed = [*(f"{act}{env.of(*often)}" for act in acts), *(f"{act}, once per turn" for act in plain[:1])]
        if plain and env.happens(0.3):  # whoever can neither do anything of it nor end it passes
            once = [f"{act}{env.of(*often[3:5])}" for act in acts]
            body += [f"choose until {plain[0]}, asked alike:", *indented(once)]
        else:
            body += ["choose until pass:", *indented(listed)]
            if env.happens(0.8 if "exactly" in " ".join(listed) else 0.4):
                body += ["if you cannot:", *indented(env.sentence(0))]
    elif env.happens(0.5):
        listed = [f"{' or '.join(acts[:2])}{env.of('', ', once per turn')}", *acts[2:], *plain, "pass"]
        if env.happens(0.4):
            alone = evolve(env, seen=True, running=())
            listed.insert(0, f"needs {alone.condition(1)}{env.reason('not now')}")
        menu = [f"choice act{env.title('What to do')}:", *indented(listed)]
        if env.happens(0.5):
            again = ["if you can act: choose act", "otherwise:", *indented(env.sentence(0))]
            body += ["repeat 2 times:", *indented(again)]
        else:
            body += ["choose act", "if you cannot:", *indented(env.sentence(1))]
    else:
        often = env.of(*[" or pass"] * 2, " or pass, twice", " or pass, thrice if you can", ", twice, asked alike")
        body.append(f"choose {' or '.join([*acts, *plain[:1]])}{often}")
    body += env.sentence(1) if env.happens(0.3) else []
    return [f"phase turn{env.title('A turn')}:", *indented(body), *menu]


def rounds(env: Env) -> Lines:
    """How turns follow each other."""
    start, times = env.value(PLAYER, 1, sure=True), env.dice.between(2, 3)
    if env.happens(0.25):
        counter = env.counter()
        return [
            f"go around from {start} until {counter} is at least {2 * times}:",
            f"    add 1 to {counter}",
            "    turn",
        ]
    plain = offers(env, lambda each: each.plain) if env.happens(0.3) else []
    if plain:
        among = env.of("", f" among {env.of('players', 'players with highest seat')}")
        others = env.of("all", "all others")
        return [f"go around from {start}{among} until {others} pass:", *indented(plain[:2])]
    return [
        f"repeat {times} times:",
        "    " + env.of("each player", f"each player from {start}", f"ask {start}") + ": turn",
    ]


# ---- who wins


def scoring(env: Env) -> Lines:
    """The score, and who wins."""
    asked, it = env.plus(Local("p", PLAYER)), evolve(env, it=Local("it", PLAYER))
    score = f"p's coins + {asked.number(1)}"
    end = env.of("", "", ", at the end")
    ways = [
        [f"score of player p{end}: {score}"],
        [f"score of player p{end}:", f"    let v be {asked.number(1)}", f"    v + {score}"],
        [f"score of player{end}: its coins - {it.number(1)}"],
        [f"score of player p{end}:", f"    {score} when {asked.condition(1)}", "    p's coins otherwise"],
    ]
    if env.happens(0.15):  # all together
        together = ["winners:", f"    players when score is at least {env.number(0)}", "    nobody otherwise"]
        return ["scoring:", *indented([f"score of all{end}: pot + {env.number(1)}", *together])]
    best = env.of("highest score", "lowest coins, then highest score", "highest score, then lowest seat")
    players = f"players with {best}"
    cases = ["winners:", f"    nobody when {env.condition(1)}", f"    {players} otherwise"]
    teams = ["winners: teams where (some m in its members where m's coins is at least 0)"]
    lines = [
        *ways[env.dice.weighted((5, 3, 1, 1))],
        *([f"winners: {players}"], cases, teams)[env.dice.weighted((6, 3, 1))],
    ]
    return ["scoring:", *indented(lines)]


def last_lines(env: Env) -> Lines:
    """What must hold, and what nobody may know."""
    lines: Lines = []
    if env.happens(0.3):
        lines.append(f'invariant "so it is"{env.of("", " in play")}: {env.condition(1)}')
        if env.happens(0.2):
            lines.append("accepted unused at " + env.of("play", '"so it is"') + ' because "it may be"')
    faced = [zone.name for zone in env.world.zones if zone.faced and not zone.owners]
    turned = f"{env.of('nobody', 'nobody but its viewers')} sees {env.dice.of(faced)}" if faced else ""
    lines += ['secret "hands": nobody but its owner sees players\' hand'] if env.happens(0.12) else []
    lines += ['secret "the deck": nobody sees deck'] if env.happens(0.08) else []
    return lines + ([f'secret "turned": {turned}'] if turned and env.happens(0.2) else [])


def of_a_field(env: Env) -> Lines:
    """What nobody may know of a field that not all see, perhaps except by what somebody does."""
    fields = [each for each in (*env.world.zones, *env.world.variables) if each.audience in ("owner", "nobody")]
    fields = [each for each in fields if each.name not in ("hand", "deck")]
    if not fields or not env.happens(0.3):
        return []
    field = env.dice.of(fields)
    first, *more = [each.plural for each in field.owners] or [""]
    path = f"{first}' {field.name}" if first else field.name
    path += f"({', '.join(more)})" if more and isinstance(field, Zone) else ""
    but = " but its owner" if field.audience == "owner" and PLAYER in field.owners else ""
    told = env.of("", "", ", except by turn", ", except by act-a or turn")
    return [f'secret "what is kept": nobody{but} sees {path}{told}']
