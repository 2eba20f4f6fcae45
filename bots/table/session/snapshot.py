"""A picture of a session's position in a new file."""

from importlib.util import find_spec
from itertools import count
from pathlib import Path

from urbanist.bots.table import write_picture
from urbanist.bots.table.session.session import Session


def paint(session: Session, folder: Path) -> Path:
    """Write a picture of everything to a new file in a folder, and return it; raise `NoPicture` or `OSError`.

    It is a PNG, or an SVG where the library for pictures is not installed.
    """
    suffix = ".svg" if find_spec("resvg_py") is None else ".png"
    name = session.history.game.name if session.file is None else session.file.stem
    names = (f"{name}{suffix}" if number == 1 else f"{name}-{number}{suffix}" for number in count(1))
    file = next(path for path in map(folder.joinpath, names) if not path.exists())
    write_picture(session.pov(None, revealed=True), file)
    return file
