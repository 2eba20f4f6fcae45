"""A drawing as a file."""

from os import PathLike
from pathlib import Path
from xml.etree import ElementTree

from urbanist.bots import files
from urbanist.bots.markup import Element
from urbanist.engine.message import UserError

FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
KINDS = (".svg", ".png")


def svg(drawing: Element) -> str:
    """Return a drawing as the text of an SVG file; the same drawing gives the same text."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(drawing, encoding="unicode")}\n'


def png(drawing: Element) -> bytes:
    """Return a drawing as the bytes of a PNG file, in our own fonts: the same drawing gives the same bytes everywhere.

    Needs resvg_py, which `pip install urbanist[pictures]` brings along.
    """
    import resvg_py

    folder = Path(__file__).parent
    fonts = [str(folder / font) for font in FONTS]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg(drawing), skip_system_fonts=True, font_files=fonts))


def write_image(drawing: Element, path: str | PathLike[str]) -> None:
    """Write a drawing to `path`: SVG or PNG, by its suffix."""
    target = Path(path)
    kind = target.suffix.lower()
    if kind not in KINDS:
        raise UserError(f"a picture is an .svg or .png file, not {target.name!r}")
    files.write(target, svg(drawing) if kind == ".svg" else png(drawing))
