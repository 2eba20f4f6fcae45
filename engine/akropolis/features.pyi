SUPPLY: tuple[str, ...]
COMMON: tuple[str, ...]
SEAT: tuple[str, ...]
