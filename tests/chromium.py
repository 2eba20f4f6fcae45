"""A real Chromium for the tests of pages: that of the distribution, driven by Playwright (the extra `pages-test`)."""

from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which
from time import monotonic
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="needs the extra pages-test")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the extra pages-test")
CHROMIUM = which("chromium") or which("chromium-browser")

#: The marks of a file of tests that open pages: `make test-pages` runs them.
MARKS = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")]


def launched(kind: Any) -> Any:
    """Return a new browser without a window, of Playwright's type for Chromium."""
    return kind.launch(executable_path=CHROMIUM, args=["--no-sandbox"])


@contextmanager
def running() -> Iterator[Any]:
    """Give a browser until the block ends."""
    with sync_api.sync_playwright() as playwright:
        browser = launched(playwright.chromium)
        yield browser
        browser.close()


def wait_until(page: Any, expression: str, argument: Any = None, seconds: float = 120) -> None:
    """Wait until an expression holds on a page.

    Playwright's own `wait_for_function` compiles the expression again at each frame, which the policy of the pages
    forbids; the first look alone is exempt.
    """
    end = monotonic() + seconds
    while not page.evaluate(expression, argument):
        assert monotonic() < end, f"never true: {expression}"
        page.wait_for_timeout(20)


def violations(page: Any, *left_out: str) -> list[str]:
    """Return what a checker of accessibility finds on a page, without the parts that some selectors name."""
    told = axe.Axe().run(page, {"exclude": [[part] for part in left_out]}).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:300]}" for each in told]
