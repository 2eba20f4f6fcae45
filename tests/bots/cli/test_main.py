"""The program: its commands, errors and exit status."""

from pathlib import Path

import pytest
from click import Context, Option
from click.testing import CliRunner

from tests.bots.cli.using import DEAL, PATIENCE, call, good, refused, started
from tests.bots.contest.plans import TWO, written
from urbanist.bots.cli import legal
from urbanist.bots.cli.main import COMMANDS, main


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    assert f"urbanist {command}" in good(command, "--help")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_shows_each_default_in_one_form(command: str) -> None:
    output = " ".join(good(command, "--help").split())
    assert "(default" not in output
    options = output.partition(" Options: ")[2]
    known = main.get_command(Context(main), command)
    assert known is not None
    for option in known.params:
        if not isinstance(option, Option) or option.is_flag:
            continue
        if isinstance(option.default, int | float | str) and option.default:
            said = options.partition(f"{option.opts[0]} ")[2].partition(" --")[0]
            assert f"[default: {option.default}" in said or "[default: (" in said, option.name


def test_the_help_lists_every_command() -> None:
    output = good("--help")
    for status in ("0 done", "1 the checked", "2 wrong use", "3 a sequential", "4 it is not", "130 ended"):
        assert status in " ".join(output.split())
    assert all(f"\n  {command} " in output for command in COMMANDS)


def test_without_a_command_the_commands_are_listed() -> None:
    assert good() == good("--help")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("lgal", "no command 'lgal'; did you mean 'legal'?"),
        ("mach", "no command 'mach'; did you mean 'match'?"),
        ("xyzzy", "no command 'xyzzy'; there are games"),
    ],
)
def test_an_unknown_command_is_an_error_with_the_nearest(wrong: str, message: str) -> None:
    assert message in refused(wrong)


def test_an_unknown_option_is_one_line() -> None:
    assert "--deel" in refused("legal", "--deel", DEAL)
    assert "--nope" in refused("--nope")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--debug", "legal", "--deal", "game=chess"),
        ("legal", "--debug", "--deal", "game=chess"),
    ],
)
def test_debug_shows_the_traceback_of_an_error(arguments: tuple[str, ...]) -> None:
    done = call(*arguments)
    assert done.exit_code == 2
    assert "Traceback" in done.stderr
    assert done.stderr.rstrip().rpartition("\n")[2].startswith("urbanist: deal token 'game=chess'")


@pytest.mark.parametrize("fault", [KeyError("ply"), ValueError("ply")], ids=repr)
def test_a_fault_of_the_program_is_one_line_too_and_no_misuse(
    fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(deal: str, events: str | None) -> None:
        raise fault

    monkeypatch.setattr(legal, "position", broken)
    said = f"internal error, --debug shows the traceback: {type(fault).__name__}: {fault}"
    assert said in refused("legal", "--deal", DEAL, status=1)


@pytest.mark.parametrize(
    ("error", "said"), [(MemoryError(), "the system gave no more"), (MemoryError("8 TiB"), "8 TiB")]
)
def test_a_machine_without_memory_is_one_line_with_a_reason(
    error: MemoryError, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(legal, "position", fail)
    assert refused("legal", "--deal", DEAL, status=1).startswith(f"out of memory: {said}")


def test_an_interrupt_ends_with_its_status(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(deal: str, events: str | None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(legal, "position", interrupted)
    done = CliRunner().invoke(main, ["legal", "--deal", DEAL])
    assert (done.exit_code, done.output) == (130, "")


def test_a_message_is_never_long() -> None:
    assert len(refused("legal", "--deal", f"game={'x' * 5000}")) < 500
    assert len(refused("legal", "--deal", DEAL, "--events", "y" * 5000)) < 500


@pytest.mark.parametrize("command", ["perft", "tournament"])
def test_a_pipe_that_nobody_reads_is_quiet(command: str, tmp_path: Path) -> None:
    """Rich, which prints the table of a tournament, would end the program with an error."""
    asked = ["perft", "--deal", DEAL, "--depth", "2", "--divide"]
    if command == "tournament":
        asked = ["tournament", str(written(tmp_path, f"players = 2\ndeals = 1\n{TWO}"))]
    running = started(*asked)
    assert running.stdout is not None
    running.stdout.close()
    assert running.stderr is not None
    assert running.stderr.read() == ""
    assert running.wait(PATIENCE) == 0
    running.stderr.close()
