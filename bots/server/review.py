"""The reviews of games that are over: each is written once, by a process of its own, while the server goes on.

The process reads a job from standard input and writes the review to standard output, both as MessagePack.
"""

import asyncio
import gzip
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec

from urbanist.bots.analysis.decisions import judge
from urbanist.bots.markup import element, written
from urbanist.bots.server.page_frame import PageFrame
from urbanist.bots.server.table import TableError
from urbanist.bots.table import load_catalogs
from urbanist.bots.table.kit.language import speaking, tr
from urbanist.bots.table.kit.player_view import is_human
from urbanist.bots.table.page.graph import draw_graph
from urbanist.bots.table.page.page import parts_of
from urbanist.bots.table.page.story import recorded, story_of_record
from urbanist.bots.table.puzzles.mistakes import mistakes_in
from urbanist.bots.table.puzzles.puzzle import Puzzle
from urbanist.bots.table.session.review import NODES, own_choices
from urbanist.engine import CardFile
from urbanist.search.options import SearchOptions

#: How many reviews are kept, each of some 80 KB; how many of an address and of all wait to be written; and the seconds
#: that one may take.
KEPT, OF_ADDRESS, WAITING, LONGEST = 200, 2, 20, 120.0
#: How much the process leaves to those that think for games.
NICE = 10


class ReviewJob(msgspec.Struct, frozen=True):
    """A review that is to be written: the record, the language, the frame and the address of its page.

    `back` is the address to which it leads back, `nodes` are the visits of each search, `cards` the file of its cards.
    Instead of the page the `mistakes` of people may be wanted, which takes several times as long.
    """

    record: str
    language: str
    base: str
    server: str
    page: str
    back: str
    nodes: int = NODES
    cards: CardFile | None = None
    mistakes: bool = False


class GameReview(msgspec.Struct, frozen=True):
    """A review: the compressed page, its address, and the graph of the win shares as SVG, whose marks lead there.

    Or the mistakes of people, as puzzles.
    """

    address: str
    page: bytes = b""
    graph: str = ""
    mistakes: tuple[Puzzle, ...] = ()


class _Pending(NamedTuple):
    owner: str
    writing: asyncio.Task[GameReview]


class ReviewCache:
    """The reviews that were asked for last; one is written at a time."""

    def __init__(self) -> None:
        self._asked: dict[ReviewJob, _Pending] = {}
        self._turn = asyncio.Semaphore()

    def get(self, job: ReviewJob, owner: str, then: Callable[[], None]) -> GameReview | None:
        """Return a review; None while it is written, after which `then` is called.

        It is begun for the address that asks first, unless too many wait. Raise 503 if it could not be written.
        """
        asked = self._asked.pop(job, None)
        if asked is None:
            waiting = [each.owner for each in self._asked.values() if not each.writing.done()]
            if len(waiting) >= WAITING or (owner and waiting.count(owner) >= OF_ADDRESS):
                return None
            asked = _Pending(owner, asyncio.create_task(self._write(job)))
            asked.writing.add_done_callback(lambda _: then())
        elif asked.writing.done() and asked.writing.exception() is not None:
            raise TableError(503, "the review could not be written")
        self._asked[job] = asked
        while len(self._asked) > KEPT:
            self._asked.pop(next(iter(self._asked))).writing.cancel()
        return asked.writing.result() if asked.writing.done() else None

    async def _write(self, job: ReviewJob) -> GameReview:
        async with self._turn, asyncio.timeout(LONGEST):
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", __name__, stdin=PIPE, stdout=PIPE
            )
            try:
                answer, _ = await process.communicate(msgspec.msgpack.encode(job))
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        return msgspec.msgpack.decode(answer, type=GameReview)

    async def close(self) -> None:
        """Write nothing any more."""
        writing = [asked.writing for asked in self._asked.values() if not asked.writing.done()]
        for task in writing:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*writing, return_exceptions=True)


def review_of(job: ReviewJob) -> GameReview:
    """Return the review of a job."""
    if job.mistakes:
        record, history = recorded(job.record, job.cards)
        states, people = history.states, {seat for seat, who in enumerate(record.seats) if is_human(who)}
        own = (ply for ply in own_choices(record, history) if states[ply].to_move in people)
        options = SearchOptions(nodes=job.nodes)
        puzzles = mistakes_in(history, [judge(history, ply, options) for ply in own])
        return GameReview(job.page, mistakes=tuple(puzzles))
    with speaking(job.language):
        load_catalogs()
        story = story_of_record(job.record, job.nodes, job.cards)
        frame, parts = PageFrame(job.base, job.server), parts_of(story)
        back = element("p", element("a", tr("To the table"), href=job.back))
        inside = back, *parts.head, *parts.main, *parts.foot
        text = frame.page(parts.title, *inside, kind="review")
        graph = written(draw_graph(story, job.page)).partition("\n")[2]
        return GameReview(job.page, gzip.compress(text.encode(), mtime=0), graph)


def main() -> None:
    """Write one review."""
    # Ctrl-C at a terminal is meant for the server, which ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=ReviewJob)
    sys.stdout.buffer.write(msgspec.msgpack.encode(review_of(job)))


if __name__ == "__main__":
    main()
