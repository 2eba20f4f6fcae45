from collections.abc import Mapping

from urbanist.engine.warszawa.edition import Edition

def fill(slot: int, edition: Edition, numbers: Mapping[str, int]) -> None: ...
