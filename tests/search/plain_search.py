"""A search by visits a second time: slow, obvious, and written from docs/search.md.

It sees the same worlds and playouts as the search, because it goes on from the same word of the random generator. It
computes in double precision; where two moves are equal but for rounding, it goes where the search went.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.engine.tables import onward
from tests.search import formulas
from tests.search.exact import win_share
from urbanist.engine.features import ALL_SEATS, features, move_features
from urbanist.engine.game import State
from urbanist.engine.probe import played_out, reshuffled
from urbanist.search.network import network_of
from urbanist.search.options import SearchOptions

#: Streams of random numbers that belong to the seed of a search.
VISITS, LINE, NOISE = 4, 5, 7
#: Children that a node gets at once; moves that the policy ranks; how much less one counts that it does not rank.
SHORTLIST, RANKED, UNRANKED = 48, 32, 20
#: Points of prior that make a move e times as likely; in other games 1.
PRIOR_NOISE = {"metropolys": 2, "akropolis": 8, "warszawa": 2}
#: Games with chance events, in which moves enter the tree one by one if the options do not say otherwise.
CHANCE = ("akropolis", "warszawa")
#: Differences of bounds that rounding can make.
ROUNDING = 2e-5

Path = tuple[int, ...]
Outcome = tuple[Sequence[float], Sequence[float], Sequence[float]]


@dataclass(eq=False)
class Node:
    """A position that the search has met; its children, the newest first.

    With keys by information there are decisions and moves in turn. A decision has the move 0.
    """

    move: int
    prior: float
    value: list[float]
    points: list[float]
    visits: int = 0
    available: int = 1
    children: list["Node"] = field(default_factory=list)
    above: "Node | None" = None


class PlainSearch:
    """A search with options that say all numbers; `draws` makes the others hide what a number in [0, 1) falls on.

    With `knows` its keys are by information; `sees` says what a seat sees of a move, where it does not see all moves.
    """

    def __init__(
        self,
        state: State,
        options: SearchOptions,
        observer: int | None = None,
        draws: Callable[[State, float], State] | None = None,
        only: Sequence[int] = (),
        knows: Callable[[State, int], Hashable] | None = None,
        sees: Callable[[State, int, int], Hashable] | None = None,
    ) -> None:
        self.game, self.observer = state.game, observer
        self.options: Any = options  # all numbers are said
        self.draws, self.only = draws, only
        self.knows, self.sees = knows, sees
        self.decisions: dict[Hashable, Node] = {}
        self.seen: tuple[tuple[Hashable, ...], ...] = ((),) * state.seats
        self.network = network_of(self.game)
        self.temperature = options.temperature * (
            1 if options.prior == "net" else PRIOR_NOISE.get(self.game.name, 1)
        )
        usual = "widening" if self.game.name in CHANCE else "shortlist"
        self.expansion = usual if options.expansion == "auto" else options.expansion
        self.random = formulas.seeded(options.seed, VISITS)
        self.root, self.brought = self.node(state, 0, 0), 0
        self.means: dict[tuple[int, int], tuple[float, int]] = {}
        self.begin(state)

    def node(self, state: State, move: int, prior: float, above: Node | None = None) -> Node:
        """Return a node without visits."""
        return Node(move, prior, [0.0] * state.seats, [0.0] * state.seats, above=above)

    # -- a decision ----------------------------------------------------------------------------------------------------

    def begin(self, state: State) -> None:
        """Search from here on. The moves of the root are ranked by what follows them, if the observer knows them."""
        self.state = state
        self.ranking: dict[int, float] = {}
        self.noise = formulas.seeded(self.options.seed, NOISE | state.ply << 8).word
        knows = self.observer in (None, state.to_move) or self.game.open_moves
        self.common = self.options.common_draws and knows and self.knows is None
        legal = set(state.moves().tolist())
        children = self.root.children
        if knows and children and not any(child.visits and child.move in legal for child in children):
            self.root, self.brought = self.node(state, 0, 0), 0
        if knows and self.options.afterstates:
            self.rank(state)
            for child in self.root.children:
                if child.move in self.ranking:
                    child.prior = self.kept(self.ranking[child.move] - max(self.ranking.values()))

    def rank(self, state: State) -> None:
        """Rank the moves of the root."""
        worth = {int(move): self.worth_after(int(move)) for move in state.moves()}
        moves, priors = self.permitted([*worth], [*worth.values()], at_root=True)
        if self.options.noise:
            priors = self.stirred(moves, priors)
        self.ranking = dict(zip(moves, priors, strict=True))
        self.order = sorted(self.ranking.items(), key=lambda row: (-row[1], row[0]))
        self.admitted = 0

    def wanted(self) -> int | None:
        """Return the best ranked move that is no child yet, if the visits of the root ask for it."""
        place, visits = self.admitted, self.root.visits
        if place == len(self.order):
            return None
        asked = {"widen": self.options.widen, "power": self.options.power}
        wide = formulas.is_wide_root(place, visits, self.brought, **asked)
        return None if wide else self.order[place][0]

    def admit(self) -> Node | None:
        """Return a new child of a ranked root; None if it has enough."""
        there = {child.move for child in self.root.children}
        while (move := self.wanted()) is not None:
            self.admitted += 1
            if move not in there:
                prior = self.kept(float(np.float32(self.ranking[move]) - np.float32(self.order[0][1])))
                self.root.children.insert(0, self.node(self.state, move, prior, self.root))
                return self.root.children[0]
        return None

    def worth_after(self, move: int) -> float:
        """Return the prior of a move of the root by the position after it, before chance."""
        after = self.state.play(move)
        value, _, _ = self.end_of(after) if after.over else self.estimate(after)
        return float(np.float32(self.options.afterstates * value[self.state.to_move]))

    def advance(self, move: int, state: State) -> None:
        """Move the root to a child; forget what moves were worth, and which ones were permitted."""
        if self.knows is None:
            known = [child for child in self.root.children if child.move == move]
            self.root = known[0] if known else self.node(state, 0, 0)
        else:
            self.find_root(move, state)
        self.root.above = None
        self.brought = self.root.visits
        self.means, self.only = {}, ()
        self.begin(state)

    def find_root(self, move: int, state: State) -> None:
        """Make what the seat to move knows the root. What it cannot reach is forgotten, if it is its own turn."""
        self.seen = tuple((*seen, move) for seen in self.seen)
        if self.sees is not None:
            self.decisions = {}  # nobody knows what each seat saw
        own = self.observer in (None, state.to_move)
        kept = self.decisions.get(self.key(state, self.seen)) if own else None
        self.root = kept or self.node(state, 0, 0)
        if own:
            below = {node for *_, node in self.nodes()}
            self.decisions = {key: node for key, node in self.decisions.items() if node in below}

    def key(self, state: State, seen: Sequence[tuple[Hashable, ...]]) -> Hashable:
        """Return what the seat to move has seen and knows."""
        assert self.knows is not None
        return state.to_move, seen[state.to_move], self.knows(state, state.to_move)

    def decision(self, above: Node, state: State, seen: Sequence[tuple[Hashable, ...]]) -> Node:
        """Return the node of what the seat to move knows, a new one below a move if nobody has met it."""
        known = self.decisions.setdefault(self.key(state, seen), self.node(state, 0, 0))
        if known.above is None and known is not self.root:
            known.above = above
            above.children.insert(0, known)
        return known

    # -- a visit -------------------------------------------------------------------------------------------------------

    def visit(self, taken: Callable[[Path], int]) -> None:
        """Make one visit; `taken` tells how many visits a node of the search has after it."""
        first = self.choose([self.root], self.state, taken) if self.common else None
        if first is not None:  # all moves of the root have the same draws at their visit of this number
            self.random = formulas.seeded(self.noise, first.visits)
        state, path, moved, seen = self.world(), [self.root], [], list(self.seen)
        while not state.over and (len(path) == 1 or path[-1].visits):
            child = first if self.common and len(path) == 1 else self.choose(path, state, taken)
            if child is None:
                break
            moved.append((state.to_move, child.move))
            if self.knows:
                sees = self.sees or (lambda _, move, __: move)
                seen = [(*told, sees(state, child.move, seat)) for seat, told in enumerate(seen)]
            state = onward(state.play(child.move))
            path.append(child)
            if self.knows and not state.over:
                path.append(self.decision(child, state, seen))
        value, share, points = self.judge(state)
        for seat, move in moved:
            mean, times = self.means.get(place(seat, move), (0.0, 0))
            self.means[place(seat, move)] = (
                formulas.updated(mean, times + 1, value[seat]),
                times + 1,
            )
        for node in path:
            node.visits += 1
            for means, means_of_visit in ((node.value, value), (node.points, points)):
                means[:] = [
                    formulas.updated(mean, node.visits, now)
                    for mean, now in zip(means, means_of_visit, strict=True)
                ]
        self.win_share = share

    def world(self) -> State:
        """Return the truth, or a world in which all is drawn again that the observer cannot know."""
        if self.observer is None:
            return self.state
        world, self.random.word = reshuffled(self.state, self.observer, self.random.word)
        return self.draws(world, self.random.unit()) if self.draws else world

    def choose(self, path: list[Node], state: State, taken: Callable[[Path], int]) -> Node | None:
        """Return the child to visit: a new one if the node should have more, or else the one with the highest bound."""
        node = path[-1]
        known = [child for child in node.children if state.available(child.move)]
        bounds = (self.ucb if self.options.selection == "ucb" else self.puct)(node, known, state.to_move)
        most = max(bounds, default=0.0)
        near = [row for row in zip(bounds, known, strict=True) if row[0] > most - ROUNDING]
        best = [child for bound, child in near if bound == most]
        if len({bound for bound, _ in near}) > 1 or any(child.visits for _, child in near[1:]):
            best = [child for _, child in near if taken(address(child)) > child.visits] or best
        if node is self.root and self.ranking:
            return (None if known and self.wanted() is None else self.admit()) or (best[0] if best else None)
        wide = formulas.is_wide(
            len(known), node.visits, widen=self.options.widen, power=self.options.power
        ) or (not self.game.open_moves and 0 < len(known) == len(state.moves()))
        return (None if wide else self.expand(node, state)) or (best[0] if best else None)

    def ucb(self, node: Node, known: list[Node], seat: int) -> list[float]:
        """Return the bounds of children; where moves may be hidden, each counts how often it was available."""
        for child in known:
            child.available = node.visits if self.game.open_moves else child.available + 1
        weights = {"explore": self.options.explore, "bias": self.options.bias}
        return [
            formulas.ucb(child.value[seat], child.visits, child.available, child.prior, **weights)
            for child in known
        ]

    def puct(self, node: Node, known: list[Node], seat: int) -> list[float]:
        """Return the bounds of children; one without visits counts a little less than the node."""
        whole, usual, bounds = sum(child.prior for child in known), node.value[seat], []
        for child in known:
            mean = child.value[seat] if child.visits else usual - self.options.fpu_reduction
            share = child.prior / max(whole, 1e-30)
            bound = formulas.puct(mean, child.visits, share, node.visits, explore=self.options.explore)
            elsewhere, times = self.means.get(place(seat, child.move), (0.0, 0))
            bounds.append(
                bound
                + formulas.history_bonus(elsewhere, times, usual, child.visits, history=self.options.history)
            )
        return bounds

    # -- expansion -----------------------------------------------------------------------------------------------------

    def kept(self, below: float) -> float:
        """Return the prior that a node keeps: how far below the best one it is, or a share that is not normalised."""
        return below if self.options.selection == "ucb" else float(np.exp(below / self.temperature))

    def expand(self, node: Node, state: State) -> Node | None:
        """Return the best of new children; None if there is no other move."""
        at_root = node is self.root
        moves, priors = self.ranked(state, at_root)
        if at_root and self.options.noise and moves:
            priors = self.stirred(moves, priors)
        tried = {child.move for child in node.children}
        highest = max(priors, default=0.0)
        if tried.issuperset(moves):
            moves, priors = self.permitted(state.moves().tolist(), state.priors().tolist(), at_root)
            highest = max(priors, default=0.0) + UNRANKED * (self.options.prior == "net")
        fresh = [row for row in zip(moves, priors, strict=True) if row[0] not in tried]
        if self.expansion == "shortlist":
            chosen = [fresh[i] for i in formulas.best([prior for _, prior in fresh], SHORTLIST)]
        else:
            chosen = [max(fresh, key=lambda row: row[1])] if fresh else []
        for move, prior in chosen:
            node.children.insert(0, self.node(state, move, self.kept(prior - highest), node))
        return node.children[0] if chosen else None

    def stirred(self, moves: Sequence[int], priors: Sequence[float]) -> list[float]:
        """Return priors with the noise of this decision."""
        drawn = formulas.drawn_shares(self.noise, moves)
        mixed = formulas.mixed(priors, drawn, self.temperature, float(np.float32(self.options.noise)))
        return np.array(mixed, np.float32).tolist()  # in single precision some are equal

    def ranked(self, state: State, at_root: bool) -> tuple[list[int], list[float]]:
        """Return the moves that are looked at first, ascending, and their priors."""
        moves, priors = state.shortlist()
        if self.options.prior == "net":
            moves, priors, rows = move_features(state)
            if self.game.name != "akropolis" and len(moves) > RANKED:
                first = sorted(formulas.best(priors.tolist(), RANKED))
                moves, priors, rows = moves[first], priors[first], rows[first]
            assert self.network is not None
            priors = self.network.logits(priors, rows)
        return self.permitted(moves.tolist(), priors.tolist(), at_root)

    def permitted(
        self, moves: Sequence[int], priors: Sequence[float], at_root: bool
    ) -> tuple[list[int], list[float]]:
        """Return the moves that may be searched, and their priors."""
        rows = [
            (move, prior)
            for move, prior in zip(moves, priors, strict=True)
            if not (at_root and self.only) or move in self.only
        ]
        return [move for move, _ in rows], [prior for _, prior in rows]

    # -- leaves --------------------------------------------------------------------------------------------------------

    def judge(self, state: State) -> Outcome:
        """Return utility, win share and points of each seat at the end of a descent."""
        if self.options.eval == "playout" or state.over:
            return self.play_out(state)
        if self.options.plies:
            state = self.ahead(state, self.options.plies * max(state.seats - 1, 1))
        if state.over:
            return self.end_of(state)
        estimated = self.estimate(state)
        if self.options.eval == "net":
            return estimated
        other = self.play_out(state)
        return tuple(
            [(a + b) / 2 for a, b in zip(*rows, strict=True)] for rows in zip(estimated, other, strict=True)
        )  # type: ignore[return-value]

    def ahead(self, state: State, plies: int) -> State:
        """Return what follows from a playout of so many plies."""
        end, self.random.word = played_out(state, self.options.playout == "informed", plies, self.random.word)
        return end

    def play_out(self, state: State) -> Outcome:
        """Return what the end of a playout is worth."""
        return self.end_of(state if state.over else self.ahead(state, 1 << 30))

    def end_of(self, end: State) -> Outcome:
        """Return what the end of a game is worth."""
        return self.outcome(win_share(end), end.scores())

    def estimate(self, state: State) -> Outcome:
        """Return what the network expects of a position as the observer knows it."""
        assert self.network is not None
        observer = ALL_SEATS if self.observer is None else self.observer
        win_share, points = self.network.estimate(*features(state, observer))
        return self.outcome(win_share.tolist(), points.tolist())

    def outcome(self, win_share: Sequence[float], points: Sequence[float]) -> Outcome:
        """Return win shares and points with the utility of each seat."""
        value = formulas.utilities(win_share, points, self.options.utility, self.options.spread)
        return value, win_share, points

    # -- what was found ------------------------------------------------------------------------------------------------

    def line(self, first: int) -> list[int]:
        """Return the most visited line from a move on, up to a chance event, in a world that fits what is known."""
        knows = self.observer in (None, self.state.to_move) or self.game.open_moves
        state, moves, node, seen = self.state, [first], self.root, list(self.seen)
        if self.observer is not None:
            state, _ = reshuffled(state, self.observer, formulas.seeded(0, LINE).word)
        while knows:
            [node] = [child for child in node.children if child.move == moves[-1]]
            if self.knows:
                sees = self.sees or (lambda _, move, __: move)
                seen = [(*told, sees(state, moves[-1], seat)) for seat, told in enumerate(seen)]
            state = state.play(moves[-1])
            if self.knows and not (state.over or state.due):
                node = self.decisions.get(self.key(state, seen), self.node(state, 0, 0))
            legal = set(state.moves().tolist())
            visits = [(child.visits, child.move) for child in node.children if child.move in legal]
            most, move = max(visits, key=lambda row: row[0], default=(0, 0))
            if not most or state.over or state.due:
                break
            moves.append(move)
        return moves

    def nodes(self) -> list[tuple[int, int, Node]]:
        """Return all nodes with the row of the parent and the depth, each level after the one above.

        A decision has the depth of the move above it.
        """
        rows = [(0, 0, self.root)]
        for row, (above, depth, node) in enumerate(rows):
            deeper = self.knows is None or depth == rows[above][1]
            rows += [(row, depth + deeper, child) for child in node.children]
        return rows


def address(node: Node) -> Path:
    """Return the way from the root to a node: for each step the place among the children, counted from the oldest."""
    if node.above is None:
        return ()
    return *address(node.above), len(node.above.children) - 1 - node.above.children.index(node)


def place(seat: int, move: int) -> tuple[int, int]:
    """Return where the mean of a seat's move is kept: the highest 12 bits of its word times Knuth's number."""
    return seat, (move * 2654435761 & 0xFFFFFFFF) >> 20
