"""How long somebody who talks to a program waits for it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds: for the handshake, for an answer to `isready`, for a move where nothing limits it, and after `stop`."""

    handshake: float = 20.0
    ready: float = 10.0
    move: float = 60.0
    stop: float = 1.0
