"""What several tests of the engine are run with."""

import pytest


@pytest.fixture(params=[1, 3], ids=["one thread", "three threads"])
def threads(request: pytest.FixtureRequest) -> int:
    param: int = request.param
    return param
