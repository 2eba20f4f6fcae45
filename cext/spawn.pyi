from collections.abc import Sequence

def spawn(
    paths: Sequence[bytes],
    words: Sequence[bytes],
    environment: Sequence[bytes],
    streams: Sequence[int],
    folder: bytes,
    group: bytes | None,
    limits: Sequence[int],
    confined: bool,
) -> int: ...
