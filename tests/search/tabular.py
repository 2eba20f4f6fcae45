"""Games solved as tables, by the slowest code that could possibly be right: every history of a game is a node.

A policy gives each information state of a seat, which is what `mask` shows to it, the probabilities of its moves.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from urbanist.engine.python_game import CHANCE
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions
from urbanist.search.regret import RegretSearch

#: What a seat knows: the seat and the masked position.
Information = tuple[int, Any]
Policy = dict[Information, dict[int, float]]
#: The moves so far, each with the position before it.
Path = tuple[tuple[Any, int], ...]


@dataclass
class Node:
    """A history: who chooses there and knowing what, or the gains of all seats at the end."""

    seat: int = CHANCE
    known: Information | None = None
    after: dict[int, "Node"] = field(default_factory=dict)
    chance: dict[int, float] = field(default_factory=dict)
    gains: list[int] = field(default_factory=list)


class Table:
    """A whole game: its root is the deal."""

    def __init__(self, game: Any, seats: int) -> None:
        """Play all that can happen."""
        self.game, self.seats = game, seats
        #: The moves of each information state, a position of it, and how it came about.
        self.moves: dict[Information, list[int]] = {}
        self.positions: dict[Information, Any] = {}
        self.paths: dict[Information, Path] = {}
        #: The moves that its seat has heard: nothing may be forgotten, or a policy of all moves is measured wrong.
        self.heard: dict[Information, list[int]] = {}
        deals = list(game.deals(seats))
        whole = sum(weight for _, weight in deals)
        self.root = Node(
            after={number: self.node(position, ()) for number, (position, _) in enumerate(deals)},
            chance={number: weight / whole for number, (_, weight) in enumerate(deals)},
        )

    def node(self, position: Any, path: Path) -> Node:
        """Return the node of a position."""
        seat = self.game.to_move(position)
        if seat == CHANCE:
            outcomes = dict(self.game.outcomes(position))
            return Node(
                after={move: self.node(self.game.apply(position, move), path) for move in outcomes},
                chance=outcomes,
            )
        moves = sorted(self.game.legal(position))
        if not moves:
            return Node(gains=list(self.game.scores(position)))
        known = (seat, self.game.mask(position, seat))
        assert self.moves.setdefault(known, moves) == moves
        self.positions.setdefault(known, position)
        self.paths.setdefault(known, path)
        heard = [move for at, move in path if self.game.hears(move, self.game.to_move(at), seat)]
        assert self.heard.setdefault(known, heard) == heard
        return Node(
            seat,
            known,
            {move: self.node(self.game.apply(position, move), (*path, (position, move))) for move in moves},
        )

    def uniform(self) -> Policy:
        """Return the policy by which all moves are equally likely."""
        return {known: dict.fromkeys(moves, 1 / len(moves)) for known, moves in self.moves.items()}

    def values(self, policy: Policy, at: Node | None = None) -> list[float]:
        """Return what each seat gains on average."""
        at = self.root if at is None else at
        if at.gains:
            return [float(gain) for gain in at.gains]
        shares = policy[at.known] if at.known else at.chance
        rows = [
            (shares[move], self.values(policy, after)) for move, after in at.after.items() if shares[move]
        ]
        return [sum(share * row[seat] for share, row in rows) for seat in range(self.seats)]

    def best_reply(self, policy: Policy, seat: int) -> float:
        """Return the most that a seat gains on average if all others play by a policy."""
        reached: dict[Information, list[tuple[float, Node]]] = {}
        for probability, node in self.reached(policy, seat):
            reached.setdefault(node.known, []).append((probability, node))  # type: ignore[arg-type]
        chosen: dict[Information, int] = {}

        def worth(at: Node) -> float:
            if at.gains:
                return at.gains[seat]
            if at.seat == seat:
                return worth(at.after[choice(at.known)])  # type: ignore[arg-type]
            shares = policy[at.known] if at.known else at.chance
            return sum(shares[move] * worth(after) for move, after in at.after.items() if shares[move])

        def choice(known: Information) -> int:
            if known not in chosen:
                values = {
                    move: sum(probability * worth(node.after[move]) for probability, node in reached[known])
                    for move in self.moves[known]
                }
                chosen[known] = max(values, key=lambda move: values[move])
            return chosen[known]

        return worth(self.root)

    def reached(self, policy: Policy, seat: int) -> Iterator[tuple[float, Node]]:
        """Yield the nodes where a seat chooses, with the probability that chance and the others bring it there."""
        waiting = [(1.0, self.root)]
        while waiting:
            probability, at = waiting.pop()
            if at.seat == seat:
                yield probability, at
            shares = (
                dict.fromkeys(at.after, 1.0)
                if at.seat == seat
                else policy[at.known]
                if at.known
                else at.chance
            )
            waiting += [
                (probability * shares[move], after) for move, after in at.after.items() if shares[move]
            ]

    def exploitability(self, policy: Policy) -> float:
        """Return what a seat gains on average by knowing the policy: 0 in a Nash equilibrium (OpenSpiel's measure)."""
        values = self.values(policy)
        return sum(self.best_reply(policy, seat) - values[seat] for seat in range(self.seats)) / self.seats

    def solved(self, rounds: int) -> Policy:
        """Return the mean policy of counterfactual regret minimization (Zinkevich et al. 2007)."""
        regrets = {known: dict.fromkeys(moves, 0.0) for known, moves in self.moves.items()}
        means = {known: dict.fromkeys(moves, 0.0) for known, moves in self.moves.items()}
        for _ in range(rounds):
            policy = {known: matched(row) for known, row in regrets.items()}
            self.add_regrets(policy, regrets, means, self.root, [1.0] * (self.seats + 1))
        return {known: normalised(row) for known, row in means.items()}

    def add_regrets(
        self,
        policy: Policy,
        regrets: Policy,
        means: Policy,
        at: Node,
        reach: list[float],
    ) -> list[float]:
        """Add the regrets below a node; return its values. `reach` has what each seat, and chance last, adds to it."""
        if at.gains:
            return [float(gain) for gain in at.gains]
        shares = policy[at.known] if at.known else at.chance
        rows = {}
        for move, after in at.after.items():
            further = list(reach)
            further[at.seat] *= shares[move]
            rows[move] = self.add_regrets(policy, regrets, means, after, further)
        values = [sum(shares[move] * row[seat] for move, row in rows.items()) for seat in range(self.seats)]
        if at.known:
            others = 1.0
            for seat, probability in enumerate(reach):
                others *= 1.0 if seat == at.seat else probability
            for move, row in rows.items():
                regrets[at.known][move] += others * (row[at.seat] - values[at.seat])
                means[at.known][move] += reach[at.seat] * shares[move]
        return values


def matched(regrets: dict[int, float]) -> dict[int, float]:
    """Return moves in proportion to their regrets above 0; all alike if there are none."""
    return normalised({move: max(regret, 0.0) for move, regret in regrets.items()})


def normalised(weights: dict[int, float]) -> dict[int, float]:
    """Return weights as shares; all alike if there are none."""
    whole = sum(weights.values())
    return {move: weight / whole if whole else 1 / len(weights) for move, weight in weights.items()}


def spread_of(table: Table) -> float:
    """Return the highest standard deviation of a seat's gain where all moves are equally likely."""
    squares = [0.0] * table.seats
    means = table.values(table.uniform())

    def add(at: Node, probability: float) -> None:
        if at.gains:
            for seat, gain in enumerate(at.gains):
                squares[seat] += probability * (gain - means[seat]) ** 2
        shares = at.chance or dict.fromkeys(at.after, 1 / max(len(at.after), 1))
        for move, after in at.after.items():
            add(after, probability * shares[move])

    add(table.root, 1.0)
    return max(squares) ** 0.5


def searched(table: Table, nodes: int, seed: int, **options: Any) -> tuple[Policy, Policy]:
    """Return what a search of so many visits does in each information state: the shares of its visits, and its move.

    It wants the most points. Its exploration suits how far gains lie apart, as `bots.adapters` has it for OpenSpiel.
    """
    spread = spread_of(table) / 100  # a search counts a hundred points as 1
    usual: dict[str, Any] = {
        "utility": "points",
        "explore": 1.5 * spread,
        "fpu_reduction": 0.2 * spread,
        "seed": seed,
    }
    asked = SearchOptions(**usual | options)
    shares, played = table.uniform(), table.uniform()
    for known, position in table.positions.items():
        search = TreeSearch(table.game, asked)
        state = table.game.state_from(position, table.seats)
        result = search.think(state, Limit(nodes=nodes), observer=known[0])
        whole = sum(value.visits for value in result.values)
        visits = {int(value.move): value.visits / whole for value in result.values}
        shares[known] = {move: visits.get(move, 0.0) for move in table.moves[known]}
        played[known] = {move: float(move == int(result.move)) for move in table.moves[known]}
    return shares, played


def learnt(table: Table, search: RegretSearch) -> Policy:
    """Return the mean policy of a search by regrets."""

    def state(position: Any) -> Any:
        return table.game.state_from(position, table.seats)

    return {
        known: search.policy_at(
            state(position), [(state(before), move) for before, move in table.paths[known]]
        )
        for known, position in table.positions.items()
    }
