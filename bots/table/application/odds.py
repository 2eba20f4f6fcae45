"""The odds: what each seat may expect of the win, position by position, as a line of bars for each seat."""

from collections.abc import Callable, Sequence
from functools import partial
from threading import Event

from rich.text import Text

from urbanist.bots.background import Background
from urbanist.bots.table.kit.language import number_text
from urbanist.bots.table.kit.terminal.block import mark
from urbanist.engine.event import Events
from urbanist.engine.history import History, View
from urbanist.engine.record import win_shares
from urbanist.search.options import SearchOptions

Shares = tuple[float, ...]
#: The visits of the search of a position.
NODES = 300
#: From no share to the whole, and what stands for a position that is not searched yet.
BARS, UNKNOWN = "▁▂▃▄▅▆▇█", "·"
#: The columns beside the bars: the mark of the seat and the share of now.
RIM = 9


class Odds:
    """Estimates by the view of whoever looks, made one after the other in a thread, the newest first.

    `done` is called after each, in that thread.
    """

    def __init__(self, done: Callable[[], object]) -> None:
        self._done = done
        #: By what the viewer knows of a position: the seat, the deal and the events, as the viewer sees them.
        self._shares: dict[tuple[int | None, str, Events], Shares] = {}
        self._work: Background[None] | None = None

    def follow(self, history: History, viewer: int | None) -> None:
        """Work out what is missing for the positions of a game; what was asked before is given up."""
        self.stop()
        views = _views(history, viewer)
        if history.state.over:
            self._shares[_known(views[-1])] = win_shares(history.state.ranks())
        missing = [view for view in reversed(views) if _known(view) not in self._shares]
        self._work = Background(partial(self._run, missing))

    def stop(self) -> None:
        """Give up what is not worked out yet."""
        if self._work is not None:
            self._work.stop()

    def course(self, history: History, viewer: int | None) -> list[Shares | None]:
        """Return the shares of each decision and of the end; None where they are not worked out."""
        return [self._shares.get(_known(view)) for view in _views(history, viewer)]

    def _run(self, views: Sequence[View], stopped: Event) -> None:
        # Imported late, because nobody may want to see the odds.
        from urbanist.search.ismcts import ismcts

        for view in views:
            if stopped.is_set():
                return
            options = SearchOptions(nodes=NODES, seed=len(view.events))
            self._shares[_known(view)] = ismcts(view, options=options).win_share
            if not stopped.is_set():
                self._done()


def _known(view: View) -> tuple[int | None, str, Events]:
    return view.seat, view.deal, view.events


def _views(history: History, viewer: int | None) -> list[View]:
    """Return what the viewer saw at each decision, and at the end."""
    whole = history.seen_by(viewer)
    return [whole.until(ply) for ply, state in enumerate(history.states) if not state.due]


def draw_odds(course: Sequence[Shares | None], seats: int, columns: int) -> Text:
    """Return a line for each seat: its share at the last positions as bars, and the latest one as a number."""
    shown = course[-max(columns - RIM, 1) :]
    latest = next((shares for shares in reversed(course) if shares is not None), None)
    lines = []
    for seat in range(seats):
        bars = "".join(UNKNOWN if shares is None else _bar(shares[seat]) for shares in shown)
        now = "" if latest is None else f" {number_text(latest[seat], '.0%')}"
        lines.append(Text.assemble(mark(seat), " ", bars, (now, "bold")))
    return Text("\n", no_wrap=True).join(lines)


def _bar(share: float) -> str:
    return BARS[min(int(share * len(BARS)), len(BARS) - 1)]
