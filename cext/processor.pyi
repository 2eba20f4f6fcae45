from collections.abc import Mapping

ARCH: str
COMPILER: str
LEVELS: dict[str, dict[str, bool]]

def missing(arch: str = ..., levels: Mapping[str, Mapping[str, bool]] = ...) -> tuple[str, ...]: ...
def refusal(arch: str = ..., levels: Mapping[str, Mapping[str, bool]] = ...) -> str | None: ...
