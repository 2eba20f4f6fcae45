"""How much does time management win? `python -m bench.compare_paces metropolys-expert-2 500 160`.

A bot that manages its time plays against one that takes an even 25th of the time left, and its share of the increment,
for each decision. The clock (10 s and 0.1 s a move) counts visits, so many a second, so the games are the same on every
machine and under every load. Each deal is played from both seats.
"""

import sys
from collections.abc import Callable
from dataclasses import replace

from tests.search.positions import BY_NAME
from urbanist.bots.match.intervals import share_estimate, share_text
from urbanist.bots.players.builtin import IsmctsBot, TreePlayer
from urbanist.bots.players.time_management import budget, has_enough
from urbanist.engine.event import Move
from urbanist.engine.history import History, View
from urbanist.engine.record import win_shares
from urbanist.search.limit import Limit

TIME, INCREMENT = 10.0, 0.1
#: Seconds between two looks at what was found.
SLICE = 0.02

#: From a player, its view, the seconds left and the visits of a second: the move, and the seconds that it took.
Policy = Callable[[TreePlayer, View, float, float], tuple[Move, float]]


def managed(player: TreePlayer, view: View, left: float, rate: float) -> tuple[Move, float]:
    limit = budget(Limit(clock=left, increment=INCREMENT), player.bot, view)
    think, nodes = player.prepare(view), 0
    while True:
        result = think(Limit(nodes=max(1, round(rate * SLICE))))
        nodes += result.nodes
        seconds = nodes / rate
        if has_enough(replace(result, nodes=nodes, seconds=seconds), limit, seconds):
            return result.move, seconds


def even(player: TreePlayer, view: View, left: float, rate: float) -> tuple[Move, float]:
    seconds = Limit(clock=left, increment=INCREMENT).thinking()
    assert seconds is not None
    nodes = max(1, round(rate * seconds))
    return player.prepare(view)(Limit(nodes=nodes)).move, nodes / rate


def play(start: History, policies: list[Policy], number: int, rate: float) -> tuple[list[float], list[float]]:
    """Return the shares of the win and the seconds left at the end, by seat."""
    history, left = start, [TIME] * len(policies)
    players = [IsmctsBot().sit(100 * number + seat) for seat in range(len(policies))]
    while not history.state.over:
        seat = history.state.to_move
        player = players[seat]
        assert isinstance(player, TreePlayer)
        move, seconds = policies[seat](player, history.seen_by(seat), left[seat], rate)
        assert seconds <= left[seat], "lost on time"
        left[seat] += INCREMENT - seconds
        history = history.play(move)
    return list(win_shares(history.state.ranks())), left


def main() -> None:
    name, rate, games = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    table, seats = BY_NAME[name], int(name[-1])
    shares: list[list[float]] = []
    left = [0.0, 0.0]
    for number in range(games):
        deal, turn = divmod(number, seats)
        policies: list[Policy] = [managed if seat == turn else even for seat in range(seats)]
        won, rest = play(History.start(table.deal(deal)), policies, number, rate)
        shares += [[]] if turn == 0 else []
        shares[-1].append(won[turn])
        left = [left[0] + rest[turn], left[1] + rest[turn - 1]]
        if turn == seats - 1:
            rest_of_both = " and ".join(f"{total / (number + 1):.2f} s" for total in left)
            print(
                f"{number + 1} games: {share_text(share_estimate(shares), ' %')}; left at the end: {rest_of_both}",
                flush=True,
            )


if __name__ == "__main__":
    main()
