"""What of the games that follow two moves is told: auctions and closed places, against the rules."""

from tests.search.positions import EXPERT_2, whole_game
from urbanist.bots.table.metropolys.model.auction import NOTATION
from urbanist.bots.table.metropolys.text.reasons import AuctionDeed, deeds, steps
from urbanist.engine import GAMES
from urbanist.engine.event import Move
from urbanist.engine.game import State
from urbanist.engine.history import History
from urbanist.engine.metropolys.notation import MetropolysMove, targets


def played(state: State, *texts: str) -> list[tuple[State, Move, State]]:
    moves = []
    for text in texts:
        move = state.game.notation.move(text)
        moves.append((state, move, after := state.play(move)))
        state = after
    return moves


def moves_of(game: History) -> list[tuple[State, Move, State]]:
    return [
        (before, event, after)
        for before, event, after in zip(game.states, game.events, game.states[1:], strict=False)
        if isinstance(event, Move)
    ]


def test_the_steps_of_an_auction() -> None:
    start = GAMES["metropolys"].deal(seats=2, seed=1)
    first = start.to_move
    auction = played(start, "5@C10", "11@C9", "pass")
    over = [(1 - first, AuctionDeed(does)) for does in ("outbids", "takes over", "wins")]
    assert [*steps(auction, tallest=False)] == over
    assert [*steps(auction, tallest=True)] == [*over, (1 - first, AuctionDeed("raises", "C"))]
    assert [*steps(auction[1:], tallest=True)] == over[2:]
    assert [*deeds(start, *auction[-1])] == [
        (1 - first, AuctionDeed("building", "C9", 11)),
        (1 - first, AuctionDeed("place", "C9")),
    ]
    # The first one outbids in turn: it is not taken over.
    again = played(start, "5@C10", "11@C9", "12@C8", "pass")
    assert [*steps(again, tallest=False)] == [
        (1 - first, AuctionDeed("outbids")),
        (first, AuctionDeed("wins")),
    ]
    assert [*steps(played(start, "5@C10", "pass"), tallest=False)] == [(first, AuctionDeed("wins"))]


def test_nobody_can_outbid_on_a_closed_place() -> None:
    game = whole_game(EXPERT_2, 1)
    start, closed = game.states[0], 0
    for before, move, after in moves_of(game):
        told = [deed for _, deed in deeds(start, before, move, after) if isinstance(deed, AuctionDeed)]
        place = next((deed.place for deed in told if deed.does == "place"), "")
        if not place or MetropolysMove(move).place != place:
            continue
        by = [deed.by for deed in told if deed.does == "closed"]
        built = {name for seat in (0, 1) for _, name in NOTATION.buildings(after.array, seat)}
        assert not by or built.issuperset(by[0])
        # A bid there has no places for the next one.
        record = after.array.copy()
        record["last_value"], record["last_cell"], record["over"] = 1, MetropolysMove(move) & 0xFF, 0
        assert bool(by) == (not targets(record))
        closed += bool(by)
    assert closed > 1


def test_the_last_building_ends_the_game() -> None:
    game = whole_game(EXPERT_2, 1)
    moves = moves_of(game)
    last = [deed for seat, deed in steps(moves[-1:], tallest=False)]
    assert last == [AuctionDeed("ends")]
    assert AuctionDeed("ends") not in {deed for _, deed in steps(moves, tallest=False)}
