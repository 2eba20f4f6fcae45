"""Hostile bots as real programs, by the name of their fault."""

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

#: The handshake and the answers that all programs share; each program has its own code for `go`.
BEGINNING = """
import os, subprocess, sys, time
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
for line in sys.stdin:
    words = line.split()
    if words == ["ugi"]:
        say("id name hostile\\ngames metropolys\\nugiok")
    if words == ["isready"]:
        say("readyok")
    if words == ["quit"]:
        break
    if words[0] != "go":
        continue
"""


@dataclass(frozen=True)
class Wrong:
    """The code that a program runs on `go`, the reason of its forfeit, and a part of the message."""

    code: str
    reason: str
    said: str


HOSTILE = {
    "ends": Wrong("sys.exit(3)", "crash", "it ended with status 3"),
    "is killed": Wrong("os.kill(os.getpid(), 9)", "crash", "it was killed by SIGKILL"),
    "raises": Wrong("raise ValueError('no idea')", "crash", "it ended with status 1: ValueError: no idea"),
    "closes its output": Wrong("os.close(1); time.sleep(60)", "crash", "it has closed its output"),
    "closes its input": Wrong("os.close(0); time.sleep(60)", "time", "no 'bestmove' within"),
    "closes its pipes": Wrong("os.closerange(0, 3); time.sleep(60)", "crash", "it has closed its output"),
    "makes no sense": Wrong("say('bestmove')", "protocol", "expected 'bestmove M [ponder M2]'"),
    "makes a move up": Wrong("say('bestmove 99@Q7')", "illegal", "'99@Q7' is not a move"),
    "resigns in words": Wrong("say('resign')", "time", "no 'bestmove' within"),
    "sleeps": Wrong("time.sleep(600)", "time", "no 'bestmove' within"),
    "burns the processor": Wrong("while True: pass", "time", "no 'bestmove' within"),
    "floods": Wrong(
        "while True: say('info string ' + 'x' * 1000)", "protocol", "more than 16,777,216 bytes before"
    ),
    "floods with newlines": Wrong(
        "sys.stdout.write('\\n' * 16_000_000)", "protocol", "more than 100,000 lines before it was asked"
    ),
    "writes 100 MB without a newline": Wrong(
        "sys.stdout.write('x' * 100_000_000)", "protocol", "a line of more than 1,048,576 bytes"
    ),
    "floods its error": Wrong("while True: os.write(2, b'x' * 100_000)", "time", "no 'bestmove' within"),
    "takes all memory": Wrong("hoard = bytearray(1 << 36)", "crash", "status 1: MemoryError"),
    "opens all files": Wrong(
        "hoard = [open('/dev/null') for _ in range(10_000)]", "crash", "Too many open files"
    ),
    "answers twice": Wrong(
        "say('bestmove 1@C1\\nbestmove 2@C1')", "protocol", "'bestmove 2@C1' without a 'go'"
    ),
    "writes no text": Wrong(
        "sys.stdout.buffer.write(bytes(range(256))); say('\\nbestmove \\x1b[2J')", "illegal", "is not a move"
    ),
    "tells of huge numbers": Wrong(
        "say('info nodes ' + '9' * 5000 + ' score ' + '9' * 5000 + '\\nbestmove 1@' + '9' * 9000)",
        "illegal",
        "'1@999",
    ),
    "writes to the terminal": Wrong("say('bestmove \\x1b[31m\\u202e\\x07')", "illegal", "'\\x1b[31m\\u202e"),
    "never stops to complain": Wrong(
        "os.fork(), os.close(1)\n    while True: os.write(2, b'x' * 65536)",
        "crash",
        "it has closed its output: xxx",
    ),
    "leaves a child with its pipes": Wrong(
        "subprocess.Popen(['sleep', '300']); sys.exit(4)", "crash", "it ended with status 4"
    ),
    "forks": Wrong(
        "[subprocess.Popen(['sleep', '300'], start_new_session=n % 2) for n in range(20)]; time.sleep(60)",
        "time",
        "no 'bestmove' within",
    ),
}


def program(folder: Path, code: str) -> str:
    """Return the command of a program that runs `code` on each `go`."""
    path = folder / f"{abs(hash(code))}.py"
    path.write_text(f"{BEGINNING}    {code}\n", encoding="utf-8")
    return f"{shlex.quote(sys.executable)} -I {shlex.quote(str(path))}"
