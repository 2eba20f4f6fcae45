"""Pages and pictures are written once for all who ask, and an address has so many requests at a time."""

import asyncio
import gzip
import threading
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from urbanist.bots.server.client import HINTS, MOST, AddressUsage
from urbanist.bots.server.page_cache import KEPT, PageCache
from urbanist.bots.server.table import TableError
from urbanist.bots.table.kit.language import chosen, speaking


def drawing(calls: list[str]) -> Callable[[], str]:
    """Return a function that draws, and notes in which language and thread."""

    def draw() -> str:
        calls.append(f"{chosen()} {threading.current_thread() is threading.main_thread()}")
        return "drawn"

    return draw


def test_what_many_ask_for_is_drawn_once_in_a_thread_in_the_language_of_the_first() -> None:
    async def asked() -> None:
        cache, calls = PageCache(), list[str]()
        with speaking("cs"):
            asking = [asyncio.create_task(cache.get("one", drawing(calls))) for _ in range(260)]
        await asyncio.sleep(0)
        asking[0].cancel()  # who leaves takes nothing from the others
        pages = {gzip.decompress(await each) for each in asking[1:]}
        assert pages == {b"drawn"}
        await cache.get("one", drawing(calls))
        assert calls == ["cs False"]
        for number in range(KEPT + 1):
            await cache.get(number, lambda: "")
        await cache.get("one", drawing(calls))
        assert len(calls) == 2
        cache.close()

    asyncio.run(asked())


def test_what_cannot_be_drawn_is_tried_again() -> None:
    async def asked() -> None:
        cache, calls = PageCache(), list[str]()
        with pytest.raises(ZeroDivisionError):
            await cache.get("one", lambda: str(1 // 0))
        assert gzip.decompress(await cache.get("one", drawing(calls))) == b"drawn"
        cache.close()

    asyncio.run(asked())


def test_an_address_may_wait_for_so_many_things_of_a_kind_and_this_machine_for_any_number() -> None:
    usage = AddressUsage()
    with ExitStack() as waiting:
        for _ in range(MOST[HINTS]):
            for address in ("192.0.2.1", ""):
                usage.check(address, HINTS)
                waiting.enter_context(usage.used(address, HINTS))
        usage.check("", HINTS)
        usage.check("192.0.2.2", HINTS)
        with pytest.raises(TableError, match="3 requests of this kind") as refused:
            usage.check("192.0.2.1", HINTS)
        assert refused.value.status == 429
    usage.check("192.0.2.1", HINTS)
