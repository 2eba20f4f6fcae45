"""Imports point down: which layer may import which, checked against the sources."""

import re
import sys
from graphlib import TopologicalSorter

import pytest

from tests.imports import FILES, GAMES, MODULES, ROOT, TOPS, Arrow, arrows, arrows_of, module_of, ours, within

#: The rooms of bots, lowest first.
BOTS = (
    "bots",
    "bots.markup",
    "bots.players",
    "bots.process",
    "bots.protocol",
    "bots.match",
    "bots.check",
    "bots.benchmark",
    "bots.contest",
    "bots.contest.formats",
    "bots.contest.league",
    "bots.training",
    "bots.balance",
    "bots.analysis",
    "bots.table.kit.language",
    "bots.table.kit",
    "bots.table.kit.terminal",
    "bots.table.kit.picture",
    *(
        f"bots.table.{game}.{room}"
        for room in ("language", "model", "text", "terminal", "picture")
        for game in GAMES
    ),
    *(f"bots.table.{game}" for game in GAMES),
    "bots.table",
    "bots.table.session",
    "bots.table.puzzles",
    "bots.table.page",
    "bots.server",
    "bots.server.contest",
    "bots.table.application",
    "bots.adapters",
    "bots.cli",
)

#: The layers, lowest first; a module belongs to the layer with the longest matching name.
LAYERS = ("cext", "engine", *(f"engine.{game}" for game in GAMES), "search", "testing", *BOTS)

#: The allowed cimports and imports of each layer. A name includes everything in it; `cext!` is the package alone.
MAY = {
    "cext": (["cext"], ["cext"]),
    "engine": (
        "cext.address cext.atomic cext.bitrow cext.key cext.narrow cext.planes cext.pool cext.rng engine".split(),
        ["cext!", "cext.pool", "engine"],
    ),
    **{
        f"engine.{game}": (
            ["cext", "engine.game", f"engine.{game}"],
            [
                "engine.struct_dtype",
                "engine.edition",
                "engine.event",
                "engine.facts",
                "engine.game",
                "engine.message",
                "engine.notation",
                "engine.observation",
                "engine.position",
                "engine.score_row",
                f"engine.{game}",
            ],
        )
        for game in GAMES
    },
    "search": (
        "cext.address cext.rng cext.atomic cext.thread cext.units engine.game search".split(),
        ["engine", "search"],
    ),
    "testing": ([], ["engine", "search", "testing"]),
    **dict.fromkeys(BOTS, ([], ["engine", "search", "bots"])),
    "bots.process": ([], ["engine.message", "bots.process", "bots.timestamp"]),
    # It names the compiler of the build.
    "bots.benchmark": ([], ["cext.processor", "cext.variant", "engine", "search", "bots"]),
}

#: The packages, each with what it exports, and the modules that have stubs.
DOORS = {module_of(path) for path in FILES if path.stem == "__init__"}
COMPILED = {module_of(path) for path in FILES if path.suffix == ".pyx"}

#: Third-party libraries, and the layers that may import them.
THIRD_PARTY = {
    "numpy": {*LAYERS},
    "platformdirs": {"bots.table.session"},
    "psutil": {"bots.process"},
    "rustworkx": {"bots.contest.formats"},
    "msgspec": {
        "engine",
        *(f"engine.{game}" for game in GAMES),
        "search",
        "bots.players",
        "bots.analysis",
        "bots.adapters",
        "bots.contest.league",
        "bots.match",
        "bots.table.puzzles",
        "bots.server",
        "bots.server.contest",
        "bots.contest",
        "bots.contest.formats",
        "bots.training",
        "bots.table.application",
        "bots.table.kit",
        "bots.table.metropolys.model",
        "bots.table.session",
    },
    "distributed": {"bots.match", "bots.server"},
    "torch": {"search"},
    "onnxruntime": {"search"},
    "pyarrow": {"bots.training"},
    "uvicorn": {"bots.server", "bots.server.contest"},
    "litestar": {"bots.server", "bots.server.contest"},
    "segno": {"bots.server"},
    "mcp": {"bots.server"},
    "websockets": {"bots.contest.league"},
    "rich": {
        "bots.table.kit.terminal",
        *(f"bots.table.{game}.terminal" for game in GAMES),
        "bots.table.session",
        "bots.table.application",
        "bots.cli",
    },
    "textual": {
        "bots.table.kit.terminal",
        *(f"bots.table.{game}.terminal" for game in GAMES),
        "bots.table.application",
    },
    "click": {"bots.cli"},
    "resvg_py": {"bots.table.kit.picture"},
    "textual_image": {"bots.table.application"},
    "gymnasium": {"bots.adapters"},
    "stable_baselines3": {"bots.adapters"},
    "pettingzoo": {"bots.adapters"},
    "PIL": {"bots.adapters"},
    "pyspiel": {"bots.adapters"},
}


def layer_of(module: str) -> str:
    return max((layer for layer in LAYERS if within(module, [layer])), key=len)


@pytest.mark.parametrize(
    ("text", "arrow"),
    [
        ("import numpy as np", "m imports numpy"),
        ("from urbanist.engine.game cimport Head, Move", "m cimports engine.game"),
        ("from urbanist.engine.game cimport (\n    Head,  # first\n    Move,\n)\n", "m cimports engine.game"),
        ("def f():\n    from urbanist.engine import game", "m imports engine.game"),
        ("from . import game", "m imports engine.game"),
        ("from .game import State", "m imports engine.game"),
        ("from ..cext.rng cimport Rng", "m cimports cext.rng"),
        ("import engine.game", "m imports top-level engine.game"),
        ("from libc.math \\\n    cimport sqrt", "m cimports libc.math"),
    ],
)
def test_the_reader_of_imports_finds_every_form(text: str, arrow: str) -> None:
    assert {str(arrow) for arrow in arrows_of(text, "m", "engine")} == {arrow}


def test_the_reader_of_imports_ignores_texts_and_comments() -> None:
    text = (
        '"""Words.\n\nimport antigravity\n"""\ncdef extern from "m.h":\nimportant = "import"  # import that'
    )
    assert not list(arrows_of(text, "m", "engine"))


def test_the_reader_of_imports_tells_late_ones_and_those_for_types() -> None:
    text = (
        "if TYPE_CHECKING:\n    from urbanist.engine import game\n\n    from urbanist.engine import batch\n"
        "def f():\n    from urbanist.engine import step\nfrom urbanist.engine import facts\n"
    )
    targets = {arrow.target: (arrow.lazy, arrow.typed) for arrow in arrows_of(text, "m", "engine")}
    assert targets == {
        "engine.game": (True, True),
        "engine.batch": (True, True),
        "engine.step": (True, False),
        "engine.facts": (False, False),
    }


def test_every_imported_module_of_ours_exists() -> None:
    assert not [
        str(arrow) for arrow in arrows() if arrow.target.split(".")[0] in TOPS and arrow not in ours()
    ]


def test_imports_point_down() -> None:
    rank = {layer: place for place, layer in enumerate(LAYERS)}
    upward = [arrow for arrow in ours() if rank[layer_of(arrow.source)] < rank[layer_of(arrow.target)]]
    # It exports public names for users.
    assert {arrow.source for arrow in upward} == {"bots"}, upward


def test_layers_import_only_what_they_may() -> None:
    def allowed(arrow: Arrow) -> bool:
        cimports, imports = MAY[layer_of(arrow.source)]
        return within(arrow.target, cimports if arrow.verb == "cimport" else imports)

    assert not [str(arrow) for arrow in ours() if not allowed(arrow)]


def between_files(arrow: Arrow) -> bool:
    """Return whether an import shows that one file needs another; late ones and those for types do, too.

    A door exports what is behind it. The types of a compiled module stand in its stub. `State` is a face: its methods
    load what stands on it, such as `observe` the encoder.
    """
    exported = arrow.source in DOORS and within(arrow.target, [arrow.source])
    stub = arrow.typed and {arrow.source, arrow.target} & COMPILED
    face = arrow.source == "engine.game" and arrow.lazy
    return not (exported or stub or face) and arrow.source != arrow.target


def test_files_import_each_other_in_no_circle() -> None:
    graph: dict[str, set[str]] = {}
    for arrow in filter(between_files, ours()):
        graph.setdefault(arrow.source, set()).add(arrow.target)
    TopologicalSorter(graph).prepare()  # CycleError names the modules


def test_rooms_import_each_other_in_no_circle() -> None:
    """Nor do the folders of bots as wholes, with all that is in them."""
    graph: dict[str, set[str]] = {}
    for arrow in ours():
        source, target = (".".join(module.split(".")[:2]) for module in (arrow.source, arrow.target))
        if source.startswith("bots.") and source != target:
            graph.setdefault(source, set()).add(target)
    TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("door", ["engine", "search", "bots"])
def test_no_file_behind_a_door_goes_through_it(door: str) -> None:
    assert not [str(arrow) for arrow in ours() if arrow.target == door and within(arrow.source, [door])]


def test_terminals_and_pictures_do_not_know_each_other() -> None:
    """Code that both need belongs to the game's model, its text or the kit."""
    rooms = {"terminal", "picture"}
    crossing = [arrow for arrow in ours() if rooms < {*arrow.source.split("."), *arrow.target.split(".")}]
    assert not [str(arrow) for arrow in crossing]


def test_libraries_are_imported_only_by_their_layers() -> None:
    # Stubs are only for type checkers, which have typing_extensions.
    known = sys.stdlib_module_names | {"libc", "cpython", "cython", "typing_extensions", *TOPS}
    foreign = [(arrow, arrow.target.split(".")[0]) for arrow in arrows()]
    assert not [
        str(arrow)
        for arrow, root in foreign
        if root not in known and layer_of(arrow.source) not in THIRD_PARTY.get(root, ())
    ]


def test_only_the_application_and_boards_load_textual() -> None:
    """Other commands, and games in lines, do not wait for it."""
    boards = ["bots.table.kit.terminal.board", *(f"bots.table.{game}.terminal.board" for game in GAMES)]
    eager = [arrow for arrow in arrows() if not arrow.lazy]
    loading = {"textual"}
    while more := {arrow.source for arrow in eager if within(arrow.target, loading)} - loading:
        loading |= more
    modules = loading & MODULES
    assert modules
    assert not [module for module in modules if not within(module, ["bots.table.application", *boards])]


@pytest.mark.parametrize(
    ("library", "modules"),
    [
        ("distributed", ["bots.match.cluster", "bots.server.cluster"]),
        ("torch", ["search.imported_network", "search.training.torch_descent"]),
        ("onnxruntime", ["search.imported_network"]),
        ("pyarrow", ["bots.training.export"]),
        ("rustworkx", ["bots.contest.formats.swiss"]),
        ("zipfile", ["search.network"]),
        ("resvg_py", ["bots.table.kit.picture.image"]),
        (
            "importlib.resources",
            [
                "bots.table.kit.picture.lettering",
                "bots.table.kit.picture.viewport",
                "bots.table.kit.wording",
                "bots.table.kit.language.catalog",
                "bots.markup.page_frame",
                "search.network",
            ],
        ),
    ],
)
def test_slow_libraries_are_imported_in_the_functions_that_use_them(library: str, modules: list[str]) -> None:
    """The start of workers and commands does not wait for it."""
    sites = {(arrow.source, arrow.lazy) for arrow in arrows() if within(arrow.target, [library])}
    assert sites == {(module, True) for module in modules}


def test_code_for_all_games_names_no_game() -> None:
    registry = ROOT / "engine/__init__.py"
    generic = [path for path in FILES if not set(module_of(path).split(".")) & {*GAMES, "cli"}]
    named = re.compile("|".join(GAMES), re.IGNORECASE)
    assert not [path for path in generic if path != registry and named.search(path.read_text())]


def test_no_game_names_another() -> None:
    for path in FILES:
        for game in set(module_of(path).split(".")) & {*GAMES}:
            others = [other for other in GAMES if other != game]
            assert not [other for other in others if other in path.read_text().lower()], path


def test_no_module_has_an_empty_name() -> None:
    empty = {"util", "utils", "helper", "helpers", "common", "misc", "manager", "core"}
    files = [*FILES, *ROOT.glob("tests/**/*.py"), *ROOT.glob("bench/**/*.py")]
    assert not [path for path in files if path.stem in empty]


def test_files_stay_small() -> None:
    lines = {path: len(path.read_text().splitlines()) for path in FILES}
    assert not {str(path): count for path, count in lines.items() if count > 800}


def test_files_are_replaced_in_one_place() -> None:
    """Else one of several ways forgets the disk, the permissions or another writer."""
    ways = re.compile(r"os\.(replace|rename)\(|\.write_(text|bytes)\(|mkstemp|NamedTemporaryFile")
    writers = {module_of(path) for path in FILES if ways.search(path.read_text())}
    # What the launcher writes for the system is no file on a disk.
    assert writers <= {"bots.files", "bots.process.launcher"}


def test_nothing_is_read_from_outside_the_tree() -> None:
    assert not [path for path in FILES if re.search(r"\bshared/|/work/|/tmp/", path.read_text())]
