"""The oracle of Warszawa: the rule text in plain Python, slow, obvious, and independent of the engine."""

from collections import Counter
from itertools import permutations
from typing import Any

from tests.oracle.warszawa_deal import HOUSE, ids, parse_deal, require
from tests.oracle.warszawa_map import (
    HEXES,
    RIGHT_BANK,
    RIVER,
    SITES,
    SUBURBAN,
    URBAN,
    Hex,
    Side,
    hex_text,
    neighbours,
    read_hex,
    read_side,
    side_text,
)
from tests.oracle.warszawa_metro import Metro
from tests.oracle.warszawa_scoring import (
    STYLES,
    Building,
    at_metro,
    neighbour_points,
    norm_points,
    style_points,
    unbuilt_around,
)

CUBES = {"f": "fund", "c": "concrete", "r": "rubble"}
HIDDEN = "?"


class Oracle:
    """A game of Warszawa, played from its full or masked deal by tokens: moves and chance events.

    `to_move` is the seat to move. If cards are drawn, it is the seat that draws. If tasks are opened, and when the
    game is over, it is the holder of the marker.
    """

    def __init__(self, deal: str, data: dict[str, Any] = HOUSE) -> None:
        self.deal = parse_deal(deal, data)
        self.cards = {card["id"]: card for card in data["cards"]}
        self.norms = {norm["id"]: norm["objects"] for norm in data["norms"]}
        self.tasks = {task["id"]: task for task in data["tasks"]}
        self.fields = {field["id"]: field for field in data["boards"][str(self.deal.players)]}
        self.seats = range(self.deal.players)
        self.limits = data["limits"]
        self.rounds = data["rounds"][self.deal.options]
        self.crew = data["engineers"][str(self.deal.players)]

        self.points = [0 for _ in self.seats]
        self.cubes = [dict(data["start"]) for _ in self.seats]
        cards = self.limits["start_cards"]
        self.hands = [list(hand) if hand else [HIDDEN] * cards for hand in self.deal.hands]
        self.choices = [list(norms) if norms else [HIDDEN] for norms in self.deal.norms]
        self.kept: list[str | None] = [None for _ in self.seats]
        self.engineers = [self.all_engineers() for _ in self.seats]
        self.markers = [self.limits["metro_markers"] for _ in self.seats]

        self.buildings: dict[Hex, Building] = {}
        if self.deal.players == 3:
            self.buildings = {
                space: Building(None, kind) for space, kind in zip(RIGHT_BANK, self.deal.neutral, strict=True)
            }
        self.rubble = [space for space in URBAN if space not in self.buildings]
        self.foundations: dict[Hex, tuple[int, str]] = {}
        self.metro = Metro(self.deal.players)
        self.segment_owners: list[int] = []
        self.bridges: dict[Side, int] = {}
        self.used: list[str] = []

        self.stage, self.round = 1, 1
        self.open_tasks = list(self.deal.tasks)
        self.unseen_tasks = [task for task in ids(data["tasks"], 1) if task not in self.open_tasks]
        self.laid: list[str] = []  # cards of the stage that have left a hand for a hex
        self.drawn = cards * len(self.seats)  # cards of the stage that have left the deck
        self.holder = self.next_holder = self.deal.first
        self.to_move = self.deal.first
        self.phase = "norms"
        self.passed: set[int] = set()
        self.taken: list[int] = []
        self.placing = False
        self.clearing = 0
        self.more_placements = 0
        self.to_realise: list[int] = []
        self.due_cards = 0
        self.due_tasks = 0
        self.over = False

    # -- facts of the position ---------------------------------------------------------------------------------------

    def all_engineers(self) -> int:
        """Return how many engineers a seat has."""
        return int(self.crew)

    def store(self, seat: int) -> int:
        """Return how many cubes of each kind, and how many cards, a seat may keep."""
        return 4 if self.has_function(seat, "storage") else 3

    def has_function(self, seat: int, function: str) -> bool:
        """Return whether a seat has built a card with the function."""
        return any(
            b.owner == seat and self.cards[b.card]["function"] == function for b in self.buildings.values()
        )

    def stage_cards(self) -> list[str]:
        """Return the project cards of the stage in the order of the data."""
        return [card for card in self.cards if self.cards[card]["stage"] == self.stage]

    def unseen(self) -> list[str]:
        """Return the cards of the stage that are in no known hand and on no hex."""
        known = {*self.laid, *(card for hand in self.hands for card in hand)}
        return [card for card in self.stage_cards() if card not in known]

    def deck(self) -> int:
        """Return how many cards the deck of the stage holds."""
        return len(self.stage_cards()) - self.drawn

    def buildings_of(self, seat: int) -> list[Building]:
        """Return the buildings of a seat."""
        return [building for building in self.buildings.values() if building.owner == seat]

    def bridge_sides(self) -> list[Side]:
        """Return the river sides with a bridge."""
        return list(self.bridges)

    @property
    def due(self) -> bool:
        """Return whether a chance event comes before the next move."""
        return bool(self.due_cards or self.due_tasks)

    # -- legal moves -------------------------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """Return the legal moves sorted as text; none if a chance event is due or the game is over."""
        if self.over or self.due:
            return []
        if self.phase == "norms":
            return sorted(f"norm@{norm}" for norm in self.choices[self.to_move])
        if self.phase == "planning":
            return sorted(self.planning_moves(self.to_move))
        return sorted([*self.realisation_moves(self.to_move), "done"])

    def planning_moves(self, seat: int) -> list[str]:
        """Return the moves of a seat in planning."""
        if self.clearing:
            return [f"clear@{hex_text(space)}" for space in self.rubble]
        return [*self.sends(seat), *self.layings(seat), *self.uses(seat), "pass"]

    def sends(self, seat: int) -> list[str]:
        """Return the moves that use a field; a barter has one for each pair of cubes."""
        names = []
        for number, field in self.fields.items():
            if not field["unlimited"] and number in self.taken:
                continue
            if "barter" in field["effect"]:
                names += [f"send@{number}:{pair}" for pair in self.barters(seat, field["effect"])]
            else:
                names.append(f"send@{number}")
        return names

    def barters(self, seat: int, effect: dict[str, int]) -> list[str]:
        """Return the pairs of cubes to give and to take, after the other effects of the field."""
        cubes = {kind: min(n + effect.get(kind, 0), self.store(seat)) for kind, n in self.cubes[seat].items()}
        return [
            give + take
            for give, take in permutations(CUBES, 2)
            if cubes[CUBES[give]] > 0 and cubes[CUBES[take]] < self.store(seat)
        ]

    def layings(self, seat: int) -> list[str]:
        """Return the foundations that a seat may lay."""
        own = sum(owner == seat for owner, _ in self.foundations.values())
        if len(self.buildings_of(seat)) + own >= self.limits["buildings"]:
            return []
        hand = self.hands[seat]
        cards = [card for card in hand if card != HIDDEN] + (self.unseen() if HIDDEN in hand else [])
        return [f"{card}@{hex_text(space)}" for card in cards for space in HEXES if self.fits(card, space)]

    def fits(self, card: str, space: Hex) -> bool:
        """Return whether a project card may be laid on a hex."""
        if space in self.buildings or space in self.foundations or space in self.rubble:
            return False
        site = self.cards[card].get("site")
        if self.stage == 1 and site:
            return space == tuple(site)
        if self.stage == 1 and space in self.sites():
            return False
        zone = self.cards[card]["zone"]
        return zone == "any" or space in (URBAN if zone == "urban" else SUBURBAN)

    def sites(self) -> list[Hex]:
        """Return the historic sites."""
        hexes = [tuple(card["site"]) for card in self.cards.values() if "site" in card]
        assert self.deal.data != "house" or sorted(hexes) == sorted(SITES)
        return hexes

    def uses(self, seat: int) -> list[str]:
        """Return the one-off functions that would give a seat something now."""
        return [
            f"use@{b.card}"
            for b in self.buildings_of(seat)
            if b.card not in self.used and self.would_give(seat, self.cards[b.card]["function"])
        ]

    def would_give(self, seat: int, function: str) -> bool:
        """Return whether a one-off function gives something now."""
        if function in CUBES.values():
            return self.cubes[seat][function] < self.store(seat)
        if function == "card":
            return len(self.hands[seat]) < self.store(seat) and self.deck() > 0
        if function == "twice":
            return self.phase == "planning" and self.engineers[seat] >= 2 + self.more_placements
        return False

    def realisation_moves(self, seat: int) -> list[str]:
        """Return the moves of a seat in realisation, except the end of its turn."""
        names = self.uses(seat)
        if self.cubes[seat]["fund"] == 0:
            return names
        for space, (owner, _) in self.foundations.items():
            if owner == seat and self.cubes[seat]["concrete"] >= 1:
                names.append(f"build@{hex_text(space)}/c")
            if owner == seat and self.cubes[seat]["rubble"] >= self.rubble_price(seat):
                names.append(f"build@{hex_text(space)}/r")
        if self.markers[seat] == 0:
            return names
        for side, tunnel in self.metro.moves(self.stage):
            names.append(f"metro@{side_text(side)}" + (f":{side_text(tunnel)}" if tunnel else ""))
        if len(self.bridges) < self.limits["bridges"]:
            for side in RIVER:
                if side not in self.bridges:
                    names += [f"bridge@{side_text(side)}/{price}" for price in self.bridge_prices(seat)]
        return names

    def rubble_price(self, seat: int) -> int:
        """Return the rubble that a building costs a seat."""
        return 1 if self.has_function(seat, "thrift") else 2

    def bridge_prices(self, seat: int) -> list[str]:
        """Return the prices of a bridge that a seat can pay, without the fund."""
        have = Counter({letter: self.cubes[seat][kind] for letter, kind in CUBES.items()})
        return [price for price in ("cr", "rrr", "cc") if not Counter(price) - have]

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, token: str) -> None:
        """Play a move or a chance event; raise `ValueError` if it is not legal."""
        if token.startswith("!"):
            self.open_or_draw(token)
            return
        require(token in self.legal(), f"{token!r} is not legal for seat {self.to_move}")
        seat = self.to_move
        verb, _, rest = token.partition("@")
        match verb:
            case "norm":
                self.kept[seat] = rest
                self.after_norm()
            case "send":
                self.send(seat, rest)
            case "clear":
                self.rubble.remove(read_hex(rest))
                self.gain(seat, "rubble", 1)
                self.clearing -= 1
                self.after_effect()
            case "pass":
                self.passed.add(seat)
                self.more_placements = 0
                self.next_planner()
            case "use":
                self.use(seat, rest)
            case "build":
                self.build(seat, *rest.split("/"))
            case "metro":
                self.lay_metro(seat, *rest.split(":"))
            case "bridge":
                self.lay_bridge(seat, *rest.rsplit("/", 1))
            case "done":
                self.next_realiser()
            case card:
                self.lay_out(seat, card, read_hex(rest))

    def gain(self, seat: int, kind: str, n: int) -> None:
        """Give a seat cubes, as far as its store has room."""
        self.cubes[seat][kind] = min(self.cubes[seat][kind] + n, self.store(seat))

    def after_norm(self) -> None:
        """Let the next seat choose a norm; planning begins when all have."""
        self.to_move = (self.to_move + 1) % len(self.seats)
        if None not in self.kept:
            self.start_planning()

    def send(self, seat: int, rest: str) -> None:
        """Put an engineer on a field and take what it gives."""
        number, _, barter = rest.partition(":")
        effect = self.fields[int(number)]["effect"]
        self.engineers[seat] -= 1
        self.placing = True
        self.taken.append(int(number))
        for kind in CUBES.values():
            self.gain(seat, kind, effect.get(kind, 0))
        if barter:
            give, take = barter[0], barter[1]
            self.cubes[seat][CUBES[give]] -= 1
            self.gain(seat, CUBES[take], effect["barter"])
        if "marker" in effect:
            self.next_holder = seat
        self.clearing = effect.get("clear", 0)
        self.due_cards = self.cards_to_draw(seat, effect.get("card", 0))
        if not self.due_cards:
            self.after_effect()

    def cards_to_draw(self, seat: int, n: int) -> int:
        """Return how many of n cards a seat can draw."""
        return min(n, self.store(seat) - len(self.hands[seat]), self.deck())

    def after_effect(self) -> None:
        """Continue after the effect of a field; clearings may remain."""
        if not (self.clearing and self.rubble):
            self.clearing = 0
            self.end_placement()

    def lay_out(self, seat: int, card: str, space: Hex) -> None:
        """Lay a card and its foundation."""
        self.hands[seat].remove(card if card in self.hands[seat] else HIDDEN)
        self.laid.append(card)
        self.foundations[space] = (seat, card)
        self.engineers[seat] -= 1
        self.end_placement()

    def end_placement(self) -> None:
        """Continue after the placement of an engineer."""
        self.placing = False
        if self.more_placements:
            self.more_placements -= 1
        else:
            self.next_planner()

    def use(self, seat: int, card: str) -> None:
        """Use a one-off function."""
        self.used.append(card)
        function = self.cards[card]["function"]
        if function == "card":
            self.due_cards = 1
        elif function == "twice":
            self.more_placements += 1
        else:
            self.gain(seat, function, 1)
        self.after_realising()

    def open_or_draw(self, token: str) -> None:
        """Play a chance event."""
        require(self.due, f"{token!r}: no chance event is due")
        names = token[1:].split("+")
        if self.due_tasks:
            require(names == sorted(set(names) & set(self.unseen_tasks)), f"{token!r}: not such tasks")
            require(len(names) == self.due_tasks, f"{token!r}: expected {self.due_tasks} tasks")
            self.open_tasks = sorted([*self.open_tasks, *names])
            self.unseen_tasks = [task for task in self.unseen_tasks if task not in names]
            self.due_tasks = 0
            self.start_planning()
            return
        if token == f"!?{self.due_cards}":
            names = [HIDDEN] * self.due_cards
        else:
            require(names == [card for card in self.unseen() if card in names], f"{token!r}: not in the deck")
            require(len(names) == self.due_cards, f"{token!r}: expected {self.due_cards} cards")
        self.hands[self.to_move] += names
        self.drawn += self.due_cards
        self.due_cards = 0
        if self.phase == "realisation":
            self.after_realising()
        elif self.placing:
            self.after_effect()

    # -- realisation -------------------------------------------------------------------------------------------------

    def build(self, seat: int, where: str, price: str) -> None:
        """Finish a building: points, tasks, and the return of the engineer."""
        space = read_hex(where)
        _, name = self.foundations.pop(space)
        card = self.cards[name]
        self.cubes[seat]["fund"] -= 1
        if price == "c":
            self.cubes[seat]["concrete"] -= 1
        else:
            self.cubes[seat]["rubble"] -= self.rubble_price(seat)
        self.engineers[seat] += 1
        style = card["function"] if card["function"] in STYLES else ""
        self.buildings[space] = Building(seat, card["type"], style, name)
        self.points[seat] += card["points"]
        if card["type"] == "industrial":
            self.points[seat] += unbuilt_around(space, self.buildings, self.bridge_sides())
        self.fulfil_tasks(seat, space)
        self.after_realising()

    def fulfil_tasks(self, seat: int, space: Hex) -> None:
        """Pay the open tasks that a new building fulfils, and remove them."""
        new = self.buildings[space]
        around = [
            self.buildings[other].type
            for other in neighbours(space, self.bridge_sides())
            if other in self.buildings
        ]
        for name in list(self.open_tasks):
            task = self.tasks[name]
            if task["build"] in (new.type, new.style) and task["beside"] in around:
                self.points[seat] += task["points"]
                self.open_tasks.remove(name)

    def lay_metro(self, seat: int, side: str, tunnel: str | None = None) -> None:
        """Lay a segment, and the tunnel if one is given."""
        self.cubes[seat]["fund"] -= 1
        self.markers[seat] -= 1
        self.points[seat] += 1
        self.metro.lay(read_side(side), read_side(tunnel) if tunnel else None)
        self.segment_owners.append(seat)
        self.after_realising()

    def lay_bridge(self, seat: int, side: str, price: str) -> None:
        """Build a bridge."""
        self.cubes[seat]["fund"] -= 1
        for letter in price:
            self.cubes[seat][CUBES[letter]] -= 1
        self.markers[seat] -= 1
        self.points[seat] += 4
        self.bridges[read_side(side)] = seat
        self.after_realising()

    def after_realising(self) -> None:
        """End a turn of realisation when nothing else is left."""
        if self.phase == "realisation" and not self.due and not self.realisation_moves(self.to_move):
            self.next_realiser()

    # -- turns, rounds, stages ---------------------------------------------------------------------------------------

    def clockwise(self, start: int) -> list[int]:
        """Return all seats clockwise from `start`."""
        return [(start + i) % len(self.seats) for i in self.seats]

    def start_planning(self) -> None:
        """Begin the planning of a round with the holder of the marker."""
        self.phase = "planning"
        self.passed = set()
        self.taken = []
        self.to_move = (self.holder - 1) % len(self.seats)
        self.next_planner()

    def next_planner(self) -> None:
        """Give the turn to the next seat that has not passed; realisation begins when there is none."""
        for seat in self.clockwise(self.to_move + 1):
            if seat not in self.passed and self.engineers[seat] > 0:
                self.to_move = seat
                return
        for seat in self.seats:
            founded = sum(owner == seat for owner, _ in self.foundations.values())
            self.engineers[seat] = self.all_engineers() - founded
        self.phase = "realisation"
        self.to_realise = self.clockwise(self.holder)
        self.next_realiser()

    def next_realiser(self) -> None:
        """Give the turn to the next seat that has a choice; the round ends when there is none."""
        while self.to_realise:
            self.to_move = self.to_realise.pop(0)
            if self.realisation_moves(self.to_move):
                return
        self.end_round()

    def end_round(self) -> None:
        """End the round, and the stage or the game if it was its last."""
        self.holder = self.to_move = self.next_holder
        if (self.stage, self.round) == (2, self.rounds[1]) or len(self.buildings) == len(HEXES):
            self.over = True
            return
        if (self.stage, self.round) == (1, self.rounds[0]):
            self.stage, self.round = 2, 0
            self.hands = [[] for _ in self.seats]
            self.laid, self.drawn = [], 0
            self.open_tasks = []
            self.unseen_tasks = [name for name, task in self.tasks.items() if task["stage"] == 2]
        self.round += 1
        self.due_tasks = min(self.limits["tasks_open"] - len(self.open_tasks), len(self.unseen_tasks))
        if not self.due_tasks:
            self.start_planning()

    # -- scoring -----------------------------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """Return the current points of each seat; an unknown or unchosen norm counts nothing."""
        styles = style_points(self.buildings, len(self.seats))
        return [
            self.points[seat]
            + styles[seat]
            + self.norm_score(seat)
            + sum(
                neighbour_points(space, self.buildings, self.bridge_sides())
                + at_metro(space, self.metro.segments)
                for space, building in self.buildings.items()
                if building.owner == seat
            )
            for seat in self.seats
        ]

    def norm_score(self, seat: int) -> int:
        """Return the points of a seat's norm."""
        norm = self.kept[seat]
        if norm in (None, HIDDEN):
            return 0
        objects = self.norms[norm][: 3 if len(self.seats) == 5 else 4]
        owned = Counter(building.type for building in self.buildings_of(seat))
        owned["metro"] = self.segment_owners.count(seat)
        owned["bridge"] = list(self.bridges.values()).count(seat)
        return norm_points(objects, owned)

    def ranks(self) -> list[int]:
        """Return each seat's rank by points, then buildings; 1 is the winner, and tied seats share a rank."""
        standing = [(points, len(self.buildings_of(seat))) for seat, points in enumerate(self.scores())]
        return [1 + sum(other > mine for other in standing) for mine in standing]
