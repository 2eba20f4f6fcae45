"""One server for all tests of this folder that do not kill it."""

from collections.abc import Iterator

import pytest

from tests.bots.server.served import Server


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("tables"))
    yield running
    said = running.end()
    assert said == ""
