"""The clocks of people as they stand in the title."""

from rich.text import Text

from urbanist.bots.table.kit.terminal.seat_mark import mark
from urbanist.bots.table.session.people_clock import face
from urbanist.bots.table.session.session import Session

#: With fewer seconds a clock stands out.
URGENT = 30.0


def clocks(session: Session) -> Text:
    """Return the time that each person has left; that of the person to move is bold. Nothing without limits."""
    shown = Text(no_wrap=True)
    for seat in session.playing:
        left = session.notes.clock.left(seat)
        if left is not None:
            moving = seat == session.person
            style = "bold reverse" if moving and left < URGENT else "bold" if moving else ""
            shown.append_text(Text.assemble(mark(seat), " ", (face(left), style), " "))
    return shown
