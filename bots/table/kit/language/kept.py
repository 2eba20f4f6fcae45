"""What is made once for each language."""

from collections.abc import Callable
from functools import cache, wraps
from typing import TypeVar, TypeVarTuple

from urbanist.bots.table.kit.language.catalog import chosen

T = TypeVar("T")
Given = TypeVarTuple("Given")


def kept_by_language(make: Callable[[*Given], T]) -> Callable[[*Given], T]:
    """Return a function that makes each thing once in each language; its arguments must be hashable."""

    @cache
    def kept(_: str, *given: *Given) -> T:
        return make(*given)

    @wraps(make)
    def made(*given: *Given) -> T:
        return kept(chosen(), *given)

    return made
