"""Find the packages, compile every .pyx of them and every catalog of translations; all else stands in pyproject.toml.

Environment: URBANIST_ARCH names the processor to build for, as -march does (on x86-64 by default x86-64-v3,
2013 and later; empty: any; all: any, and beside these modules faster ones for x86-64-v3). URBANIST_CHECKED=1 builds
with bounds checks, -O1 -g and annotated sources, URBANIST_COUNTED=1 with a count of how often each line is run (gcov).
"""

import os
import platform
import sys
from pathlib import Path

import Cython
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PACKAGES = ("cext", "engine", "search")
CHECKED = os.environ.get("URBANIST_CHECKED") == "1"
COUNTED = os.environ.get("URBANIST_COUNTED") == "1"
NEWER = ["x86-64-v3"] if platform.machine() in ("x86_64", "AMD64") else []
ARCH = os.environ.get("URBANIST_ARCH", "".join(NEWER))
# Levels of processors for which the modules with loops are compiled once more; cext/variant.py chooses among them.
VARIANTS = NEWER if ARCH == "all" else []
if ARCH == "all":
    ARCH = ""
SPEED = ["-O1", "-g"] if CHECKED else ["-O1", "--coverage"] if COUNTED else ["-O3", "-g0"]
# The faces of compiled code for Python, and what fills tables at import, have the most lines of C and no loop that
# matters. -O2 takes a third less time than -O3, and -O1 again a third less. No level of processors makes them faster.
FACES = {
    "cext/processor": "-O1",
    "engine/game": "-O2",
    "engine/batch": "-O1",
    "engine/features": "-O1",
    "engine/probe": "-O1",
    "engine/python_game": "-O1",
    "search/network": "-O1",
    "cext/probe": "-O1",
    "score_rows": "-O1",
    "metropolys/board": "-O1",
    "warszawa/tables": "-O1",
}
WARNINGS = ["-Wall", "-Wextra", "-Wno-unused-parameter", "-Wno-missing-field-initializers"]
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKED,
    "wraparound": False,
    "initializedcheck": CHECKED,
    "cdivision": True,
    "embedsignature": True,
}
# Noted after a build: the times of files do not tell that the next one is made with other settings.
SETTINGS = repr((Cython.__version__, ARCH, VARIANTS, CHECKED, COUNTED, os.environ.get("CFLAGS")))
NOTE = Path("build/settings")
# Links from urbanist/engine to engine and so on, for those who look a module up by its path: Cython and mypy.
NAMES = Path("build/names")


def link_names() -> None:
    """Make the links, unless they are there."""
    (NAMES / "urbanist").mkdir(parents=True, exist_ok=True)
    (NAMES / "urbanist/__init__.pxd").touch()
    for package in (*PACKAGES, "testing", "bots"):
        link = NAMES / "urbanist" / package
        if not link.is_symlink():
            link.symlink_to(Path("../../..") / package)
    for file in ("__init__.py", "__main__.py", "py.typed"):
        link = NAMES / "urbanist" / file
        if not link.is_symlink():
            link.symlink_to(Path("../../../start") / file)


def compile_catalogs() -> None:
    """Compile the translations that are newer than what was made of them."""
    for source in Path("bots").rglob("*.po"):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            with source.open("rb") as text, compiled.open("wb") as made:
                write_mo(made, read_po(text, source.stem))


def packages() -> list[str]:
    """Return every folder that holds an `__init__.py`, by its name in the package; `urbanist` itself lies in start."""
    found = (
        path.parent
        for top in (*PACKAGES, "testing", "bots")
        for path in sorted(Path(top).rglob("__init__.py"))
    )
    return ["urbanist", *(".".join(["urbanist", *folder.parts]) for folder in found)]


def speed_of_face(source: Path) -> list[str]:
    """Return the option of a face in a list; an empty list for a module with loops."""
    return [speed for face, speed in FACES.items() if source.as_posix().endswith(face)]


def variant(module: Extension, level: str) -> Extension:
    """Return a module once more, for a level of processors, in a folder of that name beside the first one."""
    package, _, name = module.name.rpartition(".")
    copy = Path("build", level, package, f"{name}.c")  # two objects of one source would have one name
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(Path(module.sources[0]).read_text())
    flags = [*module.extra_compile_args, f"-march={level}"]
    return Extension(
        f"{package}.{level}.{name}",
        [str(copy)],
        define_macros=module.define_macros,
        include_dirs=module.include_dirs,
        extra_compile_args=flags,
    )


def extension(source: Path) -> Extension:
    """Return the extension module of one .pyx file."""
    checks_processor = source.stem == "processor"  # runs on any, and is told what the rest was made for
    macros = [("URBANIST_ARCH", f'"{ARCH}"')] if checks_processor else []
    arch = [f"-march={ARCH}"] if ARCH and not checks_processor else []
    # Without contraction a search weighs its moves alike in every build, to the last bit.
    return Extension(
        ".".join(["urbanist", *source.with_suffix("").parts]),
        [str(source)],
        define_macros=macros,
        include_dirs=["cext", str(source.parent)],  # of headers
        extra_compile_args=[
            *SPEED,
            *([] if CHECKED or COUNTED else speed_of_face(source.with_suffix(""))),
            *arch,
            *WARNINGS,
            "-fno-strict-aliasing",
            "-ffp-contract=off",
        ],
        extra_link_args=["--coverage"] if COUNTED else [],
    )


class LastingBuild(build_ext):
    """Makes an editable install look for compiled modules where `build_ext --inplace` leaves them.

    Any other install has neither what only tests use nor the names of static functions, which only profilers read.
    """

    def run(self) -> None:
        """Compile what changed."""
        if not self.inplace and not self.editable_mode:
            self.extensions = [module for module in self.extensions if not module.name.endswith(".probe")]
            if sys.platform == "linux" and not CHECKED:
                for module in self.extensions:
                    module.extra_link_args.append("-Wl,--strip-all")
        if self.editable_mode:  # by default a temporary folder, so that each install compiles everything
            self.build_lib = f"build/lib.{self.plat_name}-{sys.implementation.cache_tag}"
        super().run()


def main() -> None:
    """Build what was asked for on the command line."""
    if sys.platform == "win32":
        sys.exit("urbanist runs on Linux and macOS; on Windows, install it inside WSL")
    link_names()
    compile_catalogs()
    modules = cythonize(
        [extension(path) for package in PACKAGES for path in sorted(Path(package).rglob("*.pyx"))],
        nthreads=os.cpu_count() or 1,
        include_path=[str(NAMES)],
        build_dir="build/cython",
        emit_linenums=COUNTED,
        force=not NOTE.exists() or NOTE.read_text() != SETTINGS,
        annotate=CHECKED,
        compiler_directives=DIRECTIVES,
    )
    kernels = [each for each in modules if not speed_of_face(Path(*each.name.split(".")[1:]))]
    newer = [variant(each, level) for level in VARIANTS for each in kernels]
    setup(
        packages=packages(),
        ext_modules=[*modules, *newer],
        cmdclass={"build_ext": LastingBuild},
        options={"build_ext": {"parallel": os.cpu_count()}},
    )
    NOTE.write_text(SETTINGS)


if __name__ == "__main__":  # the processes of `cythonize` may import this file
    main()
