"""Files that a command writes at its end, as a whole."""

from collections.abc import Iterable
from errno import EISDIR, ENOENT
from pathlib import Path

from urbanist.bots.table.kit.language import tr


def check_writable(target: Path | None) -> None:
    """Raise `OSError` if the file could not be written; for the start of a command that writes it at its end."""
    if target is not None and target.is_dir():
        raise IsADirectoryError(EISDIR, tr("this is a folder; expected the name of a file"), str(target))
    if target is not None and not target.parent.is_dir():
        raise FileNotFoundError(ENOENT, tr("the folder of this file does not exist"), str(target))


def write(target: Path | None, parts: Iterable[str]) -> None:
    """Write the file in one step: if writing fails, the old content stays."""
    if target is None:
        return
    text = "".join(parts)
    if target.exists() and not target.is_file():
        # A device or a pipe must not be replaced by a file.
        target.write_text(text, encoding="utf-8")
        return
    whole = target.resolve()
    part = whole.with_name(f"{whole.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(whole)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
