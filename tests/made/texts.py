"""Whole texts: what is declared, what happens, what may be done, and who wins."""

import random

from attrs import evolve

from tests.made import conditions, moves, sentences, stopping  # noqa: F401 - they declare ways, in this order
from tests.made.actions import action, family, params, simple, stake, written_params
from tests.made.declared import FLAG, NUMBER, PLAYER, Field, Signature, Type, World
from tests.made.dice import Dice
from tests.made.looks import with_looks
from tests.made.places import boxes, draw_memory, draw_options, draw_variables, draw_zones, field_lines, ghosts
from tests.made.scribe import COMPARED, Env, Lines, Local, Scribe, Source, indented
from tests.made.sentences import opened
from tests.made.sources import any_source, players_or_all, tested
from tests.made.stopping import offer
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
    world = World(drawn.types, drawn.components, every_zone, tuple(variables), seats=drawn.seats)
    scribe = Scribe(dice, callables(dice, evolve(world, **known)), deciding=2, scored=dice.happens(0.9))
    lines = doings(scribe)
    fields: list[Field] = [*zones, *variables]
    counters = ["there is", *(f"    {name}: 0..999" for name in scribe.counters)] if scribe.counters else []
    remembered = [line for each in memories.values() for line in ("there is", f"    {each}")]
    # the game and its players
    player = next(each for each in drawn.types if each.sort == "player")
    seats = ", ".join(player.values) if drawn.seats else dice.of(("1..4", "1..4", "1..12", "3"))
    title = dice.of(("", ' "Put together at random"'))
    head = [f'game "Made"{title}', f"    players {seats}"]
    if dice.happens(0.25):
        when = dice.of(("", *(f" when player-count is {number}" for number in (2, 3, 4, 4))))
        # two teams of a number that is odd, or may be, are certainly wrong
        head.append(f"    teams 2{when if when or drawn.seats in (2, 4) else ' when player-count is 2'}")
    if dice.happens(0.1):
        head.append('    needs player-count is at least 1 because "somebody must play"')
    head += [*options, *drawn.lines, *field_lines(fields), *remembered, *counters]
    whole = [*head, *ghosts(dice, drawn.components[0]), *lines]
    return "\n".join(with_looks(dice, whole, zones)) + "\n", drawn.seats or (3 if seats == "3" else 0)


def doings(scribe: Scribe) -> Lines:
    """Everything that happens or is asked."""
    lines: Lines = []
    for number_, each in enumerate(scribe.world.definitions):
        lines += definition(scribe, each, number_)
    type_ = scribe.world.components[0].type
    test = tested(scribe, Env(you=False, public=True, plain=True), Source("several", type_), 0)
    lines += [
        f"define tally of {type_.plural} several:",
        "    0 when several is empty",
        f"    several's size + (count of several{test}) otherwise",
        f"define fitting({type_.plural} several, 0..9 least): {fitting(scribe)}",
    ]
    for number_, each in enumerate(scribe.world.procedures):
        lines += procedure(scribe, each, number_)
    for each in scribe.world.actions:
        if each.name == "pass":
            lines.append("action pass: nothing")
        else:
            lines += simple(scribe, each) if each.plain else action(scribe, each)
    lines += play(scribe)
    return [*setup(scribe), *lines, *scoring(scribe), *last_lines(scribe)]


# ---- what may be called


def callables(dice: Dice, world: World) -> World:
    """With the names of definitions, procedures and actions."""
    subjects = [each for each in world.types if each.sort not in ("number", "flag", "line")]
    results = [NUMBER, FLAG, NUMBER, *subjects, *world.sorts("line")]
    definitions = []
    for name in ("worth-of", "lucky", "chosen-one", "those")[: dice.of((0, 1, 2, 3, 4))]:
        of = dice.of((None, dice.of(subjects), world.components[0].type, dice.of((*subjects, *world.sorts("line")))))
        args = tuple((dice.of((NUMBER, *subjects)), f"arg-{letter}") for letter in "ab"[: dice.of((0, 0, 1, 2))])
        result = FLAG if name == "lucky" else dice.of(results)
        if name == "those":
            result = dice.of(subjects)
        definitions.append(Signature(name, args, of, result, many=name == "those", maybe=dice.happens(0.3)))
    procedures = []
    for name in ("gather", "settle", "reward")[: dice.of((0, 1, 1, 2, 3))]:
        args = tuple((dice.of((NUMBER, *subjects)), f"given-{letter}") for letter in "ab"[: dice.of((0, 0, 1, 2))])
        families = [each for each in subjects if each.sort in ("enumeration", "kind") and 0 < len(each.values) <= 4]
        of_family = dice.of(families) if families and dice.happens(0.25) else None
        you = dice.happens(0.6)
        plain, given = dice.happens(0.5), [each for each in subjects if each.sort != "line"]
        result = None if of_family or dice.happens(0.5) else dice.of((FLAG, FLAG, NUMBER, dice.of(given)))
        maybe = result not in (None, FLAG, NUMBER) and dice.happens(0.4)
        procedures.append(Signature(name, args, None, result, you, plain, of_family, maybe=maybe))
    actions = [Signature(f"act-{letter}") for letter in "abc"[: dice.of((1, 2, 2, 3))]]
    actions = [evolve(each, params=((NUMBER, "amount"),)) if dice.happens(0.15) else each for each in actions]
    few = [Signature("pass", plain=True), Signature("tip", plain=True)]
    if dice.happens(0.5):
        few.append(Signature("press", ((dice.of((NUMBER, *subjects)), "so-much"),), plain=True))
    return evolve(world, definitions=tuple(definitions), procedures=tuple(procedures), actions=(*actions, *few))


def definition(scribe: Scribe, each: Signature, rank: int) -> Lines:
    """A value or condition with a name."""
    assert each.result is not None
    env = Env(you=False, public=True, rank=rank + 1, plain=True)
    head, env = definition_head(scribe, each, env)
    if each.many:
        source = scribe.of_type(env, each.result, 2) or any_source(scribe, env, 0)
        return [f"define {head}: {source.text if source and source.path else each.result.plural}"]
    if scribe.happens(0.55):
        return [f"define {head}: {result(scribe, env, each.result, maybe=each.maybe)}"]
    lines: Lines = []
    if scribe.happens(0.4):
        name = scribe.name("v")
        lines.append(f"let {name} be {scribe.number(env, 1)}")
        env = env.plus(Local(name, NUMBER))
    if each.result == FLAG or scribe.happens(0.3):
        return [f"define {head}:", *indented([*lines, result(scribe, env, each.result, maybe=each.maybe)])]
    for _ in range(scribe.dice.between(1, 2)):
        case = result(scribe, env, each.result, maybe=each.maybe)
        lines.append(f"{case} when {scribe.condition(env, 1)}")
    return [f"define {head}:", *indented([*lines, f"{result(scribe, env, each.result)} otherwise"])]


def definition_head(scribe: Scribe, each: Signature, env: Env) -> tuple[str, Env]:
    """The name with its subject and parameters; within it they are known."""
    head = each.name
    if each.of is not None:
        name = scribe.name("s") if scribe.happens(0.5) else ""
        head += f" of {each.of.name}{' ' + name if name else ''}"
        local = Local(name or "it", each.of, piece=False)
        env = env.plus(local) if name else evolve(env, it=local)
    if each.result is not None and not each.many and each.result.sort not in ("number", "flag", "line"):
        typed = f"{each.result.name}{' or none' if each.maybe else ''} "
        head = f"{typed if scribe.happens(0.3) else ''}{head}"
    return f"{head}{written_params(each)}", env.plus(*params(each))


def fitting(scribe: Scribe) -> str:
    """A condition of several pieces and a number: of some who ask it one part of it is certain, of others another."""
    parts = (
        f"several's size is {scribe.of(*COMPARED)} least",
        f"several's size is {scribe.of(*COMPARED)} {scribe.dice.below(4)}",
        f"least is {scribe.of(*COMPARED)} {scribe.dice.below(4)}",
        f"least is {scribe.of('', 'not ')}in {scribe.of('0..1', '1..3', '3..9')}",
        f"several is {scribe.of('', 'not ')}empty",
    )
    one, other, last = (scribe.of(*parts) for _ in range(3))
    return scribe.of(one, f"{one} and {other}", f"{one} or {other}", f"{one} and ({other} or {last})")


def result(scribe: Scribe, env: Env, type_: Type, *, maybe: bool = False) -> str:
    """What a definition gives."""
    if type_ == FLAG:
        return scribe.condition(env, 2)
    return scribe.value(env, type_, 2, sure=not maybe)


def procedure(scribe: Scribe, each: Signature, number_: int) -> Lines:
    """A procedure or phase, perhaps one for each value of a type."""
    env = Env(
        locals=params(each), you=each.you, plain=each.plain, seen=each.plain,
        calls=number_ + 1, running=(each.name,) if each.result is None else (),
    )  # fmt: skip
    if each.family is not None:
        inside = env.plus(Local(each.family.name, each.family))
        lines: Lines = scribe.sentence(inside, 1) if scribe.happens(0.3) else []
        for name in each.family.values:
            lines += [f"when {name}:", *indented(scribe.sentence(inside, 1))]
        return [f"to {each.name} of {each.family.name}{written_params(each)}:", *indented(lines)]
    body = [line for _ in range(scribe.dice.between(1, 2)) for line in scribe.sentence(env, 2)]
    if each.result is not None:
        if scribe.happens(0.6):
            body = [f"if {scribe.condition(env, 1)}: give {answer(scribe, env, each)}", *body]
        type_ = "-99..999" if each.result == NUMBER else f"{each.result.name}{' or none' if each.maybe else ''}"
        body.append(f"give {answer(scribe, env, each)}")
        return [f"to {each.name}{written_params(each)} gives {type_}:", *indented(body)]
    head = scribe.of(
        f"to {each.name}{written_params(each)}", f"phase {each.name}{written_params(each)}{scribe.title('A phase')}"
    )
    return [f"{head}:", *indented(body)]


def answer(scribe: Scribe, env: Env, each: Signature) -> str:
    """What a procedure answers."""
    assert each.result is not None
    if each.maybe and scribe.happens(0.3):
        return "none"
    found = flag_value(scribe, env, 1) if each.result == FLAG else result(scribe, env, each.result, maybe=each.maybe)
    return f"min(999, max(-99, {found}))" if each.result == NUMBER else found


# ---- what happens


def setup(scribe: Scribe) -> Lines:
    """Cards are dealt, and a little more."""
    lines = ["move all box's cards to deck", "shuffle the deck"]
    lines.append(f"each player: move up to {scribe.dice.between(2, 3)} from the deck to your hand")
    for _ in range(scribe.dice.below(2)):
        lines += scribe.sentence(Env(you=False, plain=scribe.happens(0.7)), 2)
    for zone in scribe.world.zones:
        if zone.place is not None and not zone.owners:
            place, box = zone.place.plural, f"box's {zone.component.type.plural}"
            lines.append(f"for each s in {place} where {scribe.condition(Env(you=False, asking=True), 0)}:")
            room, side = f"{zone.name}(s) is empty", zone.component.attributes
            if zone.component.plenty:
                lines.append(f"    if {room}: move 1 from box where its {side[0].name} is 1 to {zone.name}(s)")
            else:
                lines.append(f"    if {box} is not empty and {room}: move {box}'s first to {zone.name}(s)")
    return ["setup:", *indented(lines)]


def limit(scribe: Scribe) -> str:
    """How often an offer may be used: without end only where that leaves a way out."""
    return scribe.of(*[", once per turn"] * 4, ", exactly once per turn", ", at most twice per turn")


def play(scribe: Scribe) -> Lines:
    """Rounds of turns; what is offered in them."""
    env = Env(running=("turn",))
    names = [each.name for each in scribe.world.actions if not each.plain]
    acts = [act for act in (offer(scribe, env, name) for name in names) if act]
    simple_ones = [
        act for act in (offer(scribe, env, each.name) for each in scribe.offered() if each.name != "pass") if act
    ]
    families = [
        each for each in scribe.world.types if each.sort in ("enumeration", "kind") and 0 < len(each.values) < 5
    ]
    lines: Lines = []
    if families and scribe.happens(0.5):
        lines += family(scribe, "use", scribe.dice.of(families))
        acts.append("use")
    lines += turn(scribe, acts, simple_ones)
    happening: Lines = []
    if scribe.happens(0.25):
        happening += scribe.sentence(Env(you=False), 2)
    happening += rounds(scribe)
    if scribe.happens(0.3):
        lines += stake(scribe)
        one = Env(you=False).plus(Local("one", PLAYER))
        who = scribe.of("player", "player", f"player as one where {scribe.condition(one, 1)}")
        cannot = opened(scribe, "if you cannot", Env(), 1, 1) if scribe.happens(0.3) else []
        happening += [f"each {who} at once:", *indented([f"choose stake{scribe.of('', ' or pass')}", *cannot])]
    if not scribe.scored:
        happening.append(f"end game, won by {players_or_all(scribe, Env(you=False), 0)}")
    elif scribe.happens(0.15):
        happening.append(f"end game{scribe.of('', ', drawn', f', won by {players_or_all(scribe, Env(you=False), 0)}')}")
    return [*lines, "play:", *indented(happening)]


def turn(scribe: Scribe, acts: list[str], simple_ones: list[str]) -> Lines:
    """What a player does in turn."""
    body: Lines = []
    menu: Lines = []
    env = Env(running=("turn",), calls=0)
    if scribe.happens(0.4):
        body += scribe.sentence(env, 2)
    if scribe.happens(0.45):
        body.append("choose until pass:")
        offers = [f"{act}{limit(scribe)}" for act in acts]
        body += indented([*offers, *(f"{act}, once per turn" for act in simple_ones[:1])])
        if scribe.happens(0.4):
            body += ["if you cannot:", *indented(scribe.sentence(env, 0))]
    elif scribe.happens(0.5):
        offers = [f"{' or '.join(acts[:2])}{scribe.of('', ', once per turn')}", *acts[2:], *simple_ones]
        guards = [
            f"needs {scribe.condition(alone, 1)}{scribe.reason('not now')}" for alone in [Env(seen=True, calls=0)]
        ]
        needed = guards if scribe.happens(0.4) else []
        menu = [f"choice act{scribe.title('What to do')}:", *indented([*needed, *offers])]
        if scribe.happens(0.5):
            again = ["if you can act: choose act", "otherwise:", *indented(scribe.sentence(env, 0))]
            body += ["repeat 2 times:", *indented(again)]
        else:
            body += ["choose act", "if you cannot:", *indented(scribe.sentence(env, 1))]
    else:
        often = scribe.of("", "", ", twice", ", thrice if you can")
        body.append(f"choose {' or '.join([*acts, *simple_ones[:1]])} or pass{often}")
    if scribe.happens(0.3):
        body += scribe.sentence(env, 1)
    return [f"phase turn{scribe.title('A turn')}:", *indented(body), *menu]


def rounds(scribe: Scribe) -> Lines:
    """How turns follow each other."""
    env = Env(you=False)
    start = scribe.value(env, next(each for each in scribe.world.types if each.sort == "player"), 1, sure=True)
    times = scribe.dice.between(2, 3)
    match scribe.dice.below(4):
        case 0:
            return [f"repeat {times} times:", "    each player: turn"]
        case 1:
            return [f"repeat {times} times:", f"    each player from {start}: turn"]
        case 2:
            counter = scribe.counter()
            until = f"{counter} is at least {2 * times}"
            return [f"go around from {start} until {until}:", f"    add 1 to {counter}", "    turn"]
        case _:
            return [f"repeat {times} times:", f"    ask {start}: turn"]


# ---- who wins


def scoring(scribe: Scribe) -> Lines:
    """The score, and who wins."""
    if not scribe.scored:
        return []
    player = next(each for each in scribe.world.types if each.sort == "player")
    local = Local("p", player)
    env = Env(you=False, locals=(local,))
    score = f"p's coins + {scribe.number(env, 1)}"
    lines = [f"score of player p: {score}"]
    if scribe.happens(0.3):
        lines = ["score of player p:", f"    let v be {scribe.number(env, 1)}", f"    v + {score}"]
    elif scribe.happens(0.2):
        it = Env(you=False, it=Local("it", player))
        lines = [f"score of player: its coins - {scribe.number(it, 1)}"]
    elif scribe.happens(0.2):
        lines = ["score of player p:", f"    {score} when {scribe.condition(env, 1)}", "    p's coins otherwise"]
    nobody = Env(you=False)
    best = scribe.of("highest score", "lowest coins, then highest score", "highest score, then lowest seat")
    if scribe.happens(0.3):
        lines += ["winners:", f"    nobody when {scribe.condition(nobody, 1)}", f"    players with {best} otherwise"]
    elif scribe.happens(0.15):
        lines.append("winners: teams where (some m in its members where m's coins is at least 0)")
    else:
        lines.append(f"winners: players with {best}")
    return ["scoring:", *indented(lines)]


def last_lines(scribe: Scribe) -> Lines:
    """What must hold, and what nobody may know."""
    lines: Lines = []
    env = Env(you=False)
    if scribe.happens(0.3):
        lines.append(f'invariant "so it is"{scribe.of("", " in play")}: {scribe.condition(env, 1)}')
        if scribe.happens(0.2):
            lines.append("accepted unused at " + scribe.of("play", '"so it is"') + ' because "it may be"')
    if scribe.happens(0.12):
        lines.append('secret "hands": nobody but its owner sees players\' hand')
    if scribe.happens(0.08):
        lines.append('secret "the deck": nobody sees deck')
    faced = [zone for zone in scribe.world.zones if zone.faced and not zone.owners]
    if faced and scribe.happens(0.2):
        lines.append(
            f'secret "turned": {scribe.of("nobody", "nobody but its viewers")} sees {scribe.dice.of(faced).name}'
        )
    return lines
