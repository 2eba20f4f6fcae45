"""Write the letters of pictures again: `python -m tests.measure_letters FOLDER`, a folder with DejaVu Sans 2.37.

Needs fonttools. It writes the two fonts with the letters of European languages only, without hints, and the widths of
their letters in thousandths of the size.
"""

import json
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from tests.imports import ROOT

HERE = ROOT / "bots/table/kit/picture"
FONTS = {"normal": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf"}
#: Latin, Greek and Cyrillic letters, punctuation, and the signs of our texts.
LETTERS = [
    *(*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x218, 0x21C), *range(0x370, 0x400)),
    *(*range(0x400, 0x460), 0x490, 0x491, *range(0x2010, 0x2028), 0x2030, 0x2039, 0x203A, 0x20AC),
    *(*range(0x2190, 0x2194), 0x2212, 0x221E, 0x2260, 0x2264, 0x2265, *map(ord, "●■▲◆▼★")),
]


def write_letters(folder: Path) -> None:
    """Write the fonts and the widths of their letters."""
    widths = {}
    for weight, name in FONTS.items():
        font = TTFont(folder / name)
        options = subset.Options(
            hinting=False, layout_features=["kern"], name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14]
        )
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=LETTERS)
        cutter.subset(font)
        font.save(HERE / name)
        widths[weight] = measured(font)
    text = json.dumps(widths, ensure_ascii=False, indent=1)
    (HERE / "letters.json").write_text(text + "\n", encoding="utf-8")


def measured(font: TTFont) -> dict[str, str]:
    """Return the letters of each width."""
    widths: dict[str, str] = {}
    unit = font["head"].unitsPerEm
    for letter, glyph in sorted(font.getBestCmap().items()):
        wide = str(round(1000 * font["hmtx"][glyph][0] / unit))
        widths[wide] = widths.get(wide, "") + chr(letter)
    return dict(sorted(widths.items(), key=lambda pair: int(pair[0])))


if __name__ == "__main__":
    write_letters(Path(sys.argv[1]))
