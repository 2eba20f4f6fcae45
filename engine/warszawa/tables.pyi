from collections.abc import Mapping

from urbanist.engine.warszawa.edition import WarszawaEdition

def fill(slot: int, edition: WarszawaEdition, numbers: Mapping[str, int]) -> None: ...
