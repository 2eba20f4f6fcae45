"""The build and the packages hold all sources and work outside of the repository."""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from fnmatch import fnmatch
from importlib.metadata import requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from urbanist.cext import processor, variant

ROOT = Path(__file__).parents[1]
TOPS = ("cext", "engine", "search", "testing", "bots")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
MADE = {".so", ".pyd", ".pyc", ".c", ".html", ".mo"}
SOURCES = [
    path
    for top in TOPS
    for path in sorted((ROOT / top).rglob("*"))
    if path.is_file() and path.suffix not in MADE
]

PLAY = """
from urbanist.engine import GAMES, game
from urbanist.search.network import network_of
networks = [network_of(g) for g in GAMES.values() if g.seat_features]
ends = [g.deal(seats=g.notation.seat_counts[-1]).playout(seed=1) for g in GAMES.values()]
print(all(networks) and all(end.over for end in ends), game.__file__)
"""


def run(*command: object, cwd: Path, **environment: str) -> str:
    """Return the output of a command; fail with its last lines if it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


class TestLists:
    def test_every_folder_with_a_file_is_a_package(self):
        # setup.py finds the packages by their __init__.py.
        folders = {path.parent for path in SOURCES}
        assert not [folder for folder in folders if not (folder / "__init__.py").exists()]

    def test_every_other_file_is_shipped_with_its_package(self):
        patterns = [*SETTINGS["package-data"]["*"], "*.py", "*.pyx", "*.h", "*.po"]
        assert not [path for path in SOURCES if not any(fnmatch(path.name, pattern) for pattern in patterns)]

    def test_every_package_is_marked_as_typed(self):
        assert [top for top in TOPS if (ROOT / top / "py.typed").exists()] == list(TOPS)

    def test_every_compiled_module_with_python_names_has_a_stub(self):
        face = re.compile(r"^(?:def|class|cdef class|@|[A-Z]\w* *[:=])", re.MULTILINE)
        faces = [path for path in SOURCES if path.suffix == ".pyx" and face.search(path.read_text())]
        assert not [str(path.relative_to(ROOT)) for path in faces if not path.with_suffix(".pyi").exists()]

    def test_every_stub_describes_a_compiled_module(self):
        assert not [
            path for path in SOURCES if path.suffix == ".pyi" and not path.with_suffix(".pyx").exists()
        ]


class TestNames:
    def test_files_beside_a_script_do_not_shadow_our_modules(self, tmp_path: Path):
        for name in ("cext", "engine", "search"):
            (tmp_path / f"{name}.py").write_text("MINE = True")
        (tmp_path / "bots").mkdir()
        (tmp_path / "bots/__init__.py").write_text("MINE = True")
        (tmp_path / "script.py").write_text(
            "import bots, cext, engine, search\n"
            "import urbanist.bots, urbanist.cext, urbanist.engine, urbanist.search\n"
            "assert bots.MINE and cext.MINE and engine.MINE and search.MINE\n"
            "print(sorted(urbanist.engine.GAMES))"
        )
        assert "metropolys" in run(sys.executable, "script.py", cwd=tmp_path)


class TestVariants:
    @pytest.mark.parametrize(
        ("there", "limit", "level"),
        [
            ([], None, processor.ARCH),
            (["x86-64-v3"], None, "x86-64-v3"),
            (["x86-64-v2", "x86-64-v3"], None, "x86-64-v3"),
            (["x86-64-v2", "x86-64-v3"], "x86-64-v2", "x86-64-v2"),
            (["x86-64-v3"], "x86-64", processor.ARCH),
        ],
    )
    def test_the_newest_level_that_is_there_and_not_above_the_limit_is_chosen(
        self, there: list[str], limit: str | None, level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        for name in there:
            (tmp_path / name).mkdir()
        monkeypatch.setattr(variant, "missing", lambda _: ())
        assert variant.chosen(tmp_path, limit) == level

    def test_a_level_that_the_processor_lacks_is_not_chosen(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        (tmp_path / "x86-64-v3").mkdir()
        monkeypatch.setattr(variant, "missing", lambda _: ("AVX2",))
        assert variant.chosen(tmp_path, None) == processor.ARCH


class TestProcessor:
    OLD = {level: dict.fromkeys(features, False) for level, features in processor.LEVELS.items()}

    def test_this_processor_can_run_this_build(self):
        assert processor.refusal() is None

    @pytest.mark.parametrize(
        ("arch", "lacks"),
        [
            ("x86-64-v3", ("SSE4.2", "POPCNT", "AVX2", "BMI2", "FMA")),
            ("x86-64-v2", ("SSE4.2", "POPCNT")),
            ("x86-64", ()),
            ("native", ()),
            ("", ()),
        ],
    )
    def test_an_older_processor_lacks_the_features_of_a_level(self, arch: str, lacks: tuple[str, ...]):
        assert processor.missing(arch, self.OLD) == lacks

    def test_the_refusal_says_what_to_do(self):
        levels = self.OLD | {"x86-64-v2": {"SSE4.2": True, "POPCNT": True}}
        assert processor.refusal("x86-64-v3", levels) == (
            "built for x86-64-v3, but the processor lacks AVX2, BMI2, FMA; rebuild with URBANIST_ARCH=x86-64"
        )

    def test_the_refusal_comes_before_any_code_that_the_processor_cannot_run(self, tmp_path: Path):
        (tmp_path / "script.py").write_text(
            "import sys, types\n"
            "sys.modules['urbanist.cext.processor'] = types.SimpleNamespace(refusal=lambda: 'too old')\n"
            "try:\n"
            "    import urbanist.bots.players.spec\n"
            "except ImportError as error:\n"
            "    print(error, [name for name in sys.modules if name.startswith('urbanist.engine.')])\n"
        )
        assert run(sys.executable, "script.py", cwd=tmp_path) == "too old []\n"


def copied(folder: Path) -> Path:
    """Return a copy of the tree without built files, in a path with a space."""
    made = shutil.ignore_patterns(
        "build", "dist", ".git", ".venv*", ".*_cache", "*.so", "*.egg-info", "__pycache__"
    )
    return Path(shutil.copytree(ROOT, folder / "the source", ignore=made))


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the source archive and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("shipped")
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir", folder)
    run(*build, cwd=copied(folder), URBANIST_ARCH="all")
    return folder


@pytest.mark.nightly
class TestWheel:
    def test_the_archive_holds_every_source_and_no_built_file(self, shipped: Path):
        with tarfile.open(next(shipped.glob("*.tar.gz"))) as archive:
            names = {name.partition("/")[2] for name in archive.getnames()}
        tests = [path for path in (ROOT / "tests").rglob("*") if path.is_file() and path.suffix not in MADE]
        examples = {
            path.relative_to(ROOT).as_posix() for path in (ROOT / "examples").iterdir() if path.is_file()
        }
        assert not {path.relative_to(ROOT).as_posix() for path in SOURCES + tests} - names
        assert not examples - names
        assert len([name for name in names if fnmatch(name, "bots/table/*/language/*.po")]) == 3 * 4
        assert not [
            name for name in names - examples if Path(name).suffix in MADE or name.startswith("build/")
        ]

    def test_the_wheel_holds_what_is_used_and_nothing_else(self, shipped: Path):
        """Not what modules and catalogs are compiled from, what only tests use, and what only profilers read."""
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        made = {".pyx": suffix, ".po": ".mo"}
        used = {path.relative_to(ROOT) for path in SOURCES if path.stem != "probe"}
        used = {path.with_suffix(made.get(path.suffix, path.suffix)) for path in used}
        with zipfile.ZipFile(next(shipped.glob("*.whl"))) as archive:
            names = {name for name in archive.namelist() if ".dist-info/" not in name}
            if sys.platform == "linux":
                assert not [
                    name for name in names if name.endswith(".so") and b".symtab" in archive.read(name)
                ]
        start = {name for name in names if name.count("/") == 1}
        assert "urbanist/__init__.py" in start
        names = {name for name in names - start if "/x86-64-v" not in name}
        assert names == {f"urbanist/{path.as_posix()}" for path in used}

    def test_the_wheel_plays_a_game_without_its_sources(self, shipped: Path, tmp_path: Path):
        """It also has the headers that a package of verbs in C is compiled against."""
        venv.create(tmp_path / "venv", with_pip=True)
        python = tmp_path / "venv/bin/python"
        run(
            python,
            "-m",
            "pip",
            "install",
            "--no-deps",
            "--no-index",
            next(shipped.glob("*.whl")),
            cwd=tmp_path,
        )
        # The dependencies come from this environment; an editable install of ours is not found through this file.
        site = run(
            python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path
        ).strip()
        (Path(site) / "here.pth").write_text(sysconfig.get_path("purelib"))
        assert run(python, "-c", PLAY, cwd=tmp_path, PYTHONPATH="").startswith(f"True {tmp_path}")
        urbanist = tmp_path / "venv/bin/urbanist"
        assert "play" in run(urbanist, "--help", cwd=tmp_path, PYTHONPATH="")
        stats = run(
            urbanist, "stats", "--lang", "pl", cwd=tmp_path, PYTHONPATH="", XDG_DATA_HOME=str(tmp_path)
        )
        assert stats == "Żadna gra się jeszcze nie skończyła.\n"
        plugin = shutil.copytree(ROOT / "examples/plugin", tmp_path / "plugin")
        install = (python, "-m", "pip", "install", "--no-deps", "--no-index", "--no-build-isolation", plugin)
        run(*install, cwd=tmp_path, PYTHONPATH="")
        assert "selection=thompson" in run(urbanist, "games", cwd=tmp_path, PYTHONPATH="")
        seats = ("--seats", "ismcts:nodes=50:selection=thompson,random", "--games", 2)
        assert "thompson" in run(urbanist, "match", "metropolys", *seats, cwd=tmp_path, PYTHONPATH="")
        for arch in ("x86-64", "x86-64-v4"):  # without and with modules for newer processors
            signed = run(
                urbanist, "bench", "--signature", "--json", cwd=tmp_path, PYTHONPATH="", URBANIST_ARCH=arch
            )
            assert json.loads(signed) == json.loads((ROOT / "tests/data/signatures.json").read_text())
            measured = run(
                urbanist, "bench", "--seconds", 0.1, "--json", cwd=tmp_path, PYTHONPATH="", URBANIST_ARCH=arch
            )
            newer = platform.machine() == "x86_64" and arch != "x86-64" and not processor.missing("x86-64-v3")
            assert json.loads(measured)["machine"]["arch"] == ("x86-64-v3" if newer else "")


@pytest.mark.nightly
def test_a_checked_build_plays_and_writes_annotated_sources(tmp_path: Path):
    source = copied(tmp_path)
    run(sys.executable, "setup.py", "build_ext", "--inplace", cwd=source, URBANIST_CHECKED="1")
    played = run(sys.executable, "-c", PLAY, cwd=tmp_path, PYTHONPATH=str(source / "build/names"))
    assert played.startswith(f"True {tmp_path}")
    assert list(source.glob("build/cython/engine/*.html"))


def test_the_lowest_versions_can_be_met_together():
    """A library of the lowest version that we allow needs no newer version of another one than we say."""
    lowest = {}
    for text in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]:
        need = Requirement(text)
        [lowest[need.name]] = [bound.version for bound in need.specifier if bound.operator == ">="]
    for name in (name for name in lowest if version(name) == lowest[name]):
        needs = [Requirement(text) for text in requires(name) or ()]
        for need in (need for need in needs if need.name in lowest):
            assert need.specifier.contains(lowest[need.name]), (name, str(need), lowest[need.name])
