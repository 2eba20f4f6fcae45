from urbanist.engine.akropolis.edition import AkropolisEdition

SUPPLY: tuple[str, ...]
COMMON: tuple[str, ...]
SEAT: tuple[str, ...]

def fill(slot: int, edition: AkropolisEdition) -> None: ...
