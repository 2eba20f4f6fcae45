"""What to say about an unknown name: the nearest known one, or all of them."""

import difflib
from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is most like a name; None if none is like it. Small and capital letters are alike."""
    by_case = {word.casefold(): word for word in reversed(list(known))}
    found = difflib.get_close_matches(name.casefold(), by_case, n=1)
    return by_case[found[0]] if found else None


def suggestion(name: str, known: Iterable[str], besides: str = "") -> str:
    """Return the second half of an error about an unknown name: `did you mean 'play'?` or `there are ...`.

    The list of what there is ends with `besides`, if that is given.
    """
    words = list(known)
    near = nearest(name, words)
    if near is not None:
        return f"did you mean '{near}'?"
    there = ", ".join([*words, *([besides] if besides else [])])
    return f"{'there is' if len(words) == 1 and not besides else 'there are'} {there}"
