from typing import Final

UTILITIES: Final[tuple[str, ...]]
