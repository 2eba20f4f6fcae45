"""Games from outside: registered by a call, by a file, and by an installed package."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.python_games import Nim, registered
from urbanist.bots.table import rules_of
from urbanist.engine import GAMES
from urbanist.engine.games import VARIABLE, Games
from urbanist.engine.plugins import PluginError

#: A package that brings two games along, one of which cannot be loaded.
POINTS = "[urbanist.games]\nnim = nim_of_a_package:GAME\nlost = no_such_module:GAME\n"


@pytest.fixture
def nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv(VARIABLE, "")


def nim_file(folder: Path, name: str = "nim.py") -> Path:
    """Write a file with a game and return its path."""
    path = folder / name
    path.write_text("from tests.engine.python_games import Nim\nGAME = Nim()\nother = 3\n", encoding="utf-8")
    return path


def test_a_registered_game_is_listed_after_the_others_and_found_by_its_pickles() -> None:
    with registered(Nim()) as game:
        assert [*GAMES][-1] == "nim"
        assert len(GAMES) == 4
        assert GAMES["nim"] is game
        assert pickle.loads(pickle.dumps(game)) is game
    assert "nim" not in GAMES


def test_a_compiled_game_that_is_not_ours_is_taken_too() -> None:
    games = Games("metropolys")
    assert games.register(GAMES["akropolis"]) is games["akropolis"]
    assert [*games] == ["metropolys", "akropolis"]


def test_what_is_no_game_is_refused() -> None:
    games = Games("metropolys")
    with pytest.raises(TypeError, match=r"the class Nim is not yet a game; expected Nim\(\)"):
        games.register(Nim)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="3 is not a game"):
        games.register(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'metropolys' comes with urbanist"):
        games.register(GAMES["metropolys"])


@pytest.mark.usefixtures("nothing_named")
class TestFiles:
    def test_a_file_is_registered_for_later_processes_too(self, tmp_path: Path) -> None:
        path = nim_file(tmp_path)
        games = Games("metropolys")
        assert games.register_file(f"{path}:GAME") is games["nim"]
        code = "from urbanist.engine import GAMES; print(*GAMES)"
        said = subprocess.run(
            [sys.executable, "-c", code], cwd=Path.cwd(), capture_output=True, text=True, check=True
        )
        assert said.stdout == "metropolys akropolis warszawa nim\n"

    def test_a_game_of_a_file_is_named_by_its_file_wherever_one_is(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = nim_file(tmp_path)
        monkeypatch.chdir(tmp_path)
        games = Games("metropolys")
        games.register_file(f"./{path.name}:GAME")
        assert games.spelled("nim") == f"{path}:GAME"
        assert games.spelled("metropolys") == "metropolys"

    def test_the_variable_names_several_files(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(VARIABLE, f"{nim_file(tmp_path)}:GAME;{nim_file(tmp_path, 'again.py')}:Nim")
        assert [*Games()] == ["nim"]

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("nim.py:Chess", "has no class of PythonGame 'Chess'"),
            ("nim.py:other", "has no class of PythonGame 'other'"),
            ("lost.py:Nim", "no file 'lost.py'"),
            ("broken.py:Nim", r"broken.py cannot be loaded: ZeroDivisionError: division by zero \(line 2\)"),
            ("nim", "'nim' is not the game of a file; expected FILE.py:NAME"),
        ],
    )
    def test_a_file_without_the_game_is_told_in_one_line(
        self, text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        nim_file(tmp_path)
        (tmp_path / "broken.py").write_text("\n1 / 0\n", encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        with pytest.raises(PluginError, match=said) as refusal:
            Games().register_file(text)
        assert "\n" not in str(refusal.value)
        assert not os.environ[VARIABLE]


def test_an_installed_package_brings_games_along(tmp_path: Path) -> None:
    info = tmp_path / "nim_of_a_package-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: nim-of-a-package\nVersion: 1\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    nim_file(tmp_path, "nim_of_a_package.py")
    code = (
        "import sys\nfrom urbanist.engine import GAMES\nprint(*GAMES)\nprint('nim_of_a_package' in sys.modules)\n"
        "print(GAMES['nim'])\n"
        "try: GAMES['lost']\nexcept ValueError as error: print(error)"
    )
    path = os.pathsep.join([str(tmp_path), str(Path.cwd()), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    names, loaded, game, error = done.stdout.splitlines()
    assert names == "metropolys akropolis warszawa lost nim"
    assert (loaded, game) == ("False", "<game nim>")
    assert error == (
        "'lost' of urbanist.games in the package nim-of-a-package (no_such_module:GAME) cannot be loaded: "
        "ModuleNotFoundError: No module named 'no_such_module'"
    )


def test_the_rules_of_a_game_in_python_are_what_its_class_says() -> None:
    with registered(Nim()):
        assert rules_of("nim").startswith("Three heaps; who takes the last piece wins.")
