"""What a terminal sends, as keys and moves of the mouse: what is not understood is ignored."""

import re
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from os import read
from selectors import EVENT_READ, SelectSelector

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key
from textual.keys import Keys, _character_to_key
from textual.message import Message

#: A report of the mouse in its oldest form, whose bytes need not be characters: nobody asks for it, but a terminal that
#: was connected again may have forgotten what it was asked for. The other form is one of which bytes are still to come.
OLD_MOUSE = re.compile(rb"\x1b\[M...", re.DOTALL)
UNFINISHED = re.compile(rb"\x1b\[M.{0,2}\Z", re.DOTALL)
#: A key as kitty reports it, with what nobody asks for: other characters of the key, and that it was released.
KITTY = re.compile(r"\x1b\[(\d*)(?::[\d:]*)?(?:;(\d*)(?::(\d*))?)?((?:;[\d:]*)?[u~A-FHPQRS])")
RELEASED = "3"
#: How many bytes are read at once, and the seconds between two looks at the end of the screen.
AT_ONCE, LOOK = 4096, 0.1
#: The keys of the Russian layout row by row, then those that the Ukrainian and Belarusian ones have instead; and the
#: Latin ones at the same places.
LAYOUTS = (
    ("йцукенгшщзхъфывапролджэячсмитьбюёіїєў", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`s]'o"),
    ("ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁІЇЄЎ", 'QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~S}"O'),
)
LATIN = {key: latin for layout, keys in LAYOUTS for key, latin in zip(layout, keys, strict=True)}


def at_its_place(event: Key) -> Key:
    """Return the key that a Latin keyboard has at the place of a Cyrillic one; any other key as it is."""
    *modifiers, name = event.key.split("+")
    latin = LATIN.get(name)
    if latin is None:
        return event
    there = Key("+".join([*modifiers, _character_to_key(latin)]), latin)
    there.time = event.time
    return there


class KeyParser(XTermParser):
    """A parser that ignores keys of a form that it does not know."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        known = KITTY.fullmatch(sequence)
        if known is not None:
            code, modifiers, kind, end = known.groups(default="")
            if kind == RELEASED:
                return [Key(Keys.Ignore, sequence)]
            sequence = f"\x1b[{code};{modifiers}{end}" if modifiers or end[0] == ";" else f"\x1b[{code}{end}"
        try:
            return list(super()._sequence_to_key_events(sequence, alt))
        except (ValueError, OverflowError):  # no character has this number
            return [Key(Keys.Ignore, sequence)]


class TerminalInput:
    """Turns bytes of a terminal into messages, whatever they are."""

    def __init__(self) -> None:
        self._decode, self._parser = getincrementaldecoder("utf-8")(errors="ignore").decode, KeyParser()
        self._unfinished = b""

    def feed(self, data: bytes) -> Iterator[Message]:
        """Yield what the bytes mean; what is none of UTF-8 or of a terminal means nothing."""
        data = OLD_MOUSE.sub(b"", self._unfinished + data)
        rest = UNFINISHED.search(data)
        self._unfinished = rest[0] if rest else b""
        for sign in self._decode(data.removesuffix(self._unfinished)):
            yield from self._told(self._parser.feed(sign))

    def tick(self) -> Iterator[Message]:
        """Yield what must be meant because nothing follows, such as the key Esc."""
        return self._told(self._parser.tick())

    def _told(self, messages: Iterable[Message]) -> Iterator[Message]:
        try:
            yield from list(messages)
        except Exception:  # noqa: BLE001  # whatever it is about; a parser that failed cannot go on
            self._parser = KeyParser()


class Keyboard(LinuxDriver):
    """The terminal of an application: no byte ends it, and a fault ends it as a fault."""

    def run_input_thread(self) -> None:
        """Pass on what the terminal sends until the application ends or the terminal is gone."""
        sent = TerminalInput()
        with SelectSelector() as selector:
            selector.register(self.fileno, EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(LOOK):
                    try:
                        data = read(self.fileno, AT_ONCE)
                    except OSError:
                        return
                    if not data:
                        return
                    for message in sent.feed(data):
                        self.process_message(message)
                for message in sent.tick():
                    self.process_message(message)

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except Exception as error:  # noqa: BLE001  # that is raised again where the application sees it
            self._app.call_later(_raise, error)


def _raise(error: Exception) -> None:
    raise error
