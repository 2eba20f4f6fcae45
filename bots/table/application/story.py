"""The log: all events in sentences, those since one's last turn apart."""

from typing import TYPE_CHECKING

from rich.text import Text

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import mark
from urbanist.bots.table.kit.terminal.table import Table

if TYPE_CHECKING:
    from urbanist.engine.event import Event


class Story:
    """The events of a game as sentences; each sentence is made once."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._told: list[tuple[Event, Text]] = []

    def text(self, pov: PlayerView) -> Text:
        """Return all sentences; those before the viewer's last move are faint."""
        events = pov.view.events
        since = last_turn(pov)
        same = 0
        while same < min(len(events), len(self._told)) and self._told[same][0] == events[same]:
            same += 1
        del self._told[same:]
        for ply in range(same, len(events)):
            self._told.append((events[ply], self._sentence(pov, ply)))
        lines = []
        for ply, (_, line) in enumerate(self._told):
            shown = line.copy()
            if ply < since:
                shown.stylize("dim")
            lines.append(shown)
        return Text("\n").join(lines)

    def _sentence(self, pov: PlayerView, ply: int) -> Text:
        said = self._table.narrate(pov, ply)
        state = pov.states[ply]
        if state.due:
            return Text.assemble(("• ", "bold"), said)
        name = pov.name(state.to_move)
        rest = (
            f" {pov.player(state.to_move)}{said.removeprefix(name)}" if said.startswith(name) else f" {said}"
        )
        return Text.assemble(mark(state.to_move), rest)


def last_turn(pov: PlayerView) -> int:
    """Return the ply of the viewer's last move; 0 if there is none."""
    moves = [ply for ply, state in enumerate(pov.states[:-1]) if not state.due and state.to_move == pov.seat]
    return moves[-1] if moves else 0
