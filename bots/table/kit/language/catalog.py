"""The language in which people are spoken to: English, or one with a catalog of translations (gettext).

Each game has a catalog in its folder `language`, and all other texts have theirs here: `pl.po` and so on, which
setup.py compiles to `pl.mo`. `make texts` renews the .po files after texts have changed. What is said of the things
that an engine names stands in `words.toml` beside them.
"""

import os
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from errno import EINVAL
from functools import cache, cached_property, wraps
from gettext import GNUTranslations, NullTranslations
from string import Formatter
from typing import TypeVar, TypeVarTuple

from urbanist.engine.message import Message
from urbanist.engine.printable import error_line

#: The languages by their codes, each by its own name.
LANGUAGES = {"en": "English", "pl": "polski", "ru": "русский", "cs": "čeština"}
#: The variables of the environment that name a language, the strongest first, as gettext reads them.
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")

#: How languages other than English write the signs of a number (CLDR): thousands, decimals, and per cents.
SIGNS = {
    "pl": str.maketrans({",": "\N{NO-BREAK SPACE}", ".": ","}),
    "ru": str.maketrans({",": "\N{NO-BREAK SPACE}", ".": ",", "%": "\N{NO-BREAK SPACE}%"}),
    "cs": str.maketrans({",": "\N{NO-BREAK SPACE}", ".": ",", "%": "\N{NO-BREAK SPACE}%"}),
}

_chosen = "en"
#: That of all games first, as their packages import it.
_catalogs: list["Catalog"] = []


#: The language of a part of the program that speaks to several people at a time; None for that of the process.
_own: ContextVar[str | None] = ContextVar("_own", default=None)


def choose(code: str) -> None:
    """Speak the language of a code from now on; it must be in `LANGUAGES`."""
    global _chosen  # noqa: PLW0603 - a process has one language, as it has one terminal
    assert code in LANGUAGES
    _chosen = code


def chosen() -> str:
    """Return the code of the language that is spoken now."""
    return _own.get() or _chosen


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak the language of a code until the block ends, in this thread or task alone."""
    token = _own.set(code)
    try:
        yield
    finally:
        _own.reset(token)


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """Return the code of the first language that an environment asks for and that there is; else `en`."""
    wanted = next(filter(None, (environment.get(name) for name in VARIABLES)), "")
    codes = (re.split("[_.@]", name)[0] for name in wanted.split(":"))
    return next((code for code in codes if code in LANGUAGES), "en")


def number_text(value: float, form: str = "") -> str:
    """Return a number in a form of `format`, such as `,` or `.1%`, as the language writes numbers."""
    return format(value, form).translate(SIGNS.get(chosen(), {}))


def marked(text: str) -> Message:
    """Return a text that is translated where it is said, as a constant is made before a language is chosen.

    A catalog says it as any text, and `translated` if another package says it, such as the name of a key of a board.
    """
    return Message(text)


class Catalog:
    """The translations of one package; calling it returns a text in the language that is spoken."""

    def __init__(self, package: str) -> None:
        self._package = package
        _catalogs.append(self)

    def __call__(self, template: str, /, **values: object) -> str:
        """Return a template in the language, with its values."""
        return _filled(self.texts(chosen()).gettext(template), values)

    def counted(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Return the template that a number asks for in the language; the number stands in it as `{n}`."""
        return _filled(self.plural(one, many, number), values | {"n": number})

    def plural(self, one: str, many: str, number: int) -> str:
        """Return the template that a number asks for in the language: -3 points are counted as 3 points."""
        return self.texts(chosen()).ngettext(one, many, abs(number))

    @cached_property
    def words(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """The texts of `words.toml` by section and name: one text, or two of which a number asks for one."""
        import tomllib
        from importlib.resources import files

        sections = tomllib.loads((files(self._package) / "words.toml").read_text(encoding="utf-8"))
        return {
            section: {name: (text,) if isinstance(text, str) else tuple(text) for name, text in texts.items()}
            for section, texts in sections.items()
        }

    def named(self, section: str, name: str, number: int = 1, /, **values: object) -> str:
        """Return the text that a section of `words.toml` has for a name, with its values; `number` chooses from two."""
        one, *many = self.words[section][name]
        return self.counted(one, many[0], number, **values) if many else self(one, **values)

    def in_context(self, context: str, text: str) -> str:
        """Return a text in the language, if one English text has several translations: `context` tells them apart.

        Where there is none for the context, it is that of the text alone.
        """
        translation = self.texts(chosen()).pgettext(context, text)
        return self(text) if translation == text else translation

    @cache  # noqa: B019 - catalogs live as long as the process
    def texts(self, code: str) -> NullTranslations:
        """Return the translations into a language; raise `OSError` if their file is missing or broken.

        English has none, and needs none. What a game does not translate is said as all games say it.
        """
        if code == "en":
            return NullTranslations()
        from importlib.resources import files

        file = files(self._package) / f"{code}.mo"
        try:
            with file.open("rb") as opened:
                translations = GNUTranslations(opened)
        except (ValueError, LookupError, struct.error) as error:
            raise OSError(EINVAL, f"not a file of translations: {error}", str(file)) from None
        if self is not _catalogs[0]:
            translations.add_fallback(_catalogs[0].texts(code))
        return translations


def read_catalogs() -> None:
    """Read the translations of all packages into the language; raise `OSError` if a file is missing or broken."""
    for catalog in _catalogs:
        catalog.texts(chosen())


def translated(text: str) -> str:
    """Return a message of the engine, or a marked text, in the language; any other text as it is.

    It says a text as the first catalog that translates it, so all of them must translate such a text alike.
    """
    if not isinstance(text, Message):
        return text
    english = translation = text.template if text.number in (None, 1) else text.many
    for catalog in _catalogs:
        if text.number is None:
            translation = catalog.texts(chosen()).gettext(text.template)
        else:
            translation = catalog.plural(text.template, text.many, text.number)
        if translation != english:
            break
    return _filled(translation, text.values)


def _filled(template: str, values: Mapping[str, object]) -> str:
    said = {name: translated(value) if isinstance(value, str) else value for name, value in values.items()}
    if not said:
        return template
    # Where numbers are written as Python writes them, its own `format` is several times as fast.
    return _SPOKEN.vformat(template, (), said) if chosen() in SIGNS else template.format(**said)


class _Spoken(Formatter):
    """Writes the numbers in a text as the language writes them."""

    def format_field(self, value: object, format_spec: str) -> str:
        """Return a value in its form."""
        return (
            number_text(value, format_spec) if isinstance(value, int | float) else format(value, format_spec)
        )


_SPOKEN = _Spoken()


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


#: What systems say most, each by its English text.
SYSTEM = {
    str(text): text
    for text in (
        marked("No such file or directory"),
        marked("Permission denied"),
        marked("File exists"),
        marked("Is a directory"),
        marked("Not a directory"),
        marked("No space left on device"),
        marked("Read-only file system"),
        marked("File name too long"),
    )
}


def reason_of(error: BaseException) -> str:
    """Return an error as one printable line in the language."""
    if isinstance(error, OSError) and error.strerror:
        reason = translated(SYSTEM.get(error.strerror, error.strerror))
        return error_line(OSError(error.errno, reason, error.filename, None, error.filename2))
    reason = error.args[0] if error.args else ""
    return error_line(translated(reason) if isinstance(reason, Message) else error)
