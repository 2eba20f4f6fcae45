"""A text whose parts explain themselves when the pointer rests on them."""

from textual import events
from textual.widgets import Static

from urbanist.bots.table.kit.terminal.block import TIP


class Tipped(Static):
    """A text with lines that say what they mean: see `tipped`."""

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Explain what is under the pointer."""
        self.tooltip = event.style.meta.get(TIP)
