"""The public names of `urbanist.engine`, `urbanist.search` and `urbanist.bots`."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from urbanist import bots, engine, search
from urbanist.engine import GAMES, History

ROOT = Path(__file__).parents[1]
DOORS = ("urbanist.engine", "urbanist.search", "urbanist.bots")
ROOMS = sorted(
    ".".join(["urbanist", *path.parent.relative_to(ROOT).parts]) for path in ROOT.glob("bots/*/__init__.py")
)


@pytest.mark.parametrize("name", [*DOORS, *ROOMS])
def test_every_public_name_exists_and_has_a_docstring(name):
    module = importlib.import_module(name)
    for public in getattr(module, "__all__", ()):
        try:
            item = getattr(module, public)
        except ImportError as error:
            pytest.skip(str(error))  # an extra brings the library
        ours = getattr(item, "__module__", "urbanist").startswith("urbanist")
        assert item.__doc__ or not ours, public
    assert sorted(set(getattr(module, "__all__", ()))) == sorted(getattr(module, "__all__", ()))


@pytest.mark.parametrize("name", [*DOORS, *ROOMS])
def test_every_room_has_a_docstring_of_three_lines(name):
    doc = importlib.import_module(name).__doc__
    assert doc
    assert len(doc.strip().splitlines()) <= 4  # one of them empty


@pytest.mark.parametrize("door", [bots, engine, search])
def test_the_lazy_names_of_a_door_are_those_that_type_checkers_see(door):
    tree = ast.parse(Path(door.__file__).read_text(encoding="utf-8"))
    [guarded] = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {
        name.name: node.module
        for node in guarded.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    late = {name: f"{door.__name__}.{module}" for name, module in door._MODULES.items()}
    assert seen == late
    assert {*late} == {*door.__all__} - {*vars(door)}


@pytest.mark.parametrize("door", [bots, engine, search])
def test_an_unknown_name_of_a_door_is_an_attribute_error(door):
    with pytest.raises(AttributeError, match="has no attribute 'bot'"):
        door.bot  # noqa: B018 - the access is the test


def test_the_help_of_the_program_loads_no_game():
    heavy = "[name for name in sys.modules if 'engine' in name or name == 'numpy']"
    code = f"import sys, urbanist.bots.cli.main; print({heavy})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_first_board_loads_no_other_game_no_search_and_no_programs():
    started = """
import re, sys
import urbanist.bots.cli.play
import urbanist.bots.table.application.application
from urbanist.bots import parse_bot
from urbanist.bots.table import board_of
from urbanist.engine import GAMES

GAMES["metropolys"].deal(seats=2)
parse_bot("ismcts").sit(1)
board_of("metropolys")
unused = "akropolis|warszawa|bots.process|bots.protocol|bots.analysis|search.mcts|sqlite3"
print([name for name in sys.modules if re.search(unused, name)])
"""
    done = subprocess.run([sys.executable, "-c", started], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


#: What `pip install` brings, the extras, and the parts of Python that take longest to load.
LIBRARIES = {
    *("numpy", "click", "msgspec", "rich", "textual", "platformdirs", "psutil", "rustworkx"),
    *("resvg_py", "PIL", "distributed", "litestar", "uvicorn", "websockets", "sqlite3", "asyncio"),
}


@pytest.mark.parametrize(
    ("command", "libraries"),
    [
        ("--version", "click"),
        pytest.param("deal metropolys --seed 1", "click msgspec numpy", marks=pytest.mark.nightly),
        pytest.param("bot random", "click msgspec numpy", marks=pytest.mark.nightly),
        pytest.param("games", "click msgspec numpy rich", marks=pytest.mark.nightly),
        ("match metropolys --seats random,greedy --games 2", "click msgspec numpy psutil rich"),
        ("show --deal -", "click msgspec numpy platformdirs rich"),
    ],
)
def test_a_command_loads_the_libraries_that_it_uses_and_no_other(command, libraries):
    """Textual, SQLite and the libraries of the extras wait for the command that needs them."""
    program = f"""
import sys
sys.argv = ["urbanist", *{command.split()!r}]
from urbanist.bots.cli.main import main
try:
    main()
except SystemExit as ended:
    assert not ended.code
print(*sorted({LIBRARIES!r} & {{*sys.modules}}))
"""
    deal = History.start(GAMES["metropolys"].deal(seats=2, seed=1)).deal
    done = subprocess.run(
        [sys.executable, "-c", program], input=deal, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == libraries
