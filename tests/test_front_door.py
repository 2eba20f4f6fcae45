"""The public names of `urbanist.engine`, `urbanist.search` and `urbanist.bots`."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from urbanist import bots, engine

ROOT = Path(__file__).parents[1]
DOORS = ("urbanist.engine", "urbanist.search", "urbanist.bots")
ROOMS = sorted(
    ".".join(["urbanist", *path.parent.relative_to(ROOT).parts]) for path in ROOT.glob("bots/*/__init__.py")
)


@pytest.mark.parametrize("name", [*DOORS, *ROOMS])
def test_every_public_name_exists_and_has_a_docstring(name):
    module = importlib.import_module(name)
    for public in getattr(module, "__all__", ()):
        found = getattr(module, public)
        ours = getattr(found, "__module__", "urbanist").startswith("urbanist")
        assert found.__doc__ or not ours, public
    assert sorted(set(getattr(module, "__all__", ()))) == sorted(getattr(module, "__all__", ()))


@pytest.mark.parametrize("name", [*DOORS, *ROOMS])
def test_every_room_has_a_docstring_of_three_lines(name):
    doc = importlib.import_module(name).__doc__
    assert doc
    assert len(doc.strip().splitlines()) <= 4  # one of them empty


@pytest.mark.parametrize("door", [bots, engine])
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
    assert {*late} == {*door.__all__} - {"GAMES"}


@pytest.mark.parametrize("door", [bots, engine])
def test_an_unknown_name_of_a_door_is_an_attribute_error(door):
    with pytest.raises(AttributeError, match="has no attribute 'bot'"):
        door.bot  # noqa: B018 - the access is the test


def test_the_help_of_the_program_loads_no_game():
    heavy = "[name for name in sys.modules if 'engine' in name or name == 'numpy']"
    code = f"import sys, urbanist.bots.cli.main; print({heavy})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_game_loads_no_other_and_a_table_of_built_in_bots_no_processes():
    heavy = (
        "[name for name in sys.modules if re.search('akropolis|warszawa|bots.process|bots.protocol', name)]"
    )
    started = (
        "import urbanist.bots.cli.play; from urbanist.engine import GAMES; GAMES['metropolys'].deal(seats=2)"
    )
    code = (
        f"import re, sys; {started}; from urbanist.bots import parse_bot; parse_bot('greedy'); print({heavy})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
