"""What the documents show is what happens."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(document: Path, language: str) -> list[str]:
    return [body for kind, body in BLOCK.findall(document.read_text(encoding="utf-8")) if kind == language]


def run(command: str, folder: Path) -> str:
    words = shlex.split(command)
    assert words[0] == "urbanist"
    program = [str(Path(sys.executable).with_name("urbanist")), *words[1:]]
    return subprocess.run(program, cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_console_blocks_show_what_the_commands_print(document: Path, tmp_path: Path) -> None:
    for block in blocks(document, "console"):
        for shown in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = shown.partition("\n")
            assert run(command, tmp_path) == expected


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_blocks_run_and_print_what_their_comments_say(
    document: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, object] = {}
    for block in blocks(document, "python"):
        exec(compile(block, str(document), "exec"), names)
        expected = re.findall(r"^print\(.*\)  # (.*)$", block, re.MULTILINE)
        assert capsys.readouterr().out.splitlines() == expected


def test_the_match_of_the_readme_runs(tmp_path: Path) -> None:
    block = next(block for block in blocks(ROOT / "README.md", "sh") if "urbanist match" in block)
    match, verify = block.splitlines()
    run(match.replace("nodes=2000", "nodes=50").replace("--games 40", "--games 4"), tmp_path)
    assert "4" in run(verify, tmp_path)


def test_every_link_of_a_document_leads_somewhere() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\((?!http)([^)#]+)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"
