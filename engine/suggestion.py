"""What to say about an unknown name: the nearest known one, or all of them."""

from collections.abc import Iterable

from urbanist.engine.message import Message


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is most like a name; None if none is like it. Small and capital letters are alike."""
    import difflib  # late: it takes time to load, and most starts never ask

    by_case = {word.casefold(): word for word in reversed(list(known))}
    close = difflib.get_close_matches(name.casefold(), by_case, n=1)
    return by_case[close[0]] if close else None


def suggestion(name: str, known: Iterable[str], besides: str = "") -> str:
    """Return the second half of an error about an unknown name: `did you mean 'play'?` or `there are ...`.

    The list of what there is ends with `besides`, if that is given.
    """
    words = list(known)
    near = nearest(name, words)
    if near is not None:
        return Message("did you mean '{near}'?", near=near)
    there = ", ".join(words)
    if besides:
        return Message("there are {there}, {besides}", there=there, besides=besides)
    if len(words) == 1:
        return Message("there is {there}", there=there)
    return Message("there are {there}", there=there)
