"""Renew the files of translators from the texts in the sources: `python -m tests.translate`.

Each catalog keeps the translations of texts that are still there. New texts have none yet; `tests/test_languages.py`
names them. What is said without an entry has none: a text of a game as that of all games, a text with a context as
that without one, and a Polish name as it is.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import chain, combinations
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from tests.bots.table.warszawa.texts_of_data import POLISH
from tests.imports import GAMES, ROOT
from urbanist.bots.table import table_of
from urbanist.bots.table.application.keys import read_keys
from urbanist.bots.table.kit.language import LANGUAGES

#: The functions whose arguments are texts for people.
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "tr": None,
    "Message": None,
    "NotationError": None,
    "SpecError": None,
    "TableError": (2,),
    "marked": None,
    "misuse": None,
    "failure": None,
    "counted": (1, 2),
    "in_context": ((1, "c"), 2),
}
METHODS = [("**.py", "python")]
#: The folders of the catalogs: that of all games first.
CATALOGS = {"kit": ROOT / "bots/table/kit"} | {game: ROOT / "bots/table" / game for game in GAMES}

#: The languages that keep Polish names as they are.
LATIN = ("pl", "cs")


def catalog_of(path: Path) -> str:
    """Return the catalog that has the texts of a source: that of the game whose folder it stands in, else `kit`."""
    return next((part for part in path.parts if part in GAMES), "kit")


@cache
def extracted() -> dict[str, Catalog]:
    """Return all texts of the sources, by catalog, in the order of the files."""
    catalogs = {name: Catalog(charset="utf-8") for name in CATALOGS}
    for top in ("engine", "search", "bots"):
        texts = extract_from_dir(ROOT / top, METHODS, keywords=KEYWORDS, strip_comment_tags=True)
        for name, line, message, _, context in sorted(texts, key=lambda text: (text[0], text[1])):
            path = Path(top) / name
            catalogs[catalog_of(path)].add(message, locations=[(path.as_posix(), line)], context=context)
    for row in chain.from_iterable(read_keys().values()):
        for said in filter(None, (row.said, *row.short.split(", "))):
            catalogs["kit"].add(said, locations=[("bots/table/application/keys.toml", 1)])
    for game in GAMES:
        for message, context in of_data(game):
            catalogs[game].add(message, locations=[(f"bots/table/{game}", 1)], context=context)
    for one, other in combinations(GAMES, 2):
        for text in catalogs[one]:
            if text.id and catalogs[other].get(*key(text)):
                catalogs["kit"].add(text.id, locations=text.locations, context=text.context)
    return catalogs


def of_data(game: str) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """Yield the texts and names of a game that stand in its data, each with its context."""
    yield from import_module(f"tests.bots.table.{game}.texts_of_data").texts()
    guided = table_of(game).guided_games()
    heads = (text for each in guided for text in (each.title, each.onward))
    steps = (text for each in guided for step in each.steps for text in (step.text, step.hint) if text)
    sections = import_module(f"urbanist.bots.table.{game}.language").tr.words.values()
    words = (text if text[1:] else text[0] for section in sections for text in section.values())
    yield from ((text, None) for text in (*heads, *steps, *words))


def file_of(name: str, language: str) -> Path:
    """Return the file with the translations of a catalog into a language."""
    return CATALOGS[name] / "language" / f"{language}.po"


def read(name: str, language: str) -> Catalog:
    """Return the translations of a catalog into a language."""
    with file_of(name, language).open("rb") as file:
        return read_po(file, locale=language)


def said_without(text: Message, own: Catalog, common: Catalog, language: str) -> Message | None:
    """Return a text as it is said if its catalog has no entry for it; None if it needs one.

    `own` and `common` are the translations of its package and of all games.
    """
    english = key(text)[0]
    if text.context:
        translation = own.get(english) or common.get(english)
    else:
        translation = common.get(english) if common is not own else None
    if translation is None and english in POLISH and language in LATIN:
        return Message(text.id, text.id)
    return translation


def renewed(texts: Catalog, old: Catalog | None, language: str, common: Catalog | None) -> Catalog:
    """Return the texts of the sources in their order, with the translations that there are.

    `common` has the translations of all games; None if these are wanted.
    """
    made = old.creation_date if old else None  # otherwise each run would change every file
    new = Catalog(
        locale=language,
        header_comment=f"# {Locale.parse(language).english_name} texts of urbanist",
        project="urbanist",
        version="1",
        creation_date=made,
        fuzzy=False,
    )
    new.revision_date = new.creation_date
    new.last_translator = new.language_team = new.msgid_bugs_address = ""
    for text in texts:
        if text.id:
            known = old and old.get(*key(text))
            string = known.string if known and forms(known) == forms(text) else None
            # The flag of texts with braces: tests/test_languages.py checks the values in all texts.
            new.add(text.id, string, context=text.context).flags.clear()
    for text in [text for text in new if text.id]:
        without = said_without(text, new, common or new, language)
        if without and (text.string == without.string or not any(text.string or ())):
            new.delete(*key(text))
    return new


def key(text: Message) -> tuple[str, str | None]:
    """Return by what a catalog knows a text: its English text for one thing, and its context."""
    return forms(text)[0], text.context


def forms(text: Message) -> tuple[str, ...]:
    """Return the English text, or both of a text that depends on a number."""
    return (text.id,) if isinstance(text.id, str) else tuple(text.id)


def main() -> None:
    """Write all files."""
    common: dict[str, Catalog] = {}
    for name, texts in extracted().items():
        for language in LANGUAGES:
            if language == "en":
                continue
            path = file_of(name, language)
            path.parent.mkdir(exist_ok=True)
            old = read(name, language) if path.exists() else None
            new = renewed(texts, old, language, common.get(language))
            common.setdefault(language, new)
            with path.open("wb") as file:
                # A text is one line, so a search finds it and a diff shows it; the order is that of the sources.
                write_po(file, new, width=0, no_location=True)
            missing = sum(not each.string or not all(each.string) for each in new if each.id)
            print(f"{path.relative_to(ROOT)}: {len(new)} texts, {missing} without a translation")


if __name__ == "__main__":
    main()
