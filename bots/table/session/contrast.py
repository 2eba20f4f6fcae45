"""Why one move is better than another: what is likely to follow both, in the words of the game."""

from urbanist.bots.table import table_of
from urbanist.bots.table.kit.course import Course
from urbanist.engine.event import Move
from urbanist.engine.history import View


def contrast(view: View, better: Move, other: Move) -> str:
    """Return why the first of two moves is better, in sentences; nothing if there is nothing to say.

    It uses what the seat can know. The same view and moves give the same text.
    """
    # Imported late, because a table without hints needs no search.
    from urbanist.search.network import network_of
    from urbanist.search.reasons import reasons

    network = network_of(view.game)
    good, less = course_of(view, better), course_of(view, other)
    found = [] if network is None else reasons(network, less.end, good.end, good.seat)
    told = table_of(view.game.name).contrast(good, less, found)
    return " ".join(filter(None, told))


def course_of(view: View, move: Move) -> Course:
    """Return a move of the seat to move and what is likely to follow it, until what it began is settled."""
    from urbanist.bots.analysis.line import expected_line  # late, as above

    settled = table_of(view.game.name).settled
    seat = view.bare_state().to_move
    line = expected_line(view, move, lambda state: settled(state, seat))
    before = len(view.events)
    return Course(seat, line.events[before:], line.states()[before:])
