"""Lines on a terminal: they can be edited, and the Tab key completes them."""

import os
import signal
import sys
import termios
from types import FrameType

from urbanist.bots.table.session.screen import Screen


def complete_by_tab(screen: Screen) -> None:
    """Let `input` edit lines, and complete a word as the screen suggests; without the library nothing changes."""
    try:
        import readline
    except ImportError:
        return
    found: list[str] = []

    def completed(word: str, number: int) -> str | None:
        """Return the numbered completion of a word; None if there are no more."""
        if number == 0:
            found[:] = screen.suggest(readline.get_line_buffer()[: readline.get_begidx()], word)
        return found[number] if number < len(found) else None

    def suspended(number: int, _: FrameType | None) -> None:
        """Stop, and show what was typed until now when the shell goes on with the program."""
        editing = termios.tcgetattr(sys.stdin)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, suspended)
        # A shell that goes on with a program gives it the terminal as it was before the editing.
        termios.tcsetattr(sys.stdin, termios.TCSANOW, editing)
        sys.stdout.write(f"{screen.prompt}{readline.get_line_buffer()}")
        sys.stdout.flush()

    if signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL:
        signal.signal(signal.SIGTSTP, suspended)
    readline.set_completer(completed)
    # A move is one word, whatever signs it has.
    readline.set_completer_delims(" ")
    # The readline of macOS is another library, with other names.
    if "libedit" in (readline.__doc__ or ""):
        readline.parse_and_bind("bind ^I rl_complete")
    else:
        readline.parse_and_bind("tab: complete")
        readline.parse_and_bind("set show-all-if-ambiguous on")
