"""The system calls that programs in the sandbox do not have, and that programs of all languages do without them."""

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from urbanist.bots.process import system_calls
from urbanist.bots.process.engine_process import EngineProcess
from urbanist.bots.process.sandbox import Sandbox, fault
from urbanist.bots.process.system_calls import MISSING

BWRAP = pytest.mark.skipif(bool(fault()), reason=f"no sandbox here: {fault()}")
#: Seconds in which a program does what it is told, on a busy machine too.
PATIENCE = 120
PYTHON = os.path.realpath(sys.executable)

#: Prints the error of each call of a list: its name or number, and its arguments.
CALLER = """
import ctypes, json, sys
libc, library = ctypes.CDLL(None, use_errno=True), ctypes.CDLL("libseccomp.so.2")
def answer(call, *arguments):
    number = call if isinstance(call, int) else library.seccomp_syscall_resolve_name(call.encode())
    if number < 0:
        return None
    ctypes.set_errno(0)
    libc.syscall(ctypes.c_long(number), *map(ctypes.c_ulong, arguments))
    return ctypes.get_errno()
print(json.dumps([answer(*call) for call in json.loads(sys.stdin.readline())]), flush=True)
"""
#: Arguments with which a call does nothing, if there is one after all.
HARMLESS = [(1 << 64) - 1] * 6


def answers(folder: Path, *calls: Sequence[str | int]) -> list[int | None]:
    """Return the errors of system calls in the sandbox, None for one that this machine does not have."""
    program = folder / "caller.py"
    program.write_text(CALLER, encoding="utf-8")
    process = EngineProcess(f"{PYTHON} -I {program}", sandbox=Sandbox())
    try:
        process.send(json.dumps(calls))
        errors: list[int | None] = json.loads(process.read(PATIENCE))
        return errors
    finally:
        process.kill()


@BWRAP
def test_calls_that_reach_others_or_outlive_a_program_are_missing(tmp_path: Path) -> None:
    names = [name for names in MISSING.values() for name in names.split()]
    assert {"add_key", "keyctl", "request_key", "ptrace", "bpf", "perf_event_open", "userfaultfd"} <= {*names}
    calls: list[list[str | int]] = [[name, *HARMLESS] for name in names]
    by_name = dict(zip(names, answers(tmp_path, *calls), strict=True))
    assert {name: error for name, error in by_name.items() if error not in (None, errno.ENOSYS)} == {}
    assert list(by_name.values()).count(errno.ENOSYS) > 50


@BWRAP
@pytest.mark.parametrize(
    ("call", "error"),
    [
        (("clone3", 0, 0), errno.ENOSYS),
        (("clone", 0x10000000, 0), errno.ENOSYS),  # a user namespace
        (("clone", 0x20000 | 17, 0), errno.ENOSYS),  # mounts
        (("fcntl", 0, 6, 0), 0),  # a lock, as a success of which nobody hears
        (("fcntl", 0, 1 << 32 | 6, 0), 0),  # the kernel drops the upper word
        (("fcntl", 0, 5, 0), errno.ENOSYS),  # the locks of others
        (("fcntl", 0, 1024, 0), errno.ENOSYS),  # a lease
        (("fcntl", 0, 1026, 1), errno.ENOSYS),  # notices of a folder
        (("fcntl", 0, 1036, 0), errno.ENOSYS),  # a hint, which the kernel keeps
        (("fcntl", 0, 1), 0),  # flags of a descriptor: what all programs need
        (("flock", 0, 2), 0),
        (("utimensat", 0, 0, 0, 0), 0),
        (("preadv2", 0, 0, 0, 0, 0, 8), errno.EOPNOTSUPP),
        (("socket", 40, 1, 0), errno.EAFNOSUPPORT),  # to other virtual machines
        (("socket", 1 << 32 | 40, 1, 0), errno.EAFNOSUPPORT),
        (("socket", 1, 1, 0), 0),
        (("socket", 2, 1, 0), 0),
        ((555, *HARMLESS), errno.ENOSYS),  # a call of a kernel to come
    ],
)
def test_some_calls_are_missing_in_part(call: Sequence[str | int], error: int, tmp_path: Path) -> None:
    assert answers(tmp_path, call) in ([error], [None])


#: Programs that print "it plays", with threads, processes, locks and random numbers, by their files.
PROGRAMS = {
    "bot.py": """
import multiprocessing, os, secrets, socket, sqlite3, ssl
from concurrent.futures import ThreadPoolExecutor
assert multiprocessing.get_context("fork").Pool(2).map(abs, [-1]) == list(ThreadPoolExecutor().map(abs, [1]))
base = sqlite3.connect("/tmp/book")
base.execute("create table book(move)")
base.commit()
print("it plays" if secrets.token_hex() and os.cpu_count() else "", flush=True)
""",
    "bot.js": """
const { Worker } = require("worker_threads"), fs = require("fs");
require("crypto").randomBytes(8); require("os").cpus(); fs.writeFileSync("/tmp/a", "b");
const worker = new Worker('require("worker_threads").parentPort.postMessage(1)', { eval: true });
worker.on("message", () => console.log("it plays"));
""",
    "Bot.java": """
public class Bot { public static void main(String[] words) throws Exception {
    new java.security.SecureRandom().nextInt();
    var thread = new Thread(() -> System.out.println("it plays")); thread.start(); thread.join();
    try (var file = new java.io.RandomAccessFile("/tmp/a", "rw")) { file.getChannel().lock(); }
} }
""",
    "bot.pl": 'fork or exit; wait; print "it plays\\n";',
    "bot.sh": "echo it | sed 's/$/ plays/'",
    "bot.c": """
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/wait.h>
void *plays(void *_) { puts("it plays"); return 0; }
int main() {
    pthread_t thread;
    if (!fork()) exit(0);
    wait(0);
    if (system("true")) return 1;
    pthread_create(&thread, 0, plays, 0);
    pthread_join(thread, 0);
}
""",
    "bot.go": """
package main
import ("fmt"; "os/exec")
func main() { c := make(chan int); go func() { c <- 1 }(); <-c; exec.Command("true").Run(); fmt.Println("it plays") }
""",
}
#: By what a program is run, or compiled.
TOOLS = {".py": PYTHON, ".js": "node", ".java": "java", ".pl": "perl", ".sh": "sh", ".c": "gcc", ".go": "go"}
COMPILING = {".c": ["-pthread"], ".go": ["build"]}


@BWRAP
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_of_all_languages_run_in_the_sandbox(name: str, tmp_path: Path) -> None:
    program = tmp_path / name
    program.write_text(PROGRAMS[name], encoding="utf-8")
    tool = shutil.which(TOOLS[program.suffix])
    if tool is None:
        pytest.skip(f"no {TOOLS[program.suffix]} here")
    command = f"{tool} {program}"
    if program.suffix in COMPILING:
        command = str(tmp_path / "bot")
        subprocess.run([tool, *COMPILING[program.suffix], "-o", command, str(program)], check=True)
    process = EngineProcess(command, sandbox=Sandbox())
    try:
        assert process.read(PATIENCE) == "it plays"
    finally:
        process.kill()


def test_a_library_that_is_missing_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_calls, "LIBRARY", "libseccomp-of-test.so.2")
    assert system_calls.fault() == "no library 'libseccomp-of-test.so.2'; install the package libseccomp2"
