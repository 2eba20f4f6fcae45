"""How a game ended, in words: what a record says in English."""

from urbanist.bots.table.kit.language import marked, tr
from urbanist.bots.table.session.notebook import RESIGNED
from urbanist.engine.record import ABORTED, PLAYED_OUT

WORDS = {
    PLAYED_OUT: marked("played out"),
    ABORTED: marked("aborted"),
    RESIGNED: marked("resigned"),
    "illegal": marked("illegal"),
    "time": marked("time"),
    "crash": marked("crash"),
    "protocol": marked("protocol"),
}


def ending_text(ended: str) -> str:
    """Return how a game ended, as people read it: `played out`, or `forfeit 1 time` with the seat and the reason."""
    if ended in WORDS:
        return tr(WORDS[ended])
    _, seat, reason = ended.split(" ")
    return tr("forfeit {seat} {reason}", seat=seat, reason=tr(WORDS[reason]))
