COMMON: tuple[str, ...]
SEAT: tuple[str, ...]
