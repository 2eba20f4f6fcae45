"""A language for tests, in which every translated letter is a `ж`: what still has Latin letters is not translated."""

import re
from gettext import NullTranslations

PARTS = re.compile(r"(\{[^}]*\})")
WORD = re.compile(r"[A-Za-z]{3,}")


class Pseudo(NullTranslations):
    """Translations that keep nothing of a text but its length, its signs and the places of its values."""

    def gettext(self, message: str) -> str:
        """Return a text in the language."""
        parts = PARTS.split(message)
        return "".join(part if part.startswith("{") else re.sub("[A-Za-z]", "ж", part) for part in parts)

    def pgettext(self, context: str, message: str) -> str:
        """Return a text in the language; a context changes nothing."""
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return a text for a number in the language."""
        return self.gettext(msgid1 if n == 1 else msgid2)


def untranslated(text: str) -> list[str]:
    """Return the words of a text that have Latin letters."""
    return WORD.findall(text)
