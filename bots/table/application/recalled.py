"""A move that is seen again, and could be played otherwise."""

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from urbanist.bots.table.kit.language import tr

if TYPE_CHECKING:
    from urbanist.bots.analysis.decisions import Decision


class Recalled:
    """A move of the game that is seen again on the board: the better move is hint 1, the played one hint 2.

    `said` tells what it cost.
    """

    def __init__(self, decision: "Decision", said: str) -> None:
        self.ply = decision.event - 1
        self.seat = decision.seat
        self.moves = (decision.best.move, decision.played.move)
        self._said = said

    def text(self) -> Text:
        """Return what the move cost, and the two moves; each can be clicked."""
        page = Text(f"{self._said}\n\n")
        for number, said in ((1, tr("the better move")), (2, tr("the move that you played"))):
            click = Style(meta={"@click": f"app.choose({number})"})
            page.append_text(Text.assemble((f" {number} ", "bold reverse"), f" {said}\n", style=click))
        page.append("\n").append(tr("Play any move to go on from here in a new game,"), "bold")
        back = Text(tr("Esc goes back."), Style(bold=True, meta={"@click": "app.put_back"}))
        return page.append(" ").append_text(back)
