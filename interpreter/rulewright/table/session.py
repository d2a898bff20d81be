"""One sitting at the table: whose turn it is, what to show, what a typed line brings about.

Laws: what is shown to a seat comes from what the game says that this seat sees; a refused line changes nothing; between
two different seats at one keyboard nothing is shown before the keyboard has been handed over, and whether it is does
not depend on what a seat can do; a number that is shown beside a move means it.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from attrs import Factory, define, evolve, field

from rulewright.table import commands, decision_page as pages, text_lines, typed_line, undo_redo
from rulewright.table.decision_page import Reply, refusal
from rulewright.table.drawing import Scene
from rulewright.table.fitting import PROMPT, Size, compose, scrolled
from rulewright.table.menus import Menu, common_beginning, in_moves, numbered, numbers
from rulewright.table.names_at_table import Naming
from rulewright.table.text_lines import WIDTH, Remark, Said, rule_lines, say, set_in
from rulewright.table.typed_line import Move, Words, move_text, normal

if TYPE_CHECKING:
    from rulewright.analysis.documents import Document
    from rulewright.table.real_game import Seated

MOST_UNASKED: Final = 100_000  # so many decisions are made before somebody must be asked
AFTERWARDS: Final = 4
"""So many lines of a terminal are filled by what is said after the end: the seed, and where the record is, in two."""

NEXT: Final[Mapping[Move, pages.Next]] = {
    ("again",): "again",
    ("again", "seats", "changed"): "swap",
    ("read", "it"): "read",
    ("leave",): "leave",
}
"""What can be done next, as it is listed."""
ONLY_IN_PLAY: Final = ("why", "redo", "back", "moves", "hint", "odds", "branches", "goto")


@define
class Session:
    """Everything that a sitting remembers beside the game itself. `humans` are the seats at the keyboard, which is
    handed over if they share `one_screen`. `book` makes the rulebook of the game as it is played here. `ask_all`: a
    person alone is asked where a move is forced, too, as several always are; `paced`: it watches the decisions of the
    others one after the other; `asks_next`: it is asked what comes after the end. `keyboard` is who has it now (None:
    whoever is asked first). `heard` is how much had happened when each seat was last told, `asked_at` when it was last
    asked, `begun` when the sitting began; `waiting` is what a seat will be told once it has the keyboard, each with
    whether an event tells of it; `page` is the decision that is asked. `listed` are the numbers that were shown beside
    moves of it, `numbered` those of them in answers, `steps` those beside the first words of some, with these moves,
    and `chosen` the moves that were left after each step. What is asked has room in `height` lines, the typed one with
    it (None: it is as long as it is, and has no steps). `proposal` is a step through the game that waits for others'
    yes, `gone` who wanted the last one that was made, until somebody here decides. `decided` is what each seat saw when
    it last decided, under None what a spectator saw when anybody here did."""

    game: "Seated"
    humans: tuple[int, ...]
    names: tuple[str, ...]
    words: Words = field(factory=Words)
    book: "Callable[[], Document]" = field(kw_only=True)
    ask_all: bool = False
    one_screen: bool = True
    paced: bool = False
    asks_next: bool = False
    width: int = WIDTH
    height: int | None = None
    begun: int = 0
    keyboard: int | None = None
    heard: dict[int, int] = field(factory=dict)
    waiting: dict[int, list[tuple[Remark, bool]]] = field(factory=dict)
    asked_at: dict[int, int] = field(factory=dict)
    page: pages.DecisionPage | None = None
    listed: frozenset[int] = frozenset()
    steps: Mapping[int, tuple[Move, ...]] = field(factory=dict)
    numbered: frozenset[int] = frozenset()
    chosen: tuple[tuple[Move, ...], ...] = ()
    proposal: undo_redo.Proposal | None = None
    gone: int | None = None
    decided: dict[int | None, Scene] = field(factory=dict)
    naming: Naming = field(init=False, default=Factory(lambda self: Naming(self.words), takes_self=True))

    @property
    def makes_forced_moves(self) -> bool:
        """Whether a move that is the only one is made unasked: among several people that would tell of its lack."""
        return len(self.humans) == 1 and not self.ask_all


def asked(session: Session, seat: int) -> typed_line.Asked:
    """The decision of a seat as the typed line is to be understood in."""
    game = session.game
    if session.proposal is not None:
        rows = tuple(row for row in commands.ROWS if row.name in commands.WHILE_ASKED_TO_AGREE)
        return typed_line.Asked(undo_redo.ANSWERS, session.words, game.sight(seat), rows=rows)
    if game.over:
        rows = tuple(row for row in commands.ROWS if row.name not in ONLY_IN_PLAY)
        return typed_line.Asked(next_moves(session), session.words, game.sight(seat), session.listed, rows=rows)
    begun = common_beginning(session.chosen[-1]) if session.chosen else ()
    moves = tuple(game.moves(seat))
    return typed_line.Asked(moves, session.words, game.sight(seat), session.listed, steps=session.steps, begun=begun)


def advance(session: Session) -> pages.Stop:
    """Play for the seats that are not at the keyboard, and forced moves, up to the next thing a person must do."""
    if session.proposal is not None:  # the next one is asked whose yes is needed
        seat = session.proposal.others[0]
        asks = undo_redo.request(session.names, session.proposal, seat)
        handed = _hand_over(session, seat)
        return handed or pages.other_page(session, seat, pages.take_told(session, seat), asks, undo_redo.ANSWERS)
    game, begun = session.game, session.game.made
    only = session.humans[0] if len(session.humans) == 1 else None
    while not game.over:
        if game.made - begun >= MOST_UNASKED:
            game.unending(MOST_UNASKED)
        seat = undo_redo.next_seat(session)
        moves = game.moves(seat)
        if seat not in session.humans:
            if session.paced and only is not None and (told := pages.take_told(session, only)):
                waits = f"{session.names[seat]} is to move."
                return pages.Watched(pages.other_page(session, only, told, waits))
            game.play(seat, game.any_move(seat))
        elif len(moves) == 1 and session.makes_forced_moves:
            move = moves[0]
            pages.listen(session, seat)
            pages.note(session, seat, f"{session.names[seat]}: {move_text(move)}{pages.FORCED}")
            session.game.play(seat, move)
        else:
            return _hand_over(session, seat) or pages.open_page(session, seat)
    return _ended(session, only)


def _ended(session: Session, only: int | None) -> pages.Over:
    """The table at the end, how it ended, and what the scores are made up of."""
    game, width = session.game, session.width
    told = [] if only is None else pages.take_told(session, only)
    news, scene = set_in([remark for remark, _ in told], width), pages.marked_scene(session, only)
    last, rule = game.decided_by(only)
    how, reckoning = f"The game is over.{game.ending(session.names)}", game.reckoning(only)
    end = (*say(how, "title", width=width), *(say(rule, width=width) if rule else ()))
    end = (*end, *text_lines.lines(reckoning, width))
    lines = (*(line for item in news for line in item), *pages.table_lines(session, scene, width), (), *end)
    if session.height is not None:
        size, menu = Size(width, session.height), Menu(end)
        composed = compose(news, scene, [menu], size, session.naming, kept=AFTERWARDS)
        if news and not composed.news:
            composed = compose(news, scene, [menu], size, session.naming, kept=AFTERWARDS, tight=True)
        lines = scrolled(composed, news, width)
    session.page = None
    if only is not None and session.asks_next:
        why = (Remark(each) for each in (last, rule) if each)
        hint = Remark(commands.stars(commands.DECIDED), style="hint")
        lesson = Said((*why, *reckoning.remarks, *game.moments(only).remarks, hint))
        page = pages.other_page(session, only, told, f"{how}\nWhat next?", next_moves(session))
        session.page = evolve(page, lesson=lesson)
    return pages.Over(lines, session.page)


def next_moves(session: Session) -> tuple[Move, ...]:
    """What can be done next: nobody alone can change seats."""
    return tuple(move for move, wanted in NEXT.items() if wanted != "swap" or len(session.names) > 1)


def after_end(session: Session, seat: int, line: str) -> Reply:
    """Do what is typed after the end: what comes next, or a question about the game that was played."""
    meaning = typed_line.understand(line, asked(session, seat))
    match meaning:
        case typed_line.Chosen(move):
            return Reply(NEXT[move])
        case typed_line.Several(moves) if ("again",) in moves:
            return Reply("again")
        case typed_line.Command(name="quit"):
            return Reply("leave")
        case typed_line.Command(name=name) if name not in ONLY_IN_PLAY:
            return _obey(session, seat, meaning)
        case typed_line.Command():
            return refusal(f":{meaning.name} is for a game that goes on. :undo goes back into it.", session.width)
        case _:
            last = len(next_moves(session))
            return refusal(f"Type 1 to {last}, or what stands beside it. :help lists what you can ask.", session.width)


def _hand_over(session: Session, seat: int) -> pages.HandOver | None:
    """Give a seat the keyboard; None where it is asked at once."""
    last, name, drawing = session.keyboard, session.names[seat], None
    session.keyboard = seat
    if last in (None, seat) or not session.one_screen:
        session.chosen, session.numbered = (), frozenset()
        return None
    if last in session.humans and (told := pages.take_told(session, last)):
        asks = f"Press Enter when you have read this; then it is {name}'s turn."
        drawing = pages.other_page(session, last, told, asks)
    return pages.HandOver(name, drawing)


def answer(session: Session, seat: int, line: str) -> Reply:
    """Do what a typed line says, or say why not."""
    reply = _answer(session, seat, line)
    again = frozenset[int]() if reply.anew else numbers(reply.lines)
    session.listed, session.numbered = session.listed | again, session.numbered | again
    session.steps = {number: moves for number, moves in session.steps.items() if number not in again}
    return reply


def _answer(session: Session, seat: int, line: str) -> Reply:
    if session.proposal is not None:
        return _agree(session, seat, line)
    decision = asked(session, seat)
    meaning = _meaning(session, seat, line, decision)
    match meaning:
        case typed_line.Blank():
            return _back(session) if session.chosen else Reply("ask")
        case typed_line.Chosen(move):
            decide(session, seat, move)
            return Reply("go-on")
        case typed_line.Command():
            return _obey(session, seat, meaning)
        case typed_line.Refused():
            return refusal(typed_line.trouble(meaning, decision), session.width)
        case typed_line.Several(moves, begun) if begun or (session.height is not None and len(moves) > 1):
            if moves not in session.chosen and len(moves) < len(session.game.moves(seat)):
                session.chosen = (*session.chosen, moves)
            return _choices(session)
        case typed_line.Several(moves):
            shown_moves = numbered(moves, decision.moves, width=session.width, called=in_moves(session.words))
            question = "Which of these?" if len(moves) > 1 else "Type its number, or the whole move."
            return Reply("ask", (*say(question, "refused", width=session.width), *shown_moves), refused=True)
        case typed_line.Doubtful(text):
            return refusal(session.game.why(seat, text), session.width)


def _meaning(session: Session, seat: int, line: str, decision: typed_line.Asked) -> typed_line.Meaning:
    """What a typed line means: where its whole words are a move, that one, whatever they could be short for."""
    meaning = typed_line.understand(line, decision)
    match meaning:
        case typed_line.Several(begun=False):
            said = session.game.meant(seat, line)
        case typed_line.Doubtful(text):
            said = session.game.meant(seat, text)
        case _:
            return meaning
    return typed_line.Chosen(said[0]) if len(said) == 1 else typed_line.Several(said) if said else meaning


def decide(session: Session, seat: int, move: Move) -> None:
    """Make a move for a person, and remember what the table looked like before."""
    session.gone = None
    session.decided.update((eyes, session.game.scene(eyes)) for eyes in (seat, None))
    session.game.play(seat, move)


def _back(session: Session) -> Reply:
    """Go back to the moves that were left before the last step."""
    if not session.chosen:
        return refusal("There is no word to choose again. :undo takes back your last move.", session.width)
    session.chosen = session.chosen[:-1]
    return _choices(session)


def _choices(session: Session) -> Reply:
    """The choices that are left now, in the first form for which the screen has room."""
    page = session.page
    assert page is not None, "a decision was asked"
    session.numbered = frozenset()
    forms, height = page.choices(session.width), session.height or 0
    menu = next((form for form in forms if len(form.lines) + PROMPT <= height), forms[-1])
    page.count(menu)
    return Reply("ask", menu.lines, anew=True)


def _obey(session: Session, seat: int, command: typed_line.Command) -> Reply:
    match command.name:
        case "back":
            return _back(session)
        case "undo" | "redo" as way:
            trip = undo_redo.own_decisions(session.game, seat, way, command.rest, forced=session.makes_forced_moves)
            return _travel(session, seat, trip)
        case "goto":
            return _travel(session, seat, undo_redo.goto(session.game, command.rest))
        case "branches" if command.rest:
            return _travel(session, seat, undo_redo.branch(session.game, command.rest))
        case "branches":
            tree, goes = undo_redo.timeline(session.game.history), ":branches N goes to the end of one."
            left = "\n".join(undo_redo.told_branches(session.game, tree, seat, session.names, goes))
            return Reply("ask", tuple(say(left, width=session.width)))
        case "why":
            if not (command.rest or session.chosen):
                return refusal("Type a move after :why, for example one that is not in the list.", session.width)
            return Reply("ask", tuple(say(_reason(session, seat, command.rest), width=session.width)))
        case "rules":
            return Reply("ask", tuple(rule_lines(session.book(), command.rest, session.width)), paged=True)
        case "moves":
            moves = session.game.moves(seat)
            part = command.rest
            return Reply("ask", pages.listed_moves(session, seat, moves, part, width=session.width, whole=not part))
        case "table":
            scene = pages.marked_scene(session, seat)
            return Reply("ask", pages.table_lines(session, scene, session.width))
        case "look" | "score" | "odds" | "history" | "last" | "hint":
            told = session.game.tell(seat, command.name, command.rest)
            return Reply("ask", text_lines.lines(told, session.width), told.refused)
        case "help":
            stars = commands.stars(commands.DECIDED if session.game.over else commands.CHANGED)
            rows, hint = asked(session, seat).rows, f"{commands.NO_COLON}\n{stars}"
            first = commands.MOVES if session.proposal is None else commands.CONSENT
            return Reply("ask", commands.help_lines(first, rows, hint, session.width))
        case "quit":
            return Reply("quit")


def _travel(session: Session, seat: int, trip: undo_redo.Journey | str) -> Reply:
    """Make a trip, once everybody agrees whose decisions it takes back or makes again."""
    if isinstance(trip, str):
        return refusal(trip, session.width)
    others = tuple(sorted(trip.seats.intersection(session.humans) - {seat}))
    if others:
        session.proposal = undo_redo.Proposal(seat, trip, others)
    else:
        undo_redo.make_trip(session, trip, seat)
    return Reply("go-on")


def _agree(session: Session, seat: int, line: str) -> Reply:
    """Take somebody's yes or no to a proposal, in full or by its letter or number, or answer a question before it."""
    said, proposal, decision = normal(line.strip().removeprefix(":")), session.proposal, asked(session, seat)
    assert proposal is not None, "somebody was asked"
    if said in ("yes", "y", "1") and len(proposal.others) == 1:
        undo_redo.make_trip(session, proposal.trip, proposal.by)
    elif said in ("yes", "y", "1"):
        session.proposal = evolve(proposal, others=proposal.others[1:])
    elif said in ("no", "n", "2"):
        session.proposal = None
        pages.note(session, proposal.by, f"{session.names[seat]} does not agree.")
    if said in ("yes", "y", "1", "no", "n", "2"):
        return Reply("go-on")
    meaning = typed_line.understand(line, decision)
    if isinstance(meaning, typed_line.Refused) and meaning.what == "command":
        return refusal(typed_line.trouble(meaning, decision), session.width)
    if not isinstance(meaning, typed_line.Command):
        return refusal("Type yes or no. :help lists what you can ask before.", session.width)
    if meaning.name not in commands.WHILE_ASKED_TO_AGREE:
        return refusal(f":{meaning.name} has to wait: say first whether you agree, yes or no.", session.width)
    return _obey(session, seat, meaning)


def _reason(session: Session, seat: int, text: str) -> str:
    """What there is to say about a move, legal or not."""
    decision = asked(session, seat)
    begun, actions = decision.begun, set(map(normal, session.words.actions))
    numbered_move = text.isdecimal() and int(text) in {*decision.listed, *decision.steps}
    if (
        begun and not numbered_move and normal(text.partition(" ")[0]) not in actions
    ):  # what follows the words that are chosen
        text = f"{move_text(begun)} {text}".rstrip()
    meaning = typed_line.understand(text, decision)
    match meaning:
        case typed_line.Chosen(move):
            number = decision.moves.index(move) + 1
            return f"{move_text(move)} is legal{f': it is move {number}' if number in decision.listed else ''}."
        case typed_line.Several(moves):
            begun, like = common_beginning(moves), ", ".join(move_text(move) for move in moves[:5])
            needed = list[str]()
            if begun and begun not in moves:
                about = session.words.actions.get(str(begun[0]), "")
                head = f"{begun[0]} - {about}\n" if about and not begun[1:] else ""
                _, *needed = session.game.why(seat, move_text(begun)).split("\n")
                needed.insert(0, f"{head}{move_text(begun)} is legal with more words behind it.")
            return "\n".join([*needed, f"There are legal moves like this: {like}{', …' if len(moves) > 5 else ''}."])
        case typed_line.Refused("word" | "number"):
            return typed_line.trouble(meaning, decision)
        case typed_line.Doubtful(whole):
            return session.game.why(seat, whole)
        case typed_line.Blank() | typed_line.Command() | typed_line.Refused():
            return session.game.why(seat, text)
