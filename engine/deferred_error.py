"""Errors of verbs in Python: C code cannot raise them, so they wait here until control is back in Python."""

from traceback import extract_tb

#: The first error that nobody has raised yet. More of them only follow from it.
_waiting: list[BaseException] = []


class GameFault(Exception):
    """A method of a game raised an exception or returned what it must not; the cause is the exception."""


def keep_waiting(game: str, method: str, error: BaseException) -> None:
    """Keep what a method of a game raised, unless another error waits already."""
    if _waiting:
        return
    _waiting.append(fault_of(game, method, error) if isinstance(error, Exception) else error)


def fault_of(game: str, method: str, error: Exception) -> GameFault:
    """Return the fault that a method of a game has raised an exception."""
    if isinstance(error, GameFault):
        return error
    fault = GameFault(f"{game}: {method} raised {_described(error)}")
    fault.__cause__ = error
    return fault


def raise_waiting() -> None:
    """Raise the error that waits, if there is one."""
    if _waiting:
        error = _waiting.pop()
        _waiting.clear()
        raise error


def forget_waiting() -> None:
    """Forget the error that waits, because another one is being raised."""
    _waiting.clear()


def _described(error: BaseException) -> str:
    """Return an exception as one line, with the place where it was raised."""
    said = " ".join(str(error).split())
    frames = [f"{frame.filename}:{frame.lineno}" for frame in extract_tb(error.__traceback__)]
    where = "".join(f" ({place})" for place in frames[-1:])
    return f"{type(error).__name__}: {said}{where}" if said else f"{type(error).__name__}{where}"
