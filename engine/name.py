"""Names of players and bots: one rule for every way in, and a form that is safe for every way out.

A name is text that its readers cannot mistake, and that does nothing where it is shown: in a terminal, on a page, in a
table of a spreadsheet. The rule follows the mixed-script restriction and the confusables of Unicode (UTS 39).
"""

import re
from collections.abc import Iterable
from unicodedata import category, name, normalize

from urbanist.engine.message import Message, UserError
from urbanist.engine.printable import printable

#: The longest name that somebody can choose; the text of a bot may be longer.
LONGEST_NAME = 40
#: Spreadsheets take a cell for a formula if it begins so.
FORMULA = "=+-@"
#: Alphabets with letters that look alike: a word has letters of one of them.
ALPHABETS = {"LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "GEORGIAN", "CHEROKEE", "LISU", "GLAGOLITIC"}
#: Cyrillic and Greek letters, and the Latin ones that they look like.
ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԚԜ" + "аеѕіјорсухһԁԛԝӏ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "ικνορυ",
    "ABESIJKMHOPCTYXQW" + "aesijopcyxhdqwl" + "ABEZHIKMNOPTYX" + "ikvopu",
)
#: A word in a name.
WORD = re.compile(r"[^\W\d_]+")


def shown_name(text: str) -> str:
    """Return a name as it is safe to show, whoever chose it: signs that could hide, mislead or act are escaped."""
    shown = printable(" ".join(normalize("NFC", text).split()))
    if shown and (_acts(shown) or category(shown[0])[0] == "M"):
        shown = _escaped(shown[0]) + shown[1:]
    return shown if shown.isascii() else WORD.sub(_of_one_alphabet, shown)


def checked_name(text: str) -> str:
    """Return a name that somebody chose; raise `UserError` if it is none, with what is wrong with it."""
    clean = normalize("NFC", text)
    if not 1 <= len(clean) <= LONGEST_NAME:
        wrong = Message("expected 1 to {most} characters", most=LONGEST_NAME)
    elif _acts(clean):
        wrong = Message("expected a letter or a digit at its beginning, not {signs}", signs=" ".join(FORMULA))
    elif WORD.sub(_of_one_alphabet, clean) != clean:
        wrong = Message("expected letters of one alphabet in each word")
    elif shown_name(clean) != clean:
        wrong = Message("expected signs that can be seen, and single spaces between them only")
    else:
        return clean
    raise UserError(Message("name '{name}': {wrong}", name=clean[:LONGEST_NAME], wrong=wrong))


def check_apart(names: Iterable[str]) -> None:
    """Raise `UserError` if two different names look alike."""
    seen: dict[str, str] = {}
    for each in names:
        wide = normalize("NFKC", each)
        for look in {wide.casefold(), wide.translate(ALIKE).casefold()}:
            if (other := seen.setdefault(look, each)) != each:
                raise UserError(Message("names '{one}' and '{other}' look alike", one=other, other=each))


def _acts(text: str) -> bool:
    """Return whether a spreadsheet would calculate a text; it takes wide signs for the common ones."""
    return normalize("NFKC", text[0])[0] in FORMULA


def _of_one_alphabet(match: re.Match[str]) -> str:
    """Return a word whose letters are escaped, but the Latin ones, if it has letters of several alphabets."""
    word = match[0]
    used = {letter: name(letter, "").split("-")[0].split(" ")[0] for letter in word}
    if len(ALPHABETS.intersection(used.values())) < 2:
        return word
    odd = ALPHABETS - {"LATIN"}
    return "".join(_escaped(letter) if used[letter] in odd else letter for letter in word)


def _escaped(sign: str) -> str:
    """Return a sign as Python would write it with an escape."""
    return f"\\x{ord(sign):02x}" if sign.isascii() else sign.encode("unicode_escape").decode()
