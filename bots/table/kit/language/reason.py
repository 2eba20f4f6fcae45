"""The reason of an error, as people read it; programs, records and the protocol get it in English."""

from urbanist.bots.table.kit.language.catalog import marked, translated
from urbanist.engine.message import Message
from urbanist.engine.printable import error_line

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
