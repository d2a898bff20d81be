"""What a decision may depend on, and what not: picks, guards, trials, asked actions and what offers hand over."""

import pytest

from tests.language.test_sentences import FRAME, codes, elaborated, errors

HIDDEN = """\
spot is grid 2 by 2
there is
    trump: color, seen by nobody
    tally: 0..9, seen by nobody
    heap: area of card, seen by nobody
    gutter: row of card, seen by nobody
    stack: pile of card
    open-stack: pile of card, top seen by everyone
    shelf: card on each spot, face up or down
each player has
    front: row of card, face up or down
    guess: color, seen by owner
    glimpse: slot of card, seen by owner
    rack: row of card, seen by owner
    fan: row of card, seen by others
    own-stack: pile of card, top seen by owner
define best of player p: highest rank of p's hand
define top-rank: stack's first's rank
define open-to(card c, player p): c is face-up or p is in c's viewers
to bury:
    move all faced to heap
    move stack's first to faced face down
    flip faced's first face down
    for each s in spots where s is not empty: flip s face down
"""
TURN = "play:\n    each player: choose act\n    bury\n"


def header(*lines: str, body: str = "set score-line to 1", players: int = 2) -> list[str]:
    """What is wrong with an action of these header lines and this body."""
    written = "".join(f"    {line}\n" for line in lines) + "".join(f"    {line}\n" for line in body.split("\n"))
    return codes(f"{HIDDEN}{TURN}action act:\n{written}", players)


# ---- guards and picks

TOLD_BY_NOTHING = (
    # the face, and who may look, of the very same piece
    ("pick c from faced where it is face-up", "needs c's rank is 3"),
    ("pick c from faced", "needs c is face-up and c's rank is 3"),
    ("pick c from faced", "needs c is face-down or c's rank is 3"),
    ("pick c from faced", "needs not (c is face-up and c's rank is 3)"),
    ("pick c from faced", "needs c is face-up", "needs c's rank is 3"),
    ("pick c from faced", "needs open-to(c, you) and c's rank is 3"),
    ("pick c from faced where you is in its viewers", "needs c's rank is 3 if you can"),
    ("pick spot from spots where it is face-up", "needs spot's rank is 3"),
    ("pick spot from spots", "needs spot is face-up and spot's rank is 3"),
    ("needs faced's first is face-up and faced's first's rank is 3",),
    ("let open be spots where it is face-up", "needs open's first's rank is 3"),
    ("needs every c in faced satisfies c is face-up and c's rank is faced's first's rank",),
    ("needs (count of faced where it is face-up and its rank is 3) is 1",),
    ("needs (total rank of faced as c where open-to(c, you)) is 3",),
    # who somebody is, and where a piece lies
    ("pick p from players", "needs p is not you or p's best is 3"),
    ("pick p from players where it is you", "needs p's guess is red"),
    ("needs chief is you and chief's best is 3",),
    ("needs guest is you", "pick card from guest's hand where its rank is 2"),
    ("needs your left's left's best is 3",),
    ("pick c from deck or your hand", "needs c is in your hand and c's rank is 2"),
    ("pick c from deck or your hand", "needs c is in deck or c's rank is 2"),
    ("pick c from deck or your hand", "needs c's holder is you and c's rank is 2"),
    # who certainly is somebody else, and sees what the owner does not
    ("pick p from your others", "needs some c in p's fan where c's rank is 3"),
    ("pick p from players where it is not you", "pick c from p's fan where its rank is 2"),
    ("pick p from players", "needs p is not you", "needs p's fan's first's rank is 2"),
    ("pick c from (your others)' fan where its rank is 2",),
    ("needs your left's fan's first's rank is 2 and your right's fan's first is red-1",),
    ("needs some p in players where p is not you and (some c in p's fan where c's rank is 3)",),
    ("needs every p in players satisfies p is you or p's fan's first's rank is 2",),
    # what is public of the unseen
    ("pick 1..2 cs from your fan where it is past(your fan's first)", "needs your fan's size is more than 1"),
    ("pick c from your left's rack",),
    ("pick 1..2 cs from your left's rack", "needs deck's size is at least cs's size"),
    ("pick c from gutter where it is past(gutter's first)",),
    ("pick c from your left's front where it is face-down", "needs c's viewers's size is 1"),
    ("pick spot from spots where it is face-down",),
    ("pick n from 0..deck's size",),
    ("needs (count of faced where it is face-down) is 1",),
    ("needs no p in players where p's hand's size is more than your hand's size",),
    # one's own, and what all see
    ("pick card from your hand where its rank is 2",),
    ("pick card from line where its rank is 2",),
    ("pick card from deck",),
    ("needs deck's size is 3", "needs heap is not empty"),
    ("needs deck's first is not none",),
    ("pick card from deck or your hand", "needs card is in your hand"),
    ("pick target from players where it is not you and its hand is not empty",),
    ("pick target from players", "needs target's hand's size is more than your hand's size"),
    ("pick card from players' hand where its holder is you and its rank is 2",),
    ("needs no p in players where p is you and (some c in p's hand where c's rank is 3)",),
    ("needs your guess is red",),
    ("let n be deck's first's rank", "pick card from line"),
    ("needs chief is you", "needs chief's hand's first's rank is 2"),
    # what lies on top of a pile
    ("needs open-stack's first's rank is 3", "pick card from open-stack where its rank is 3"),
    ("let top be open-stack's top", "needs top's rank is 3 and your own-stack's top is red-1"),
    ("needs open-stack's height is 3", "needs open-stack's second is not none"),
    # what is not asked may be kept for the body
    ("let top be deck's first", "let n be top's rank", "let twice be n * 2"),
)

BETRAYED = (
    ("pick c from faced", "needs c is face-up or c's rank is 3"),
    ("pick c from faced", "needs c's rank is 3 or c is face-up"),
    ("pick c from faced where it is face-up or it is red-1",),
    ("pick c from faced", "needs c is face-up if you can", "needs c's rank is 3"),
    ("pick c from faced", "pick d from faced where it is face-up", "needs c's rank is 3"),
    ("pick c from faced", "needs your left is in c's viewers and c's rank is 3"),
    ("pick c from faced", "needs open-to(c, your left) and c's rank is 3"),
    ("pick spot from spots where it is face-up", "needs shelf(a1)'s rank is 3"),
    ("needs every c in faced satisfies c is face-up and c's rank is faced's last's rank",),
    ("needs some c in faced where c is face-down and c's rank is faced's first's rank",),
    ("needs (first c in faced where c's rank is 3) is face-up",),
    ("pick c from (faced with highest rank)",),
    ("pick p from players", "needs p is you or p's best is 3"),
    ("pick p from (players with highest best)",),
    ("needs your left's left's best is 3", "needs your left's left is not none"),
    ("needs chief's best is 3", "needs chief is you"),
    ("pick c from deck or your hand", "needs c is in deck and c's rank is 2"),
    ("pick c from deck or your hand", "needs c is in your hand or c's rank is 2"),
    ("needs your fan's first's rank is 3",),
    ("pick c from your fan where its rank is 2",),
    ("pick p from players", "needs p's fan's first's rank is 3"),
    ("pick p from your others", "needs p's left's fan's first's rank is 3"),
    ("pick c from players' fan where its rank is 2",),
    ("needs guest is not chief", "needs guest's fan's first's rank is 3"),
    ("pick c from heap",),
    ("pick c from heap or your hand",),
    ("pick 2 cs from your left's hand",),
    ("let cs be your left's hand", "pick c from cs"),
    ("pick c from players' hand",),
    ("needs top-rank is 3",),
    ("needs your purse(trump) is 1",),
    ("needs trump's pot is empty",),
    ("pick n from 0..tally",),
    ("pick n from tally..9",),
    ("pick color from colors where it is trump",),
    ("pick 1..tally cs from your hand",),
    ("needs red-1's holder is none",),
    ("needs red-1 is not in heap",),
    ("needs heap's first is heap's last",),
    ("needs (lowest rank of gutter) is 1 if you can",),
    ("let one be only c in your left's hand where c's rank is 3", "pick n from 1..3"),
    ("let n be 9 / (tally - 1)", "pick m from 1..3"),
    ("needs deck's first's rank is 2",),
    ("let top be deck's first", "needs top's rank is 2"),
    ("let n be deck's first's rank", "needs n is 3"),
    ("pick card from your left's hand",),
    ("needs chief's hand's first's rank is 2",),
    ("pick card from deck where its color is red",),
    ("pick card from heap where it is red-1",),
    ("needs some c in heap where c's rank is 2",),
    ("needs red-1 is in heap",),
    ("needs total rank of heap is 3",),
    ("needs your left's hand's first's rank is 2",),
    ("pick target from players where it is not you", "needs highest rank of target's hand is 3"),
    ("pick target from your others", "needs some c in target's hand where c's rank is 3"),
    ("needs some c in players' hand where c's rank is 3",),
    ("needs your left's guess is red",),
    ("pick color from colors where it is trump",),
    ("must leave heap's first's rank is 3",),
    ("needs open-stack's second's rank is 3",),
    ("needs open-stack's bottom's rank is 3",),
    ("needs open-stack's last(1)'s first's rank is 3",),
    ("needs some c in open-stack where c's rank is 3",),
    ("needs your left's own-stack's top's rank is 3",),
    ("needs (total rank of your own-stack) is 3",),
)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("lines", [*TOLD_BY_NOTHING, *BETRAYED])
def test_a_header_may_ask_what_is_seen_and_nothing_else(lines: tuple[str, ...]) -> None:
    assert "hidden-guard" in header(*lines, players=3) if lines in BETRAYED else header(*lines) == []


# ---- trials

TRIED_FAIRLY = (
    ("must leave your hand's size is 3", "move 1 from stack to your hand"),
    ("must leave stack is not empty", "move 1 from stack to your hand"),
    ("must change stack", "move 1 from stack to your hand"),
    ("must change heap", "move all your left's hand to heap"),
    ("must leave score-line is 1", "move stack's first to your hand\nset score-line to 1"),
    ("must leave your best is 3", "move 1 from stack to waste"),
    ("must leave your best is 3", "for each c in your hand where its rank is 1: move c to waste"),
    ("must change faced", "move faced's first to faced"),
    ("must leave no c in faced where c is face-up and c's rank is 1", "move faced's first to faced"),
    ("must leave no c in faced where you is in c's viewers and c's rank is 1", "move faced's last to waste"),
    ("must leave you can seize if able", "move 1 from stack to waste"),
    ("must leave open-stack's top's rank is 3", "move 1 from stack to waste"),
    ("must leave waste's first's rank is 3", "move 1 from open-stack to waste"),
)

TRIED_UNFAIRLY = (
    ("must leave your best is 3", "move 1 from stack to your hand"),
    ("must leave open-stack's top's rank is 3", "move 1 from open-stack to waste"),
    ("must leave open-stack's top's rank is 3", "move 1 from stack to open-stack"),
    ("must leave (some c in waste where c's rank is 3)", "move gutter's first to waste"),
    ("must change your hand", "if top-rank is 3: move 1 from stack to your hand"),
    ("must leave score-line is 1", "set score-line to top-rank"),
    ("must leave score-line is 1", "if trump is red: set score-line to 1"),
    ("must leave score-line is 1", "repeat tally times: set score-line to 1"),
    ("must leave score-line is 1", "for each c in heap where it is red-1: set score-line to 1"),
    ("must leave score-line is 1", "each player:\n    if your guess is red: set score-line to 1"),
    ("must leave score-line is 1", "steal"),
    ("must leave your purse is empty", "add trump to your purse"),
    ("must leave you is in friends", "if trump is red: add you to friends"),
    ("must leave chief is you", "set chief to first p in players with highest best"),
    ("must leave waste is empty", "move all your left's hand where its rank is 1 to waste"),
    ("must leave score-line is 0", "repeat tally - 3 times: nothing"),
    ("must leave score-line is 0", "set score-line to score-line + tally"),
    ("must leave score-line is 0", "let one be only c in your left's hand where c's rank is 3\nmove one to waste"),
    ("must leave score-line is 1", "if trump is red: end game"),
    ("must leave score-line is 0", "repeat until top-rank is 3: move 1 from stack to waste"),
    ("must leave score-line is 0", "leave-early\nset score-line to 1"),
    ("must leave (some c in faced where c is face-up and c's rank is 3)", "flip faced's first face up"),
    ("must leave (some c in faced where you is in c's viewers and c's rank is 3)", "show faced's first to you"),
    ("must leave waste's first's rank is 3", "move faced's first to waste"),
    ("must change gutter", "move gutter's first to waste\nmove stack's first to gutter"),
    ("must leave you can seize", "move 1 from stack to your hand"),
    ("must leave board(a1) is empty", "if trump is red: move box's stones's first to board(a1)"),
)
MORE = """\
action seize:
    needs your best is 3
    set score-line to 2
to steal: set score-line to trump's number
to leave-early:
    if trump is red: finish leave-early
    set score-line to 1
"""


def tried(must: str, body: str) -> list[str]:
    """What is wrong with a body on trial."""
    lines = "".join(f"    {line}\n" for line in f"{must}\n{body}".split("\n"))
    return codes(f"{HIDDEN}{TURN.replace('choose act', 'choose act or seize')}action act:\n{lines}{MORE}")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("must", "body"), [*TRIED_FAIRLY, *TRIED_UNFAIRLY])
def test_a_trial_may_turn_on_what_was_seen_before_and_not_on_what_it_turns_up(must: str, body: str) -> None:
    assert set(tried(must, body)) == ({"hidden-guard"} if (must, body) in TRIED_UNFAIRLY else set())


# ---- what offers hand over

HANDED_FAIRLY = (
    "choose keep(your hand's first)",
    "choose count-to(your best)",
    "let c be your hand's first\nask your left:\n    ask your left: choose keep(c)",
    "let c be deck's first\nmove c to your hand\nchoose keep(c)",
    "let c be deck's first\nshow c to you\nchoose keep(c)",
    "let c be deck's first\nmove c to waste\nask your left: choose keep(c)",
    "draw c from your left's hand\nmove c to your hand\nchoose keep(c)",
    "draw c from waste\nchoose keep(c)",
    "roll n from 1..6\nchoose count-to(n)",
    "let c be faced's first\nif c is face-up: choose keep(c)",
    "if faced's first is face-up: choose keep(faced's first)",
    "for each c in faced where it is face-up: choose keep(c)",
    "for each c in your hand: choose keep(c)",
    "hand-it-on(your hand's first, you)",
    "if chief is you: choose count-to(your hand's size)",
    # of what is none there is nothing to see
    "let c be deck's first\nif c is not none: show c to you\nchoose keep(c)",
    "let c be deck's first\nif c is none: nothing\notherwise: show c to you\nchoose keep(c)",
    "let c be deck's first\nif c is none or chief is you: show c to you\notherwise: show c to you\nchoose keep(c)",
    # what is kept
    "keep n: 0..9\nfor each c in your hand where its rank is more than n: set n to c's rank\nchoose count-to(n)",
    "keep n: 0..9, starts your best\nadd your hand's size to n\nchoose count-to(n)",
    "keep n: 0..9\nif your best is 3: add 1 to n\nchoose count-to(n)",
    "keep n: 0..9, starts top-rank\nset score-line to n\nchoose count-to(your best)",
    "repeat 2 times:\n    keep n: 0..9\n    choose count-to(n)\n    keep m: 0..9, starts top-rank\n    set m to n",
    "keep ns: set of color, starts nothing\nfor each c in your hand: add c's color to ns\nchoose count-to(ns's size)",
    "keep c: card, starts your hand's first\nask your left:\n    ask your left: choose count-to(1)\nchoose keep(c)",
    "each player:\n    keep n: 0..9, starts your best\n    choose count-to(n)",
    # answers
    "let n be best-of(you)\nchoose count-to(n)",
    "let n be best-of(your left)\nask your left: choose count-to(n)",
    "let n be size-of(your left)\nchoose count-to(n)",
    "let n be best-of(your left)\nset score-line to n\nlet m be best-of(you)\nchoose count-to(m)",
    "keep n: 0..9\nif high(you): set n to 1\nchoose count-to(n)",
)
HANDED_UNFAIRLY = (
    "let c be deck's first\nif c is not none and chief is you: show c to you\nchoose keep(c)",
    "let c be deck's first\nif c is not none: show c to you\nask your left: choose keep(c)",
    "let c be deck's first\nif c is none: show c to you\nchoose keep(c)",
    "let c be deck's first\nif c is none or chief is you: show c to you\nchoose keep(c)",
    "choose keep(deck's first)",
    "choose count-to(top-rank)",
    "let n be top-rank\nchoose count-to(n)",
    "let c be your hand's first\nask your left: choose keep(c)",
    "let n be your best\neach other player: choose count-to(n)",
    "let c be deck's first\nmove c to your hand\nask your left: choose keep(c)",
    "let c be deck's first\nshow c to your left\nchoose keep(c)",
    "let c be deck's first\nmove c to faced face down\nchoose keep(c)",
    "draw c from your left's hand\nchoose keep(c)",
    "draw c from your hand\nask your left: choose keep(c)",
    "let c be faced's first\nif c is face-up: nothing\notherwise: choose keep(c)",
    "if faced's first is face-up:\n    bury\n    choose keep(faced's first)",
    "for each c in your left's hand: choose keep(c)",
    "for each c in waste where it is stack's first: choose keep(c)",
    "hand-it-on(your hand's first, your left)",
    "offer-top",
    "let c be deck's first\nif chief is you: move c to your hand\nchoose keep(c)",
    "let c be deck's first\neach other player:\n    choose keep(c)\n    move c to your hand",
    # what is kept: by its value, a condition, the number of turns, an earlier turn of a loop, another that is kept
    "keep n: 0..9, starts top-rank\nchoose count-to(n)",
    "keep n: 0..9, starts top-rank\nset n to 2\nchoose count-to(n)",
    "keep n: 0..9\nif top-rank is 3: set n to 1\notherwise: set n to 2\nchoose count-to(n)",
    "keep n: 0..9\nif top-rank is 3:\n    each player:\n        if chief is you: set n to 1\nchoose count-to(n)",
    "keep n: 0..9\nfor each c in your left's hand where c's rank is 3: add 1 to n\nchoose count-to(n)",
    "keep n: 0..9\nrepeat top-rank times: add 1 to n\nchoose count-to(n)",
    "keep n: 0..9\nrepeat until n is top-rank: add 1 to n\nchoose count-to(n)",
    "keep n: 0..9\ngo around from chief until n is top-rank: add 1 to n\nchoose count-to(n)",
    "keep n: 0..9\nrepeat 2 times:\n    choose count-to(n)\n    set n to top-rank",
    "keep n: 0..9\nkeep m: 0..9\nrepeat 3 times:\n    choose count-to(n)\n    set n to m\n    set m to top-rank",
    "keep n: 0..9\nset n to your best\nask your left: choose count-to(n)",
    "keep n: 0..9\neach player:\n    choose count-to(n)\n    set n to your best",
    "keep n: 0..9\neach player:\n    set n to your best\n    choose count-to(n)",
    "keep ns: set of color\nadd deck's first's color to ns\nchoose count-to(ns's size)",
    "keep ns: counts of color\nadd deck's first's color to ns\nlet n be ns(red)\nhand-a-number-on(n)",
    "keep c: card, starts deck's first\nchoose keep(c)",
    "keep p: player, starts chief\nlet n be p's best\nset p to you\nchoose count-to(n)",
    # answers: by what is given, where it is given, what is handed over, what others answer
    "let n be best-of(your left)\nchoose count-to(n)",
    "let n be best-of(you)\nask your left: choose count-to(n)",
    "let n be best-of(you)\nlet m be best-of(your left)\nchoose count-to(m)",
    "keep n: 0..9\nif high(your left): set n to 1\nchoose count-to(n)",
    "keep n: 0..9\nif not high(your left): set n to 1\nchoose count-to(n)",
    "let n be same-as(top-rank)\nchoose count-to(n)",
    "let n be by-way-of(your left)\nchoose count-to(n)",
    "let c be taken\nchoose keep(c)",
    "repeat 2 times:\n    let n be best-of(you)\n    each player: choose count-to(n)",
)
OFFERS = """\
action keep(card c):
    needs c's rank is 2
    set score-line to 1
action count-to(0..9 n):
    pick m from 0..n
    set score-line to m
to hand-it-on(card c, player p):
    ask p:
        choose keep(c)
to best-of(player p) gives 0..9: give p's best
to size-of(player p) gives 0..9: give p's hand's size
to high(player p) gives yes or no:
    if p's best is 3: give yes
    give no
to same-as(0..9 m) gives 0..9: give m
to by-way-of(player p) gives 0..9:
    for each c in colors:
        if high(p): give 3
    give 1
to taken gives card: give deck's first
to hand-a-number-on(0..9 m): choose count-to(m)
to offer-top: choose count-to(top-rank)
"""


def handed(sentences: str) -> list[str]:
    """What is wrong with sentences of a phase."""
    lines = "".join(f"    {line}\n" for line in sentences.split("\n"))
    return codes(f"{HIDDEN}play:\n    each player: turn\n    bury\nphase turn:\n{lines}{OFFERS}")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("sentences", [*HANDED_FAIRLY, *HANDED_UNFAIRLY])
def test_an_offer_may_hand_over_only_what_the_decider_knows(sentences: str) -> None:
    assert set(handed(sentences)) == ({"hidden-guard"} if sentences in HANDED_UNFAIRLY else set())


@pytest.mark.parametrize(("type_", "first", "then"), [("color", "red", "next"), ("player", "you", "left")])
def test_what_hands_itself_on_without_end_is_told_as_that(type_: str, first: str, then: str) -> None:
    action = f"action keep({type_} q): choose keep(q's {then})\n"
    procedure = (
        f"to hand({type_} q):\n    each player: choose take(q)\n    hand(q's {then})\naction take({type_} q): nothing\n"
    )
    for text in (f"choose keep({first})\n{action}", f"hand({first})\n{procedure}"):
        assert codes(f"play:\n    each player: {text}", 3) == ["calls-itself"]


ASKED = """play:
    each player: choose act or seize
action act:
    needs you can seize because "there is nothing to seize"
    set score-line to 1
action seize:
    must change heap because "the other has no 1"
    for each c in your left's hand where c's rank is 1: move c to heap
"""
WHO_IS_ASKED = """play:
    if deck's first's rank is 1:
        each player: choose rest or wait
    otherwise:
        ask players' last: choose wait
action rest: nothing
action wait: nothing
"""


def test_to_ask_for_an_action_is_to_ask_what_its_trial_turns_up() -> None:
    assert codes(HIDDEN + ASKED, 2) == ["hidden-guard", "hidden-guard"]


@pytest.mark.parametrize("line", ["must change heap because", "needs you can seize because"])
def test_who_asks_for_an_action_does_as_it_does(line: str) -> None:
    asked, repaired = HIDDEN + ASKED, "".join(each for each in ASKED.splitlines(keepends=True) if line not in each)
    messages = [found.message for found in errors(elaborated(asked, 2))]
    must = next(at for at, each in enumerate((FRAME + asked).splitlines(), 1) if "must change heap" in each)
    (lent,) = (each for each in messages if f"because line {must} does" in each)
    assert "a card in your left's hand, which only its owner sees" in lent
    assert f"by way of seize (line {must}), the sentence on line {must + 1}. Repair line {must} first." in lent
    assert codes(HIDDEN + repaired, 2) == ([] if "must" in line else ["hidden-guard"])


def called(*lines: str) -> str:
    """Whose pieces they are, as it is told of these header lines."""
    written = "".join(f"    {line}\n" for line in (*lines, "set score-line to 1"))
    (found,) = errors(elaborated(f"{HIDDEN}{TURN}action act:\n{written}", 3))
    return found.message.partition(" sees")[0]


@pytest.mark.parametrize(
    ("lines", "who"),
    [
        (("needs your left's best is 3",), "the rank of a card in p's hand, which only its owner"),
        (
            ("needs (highest rank of your left's hand) is 3",),
            "the rank of a card in your left's hand, which only its owner",
        ),
        (("pick p from players", "needs p's left's guess is red"), "p's left's guess, which only its owner"),
        (("pick p from players where its guess is red",), "a player's guess, which only its owner"),
        (("needs (lowest rank of gutter) is 1",), "the rank of a card in gutter, which nobody"),
    ],
)
def test_a_field_is_called_as_the_author_calls_it(lines: tuple[str, ...], who: str) -> None:
    assert called(*lines) == f"This asks {who}"


def test_who_is_asked_and_where_may_turn_on_anything() -> None:
    assert codes(HIDDEN + WHO_IS_ASKED, 2) == []
