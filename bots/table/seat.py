"""How seats are told apart, in every game alike: by colour, and by shape for eyes that do not part colours."""

from rich.text import Text

from urbanist.bots.table.canvas import style
from urbanist.bots.table.colour import WHITE, Colour

#: From the colour-blind-safe set of Okabe and Ito, darkened so that white can be read on them; the fifth is slate.
COLOUR: tuple[Colour, ...] = ((0, 90, 160), (213, 94, 0), (0, 112, 82), (134, 52, 120), (72, 78, 90))
MARK = "●■▲◆▼"


def mark(seat: int) -> Text:
    """Return a seat's sign and number in its colour."""
    return Text(f"{MARK[seat]}{seat}", style(WHITE, COLOUR[seat], True))
