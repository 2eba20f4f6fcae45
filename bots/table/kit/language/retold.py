"""English texts that are made elsewhere, said in the language: each is compared with the templates that it may have."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from string import Formatter

from urbanist.bots.table.kit.language.catalog import Catalog


def retold(text: str, templates: Iterable[str], tr: Catalog, value: Callable[[str], str] = str) -> str:
    """Return a text in the language by the first of the templates that it fits; a text that fits none stays as it is.

    `value` says the values in it.
    """
    for template in templates:
        found = _pattern(template).fullmatch(text)
        if found is not None:
            return tr(template, **{name: value(part) for name, part in found.groupdict().items()})
    return text


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """Return what matches all texts that a template makes."""
    parts = ((re.escape(text), name) for text, name, *_ in Formatter().parse(template))
    return re.compile("".join(f"{text}(?P<{name}>.+?)" if name else text for text, name in parts))
