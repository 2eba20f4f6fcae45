"""Why one move is better than another: what is likely to follow both, in the words of the game."""

from collections.abc import Sequence

from urbanist.bots.table import table_of
from urbanist.bots.table.kit.course import Course
from urbanist.engine.event import Move
from urbanist.engine.game import State
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

    table = table_of(view.game.name)
    lengths: list[int] = []

    def until(states: Sequence[State]) -> bool:
        if lengths or not table.settled(states):
            return bool(lengths)
        lengths.append(len(states) - 1)
        return not table.tells_next

    line = expected_line(view, move, until)
    before = len(view.events)
    states = line.states()[before:]
    return Course(states[0].to_move, line.events[before:], states, *(lengths or [len(states) - 1]))
