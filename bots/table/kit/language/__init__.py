"""The language in which people are spoken to, and the texts that belong to no game."""

from urbanist.bots.table.kit.language.catalog import (
    LANGUAGES,
    Catalog,
    choose,
    chosen,
    kept_by_language,
    language_of,
    marked,
    number_text,
    read_catalogs,
    reason_of,
    speaking,
    translated,
)

__all__ = [
    "LANGUAGES",
    "Catalog",
    "choose",
    "chosen",
    "kept_by_language",
    "language_of",
    "marked",
    "number_text",
    "read_catalogs",
    "reason_of",
    "speaking",
    "tr",
    "translated",
]

assert __package__
#: A text that belongs to no game, in the language.
tr = Catalog(__package__)
