from urbanist.engine.akropolis.edition import Edition

SUPPLY: tuple[str, ...]
COMMON: tuple[str, ...]
SEAT: tuple[str, ...]

def fill(slot: int, edition: Edition) -> None: ...
