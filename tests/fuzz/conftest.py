"""Settings of these tests."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _programs_without_a_sanitizer() -> Iterator[None]:
    """Start programs without the sanitizer of `make fuzz`: it needs more memory than they may have.

    The processes of the tests have it already.
    """
    with pytest.MonkeyPatch.context() as changed:
        changed.delenv("LD_PRELOAD", raising=False)
        yield
