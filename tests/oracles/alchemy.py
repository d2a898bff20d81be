"""A reference engine for Alchemy!, written from its specification alone."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

from .scripted import Move, Options, Script, Scripted, distinct

ELEMENTS = ("air", "earth", "fire", "water")

COMPONENT_NAMES = "ether bone-ash phosphorus aqua-vitae lead cinnabar sea-salt sulfur vitriol quicksilver"
COMPONENTS: dict[str, tuple[str, str]] = dict(
    zip(COMPONENT_NAMES.split(), combinations_with_replacement(ELEMENTS, 2), strict=True)
)
COMPONENT_COPIES = 4

# potion: recipe, effect, strength
POTIONS: dict[str, tuple[str, str, int]] = {
    "minor-haste": ("air fire", "extra-transmute", 1),
    "minor-precision": ("air water", "extra-pour", 1),
    "minor-plenty": ("earth water", "gain", 1),
    "minor-change": ("fire water", "exchange", 1),
    "minor-ruin": ("earth fire", "spill", 1),
    "minor-wisdom": ("air earth", "draw", 1),
    "minor-order": ("earth earth", "renew", 1),
    "minor-foresight": ("air air", "scry", 1),
    "minor-blight": ("fire fire", "spoil", 1),
    "minor-levy": ("water water", "tithe", 1),
    "minor-mischief": ("air fire fire", "filch", 1),
    "minor-fortune": ("earth fire water", "gain", 1),
    "major-haste": ("air air fire", "extra-transmute", 2),
    "major-precision": ("air earth water", "extra-pour", 2),
    "major-plenty": ("earth earth water", "gain", 2),
    "major-change": ("air earth fire", "exchange", 2),
    "major-ruin": ("earth fire fire", "spill", 2),
    "major-wisdom": ("air earth water", "draw", 2),
    "major-order": ("air fire water", "renew", 2),
    "major-foresight": ("air air water water", "scry", 1),
    "major-blight": ("earth earth fire fire", "spoil", 1),
    "major-levy": ("earth earth fire water", "tithe", 2),
    "major-mischief": ("air air earth fire water", "filch", 2),
    "major-fortune": ("air earth fire water water", "gain", 3),
}
RECIPES = {potion: Counter(row[0].split()) for potion, row in POTIONS.items()}

# card: copies, kind, effect, strength
CARDS: dict[str, tuple[int, str, str, int]] = {
    "second-boil": (3, "action", "extra-transmute", 1),
    "steady-hand": (3, "action", "extra-pour", 1),
    "wide-funnel": (3, "action", "extra-pour", 2),
    "library-visit": (3, "action", "draw", 2),
    "spare-flask": (3, "action", "gain", 1),
    "barter": (3, "action", "exchange", 1),
    "new-shipment": (3, "action", "renew", 1),
    "clumsy-elbow": (3, "action", "spill", 1),
    "crystal-ball": (2, "action", "scry", 1),
    "rotten-egg": (1, "action", "spoil", 1),
    "guild-tithe": (2, "action", "tithe", 1),
    "light-fingers": (2, "action", "filch", 1),
    "bellows": (2, "equipment", "extra-transmute", 1),
    "glass-funnel": (2, "equipment", "extra-pour", 1),
    "bookshelf": (2, "equipment", "draw", 1),
    "mortar": (2, "equipment", "exchange", 1),
    "tongs": (2, "equipment", "renew", 1),
}

WITHOUT_DECISIONS = ("extra-transmute", "extra-pour", "draw")

ROW_SIZE = 4
HAND_LIMIT = 4
DRAWN = 3
CENTRE_LEFT = 2


def held(elements: Counter[str]) -> list[str]:
    """The different elements in a cauldron or vial."""
    return [element for element in ELEMENTS if elements[element] > 0]


class Alchemy(Scripted):
    COUNTS, OPTIONS = range(2, 6), ("fast-draw",)

    def __init__(self, players: int, options: Options) -> None:
        super().__init__(players, options)
        self.fast_draw = self.switch("fast-draw")
        self.row: list[str] = []
        self.component_deck: list[str] = []
        self.component_discard: list[str] = []
        self.face_up: list[str] = []
        self.face_down: list[str] = []
        self.card_deck: list[str] = []
        self.card_discard: list[str] = []
        self.cauldrons: list[Counter[str]] = [Counter() for _ in range(players)]
        self.vials: list[Counter[str]] = [Counter() for _ in range(players)]
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.equipment: list[str | None] = [None] * players
        self.potions: list[dict[str, int]] = [{} for _ in range(players)]
        self.turn = 0
        self.triggered = False
        self._begin_allowances()
        self.run(self._game())

    def scores(self) -> list[int]:
        """The number of elements on each player's potions."""
        return [sum(potions.values()) for potions in self.potions]

    def winners(self) -> list[int]:
        """The players with the best score, after the tie-breaks."""
        symbols = [sum(RECIPES[potion].total() for potion in potions) for potions in self.potions]
        spare = [-cauldron.total() for cauldron in self.cauldrons]
        ranks = [*zip(self.scores(), map(len, self.potions), symbols, spare, strict=True)]
        return [player for player, rank in enumerate(ranks) if rank == max(ranks)]

    def _game(self) -> Script[None]:
        """Section 3, then all turns."""
        all_components = [name for name in COMPONENTS for _ in range(COMPONENT_COPIES)]
        components = yield from self._shuffle("components", all_components)
        self.row, self.component_deck = components[:ROW_SIZE], components[ROW_SIZE:]
        potions = yield from self._shuffle("potions", list(POTIONS))
        self.face_down = potions[: 3 * self.players]
        all_cards = [name for name, (copies, *_) in CARDS.items() for _ in range(copies)]
        self.card_deck = yield from self._shuffle("cards", all_cards)
        for player in range(self.players):
            count = min(2 + player, 4)
            self.hands[player] = self.card_deck[:count]
            self.card_deck = self.card_deck[count:]
        while True:
            yield from self._turn()
            if len(self.face_up) + len(self.face_down) <= CENTRE_LEFT:
                self.triggered = True
            if self.triggered and self.turn == self.players - 1:
                return
            self.turn = (self.turn + 1) % self.players

    def _turn(self) -> Script[None]:
        while len(self.row) < ROW_SIZE and (yield from self._draw_component()):
            pass
        count = self.turn + 1  # step 2: turn the next face-down potions up
        self.face_up += self.face_down[:count]
        self.face_down = self.face_down[count:]
        if not self.fast_draw:
            yield from self._draw_cards(DRAWN)
        self._begin_allowances()
        while (move := (yield from self._ask(self.turn, self._act_moves()))) != ("end-turn",):
            yield from self._do_act(move)
        hand = self.hands[self.turn]
        more: list[Move] = [("refill",)] if self.fast_draw else []  # step 5: discard any number, else what is too many
        while more or len(hand) > HAND_LIMIT:
            move = yield from self._ask(self.turn, [*(("discard", card) for card in distinct(hand)), *more])
            if move == ("refill",):
                yield from self._draw_cards(min(DRAWN, HAND_LIMIT - len(hand)))
                return
            hand.remove(str(move[1]))
            self.card_discard.append(str(move[1]))

    def _begin_allowances(self) -> None:
        """What a player may do at the beginning of step 4."""
        self.transmutes = self.pours = 1
        self.drunk = self.played = self.used = self.new_equipment = False
        self.new_potions: set[str] = set()

    def _draw_component(self) -> Script[bool]:
        """Draw one component into the row; false if there is none."""
        if not self.component_deck:
            self.component_deck = yield from self._shuffle("components", self.component_discard)
            self.component_discard = []
        if not self.component_deck:
            return False
        self.row.append(self.component_deck.pop(0))
        return True

    def _draw_cards(self, count: int) -> Script[None]:
        for _ in range(count):
            if not self.card_deck:
                self.card_deck = yield from self._shuffle("cards", self.card_discard)
                self.card_discard = []
            if not self.card_deck:
                return
            self.hands[self.turn].append(self.card_deck.pop(0))

    def _act_moves(self) -> list[Move]:
        """All actions of step 4: brewing, drinking from a potion made on an earlier turn, playing a card, using the
        equipment that was in place when the turn began."""
        vial, equipment = self.vials[self.turn], self.equipment[self.turn]
        moves: list[Move] = []
        if self.transmutes > 0:
            moves += [("transmute", component) for component in distinct(self.row)]
        if self.pours > 0:
            moves += [("pour", element) for element in held(self.cauldrons[self.turn])]
        if held(vial):
            moves.append(("empty-vial",))
        moves += [("make", potion) for potion in self.face_up if RECIPES[potion] == vial]
        if not self.drunk:
            old = [potion for potion in self.potions[self.turn] if potion not in self.new_potions]
            moves += [("drink", potion) for potion in old if self._possible(POTIONS[potion][1])]
        if not self.played:
            hand = [(card, *CARDS[card][1:3]) for card in distinct(self.hands[self.turn])]
            moves += [("play", card) for card, kind, effect in hand if kind == "equipment" or self._possible(effect)]
        if equipment and not self.used and not self.new_equipment and self._possible(CARDS[equipment][2]):
            moves.append(("use", equipment))
        return [*moves, ("end-turn",)]

    def _do_act(self, move: Move) -> Script[None]:
        name, item = move[0], str(move[-1])
        if name == "transmute":  # the elements of a component go into the cauldron
            self.transmutes -= 1
            self.row.remove(item)
            self.component_discard.append(item)
            self.cauldrons[self.turn].update(COMPONENTS[item])
        elif name == "pour":
            self.pours -= 1
            self.cauldrons[self.turn][item] -= 1
            self.vials[self.turn][item] += 1
        elif name == "empty-vial":
            self.vials[self.turn] = Counter()
        elif name == "make":  # the elements of the vial go onto a potion
            self.face_up.remove(item)
            self.potions[self.turn][item] = self.vials[self.turn].total()
            self.vials[self.turn] = Counter()
            self.new_potions.add(item)
        elif name == "drink":  # an element of a potion, which then has its effect
            self.drunk = True
            mine = self.potions[self.turn]
            mine[item] -= 1
            if mine[item] == 0:
                del mine[item]
            yield from self._effect(POTIONS[item][1], POTIONS[item][2])
        elif name == "play":
            _, kind, effect, strength = CARDS[item]
            self.played = True
            self.hands[self.turn].remove(item)
            if kind == "action":
                yield from self._effect(effect, strength)
                self.card_discard.append(item)
                return
            self.card_discard += [old for old in [self.equipment[self.turn]] if old]
            self.equipment[self.turn] = item
            self.new_equipment = True
        else:
            self.used = True
            yield from self._effect(CARDS[item][2], CARDS[item][3])

    def _possible(self, effect: str) -> bool:
        """The conditions of section 6: where something is to be decided, there is something to choose."""
        return effect in WITHOUT_DECISIONS or bool(self._effect_moves(effect))

    def _effect(self, effect: str, strength: int) -> Script[None]:
        if effect == "extra-transmute":
            self.transmutes += strength
        elif effect == "extra-pour":
            self.pours += strength
        elif effect == "draw":
            yield from self._draw_cards(strength)
        else:
            for _ in range(strength):
                if self._possible(effect):
                    yield from self._effect_once(effect)

    def _effect_once(self, effect: str) -> Script[None]:
        if effect == "tithe":  # each opponent pays an element of the own cauldron
            for player in self.clockwise(self.turn, others=True):
                if elements := held(self.cauldrons[player]):
                    _, paid = yield from self._ask(player, [("tithe", element) for element in elements])
                    self.cauldrons[player][str(paid)] -= 1
            return
        move = yield from self._ask(self.turn, self._effect_moves(effect))
        cauldron = self.cauldrons[self.turn]
        match move:
            case ("gain", str(element)):
                cauldron[element] += 1
            case ("exchange", str(give), str(get)):
                cauldron[give] -= 1
                cauldron[get] += 1
            case ("spill", int(player), str(element)):
                self.cauldrons[player][element] -= 1
            case ("renew", str(component)):
                self.row.remove(component)
                self.component_discard.append(component)
                yield from self._draw_component()
            case ("filch", int(player)):
                card = yield from self._pick("filch", self.hands[player])
                self.hands[player].remove(card)
                self.hands[self.turn].append(card)
            case ("spoil", str(potion)):
                self.face_up.remove(potion)
            case ("scry-discard",):
                self.face_down.pop(0)

    def _effect_moves(self, effect: str) -> list[Move]:
        """The moves of the current player in an effect; of a tithe those of all who pay."""
        others = [(player, held(self.cauldrons[player])) for player in self.clockwise(self.turn, others=True)]
        match effect:
            case "gain":
                return [("gain", element) for element in ELEMENTS]
            case "exchange":
                mine = held(self.cauldrons[self.turn])
                return [("exchange", give, get) for give in mine for get in ELEMENTS if get != give]
            case "renew":
                return [("renew", component) for component in distinct(self.row)]
            case "scry":
                return [("scry-leave",), ("scry-discard",)] if self.face_down else []
            case "spoil":
                return [("spoil", potion) for potion in self.face_up]
            case "filch":
                return [("filch", player) for player in self.clockwise(self.turn, others=True) if self.hands[player]]
            case _:
                return [(effect, player, element) for player, elements in others for element in elements]
