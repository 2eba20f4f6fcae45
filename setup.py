"""Compile every .pyx of the four packages; all else stands in pyproject.toml.

Environment: URBANIST_CHECKED=1 builds with bounds checks, -O1 -g and the annotated sources; URBANIST_TRACE=1 with line tracing, for
coverage; URBANIST_ARCH names the processor to build for (x86-64-v3, that is 2013 and later, unless said; `native`).
"""

import os
import platform
import shutil
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

PACKAGES = ("cext", "engine", "search")
CHECKED = os.environ.get("URBANIST_CHECKED") == "1"
TRACE = os.environ.get("URBANIST_TRACE") == "1"
ARCH = os.environ.get("URBANIST_ARCH", "x86-64-v3" if platform.machine() in ("x86_64", "AMD64") else "")
HEADERS = Path("build/pxd")


def lay_out_headers() -> None:
    """Copy the .pxd files to where Cython looks for urbanist.engine.game: build/pxd/urbanist/engine/game.pxd."""
    shutil.rmtree(HEADERS, ignore_errors=True)
    for header in (path for package in PACKAGES for path in Path(package).rglob("*.pxd")):
        target = HEADERS / "urbanist" / header
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(header, target)
    for folder in [path for path in HEADERS.rglob("*") if path.is_dir()]:
        (folder / "__init__.pxd").touch()


def extension(source: Path) -> Extension:
    """Return the extension module of one .pyx file."""
    speed = ["-O1", "-g"] if CHECKED else ["-O3"]
    # The check of the processor itself must run on any.
    arch = [f"-march={ARCH}"] if ARCH and source.stem != "processor" else []
    return Extension(
        ".".join(["urbanist", *source.with_suffix("").parts]),
        [str(source)],
        extra_compile_args=[*speed, *arch, "-Wall", "-Wextra", "-Wno-unused-parameter", "-Wno-missing-field-initializers",
                            "-fno-strict-aliasing"],
        define_macros=[("CYTHON_TRACE_NOGIL", "1")] if TRACE else [],
    )


lay_out_headers()
setup(
    ext_modules=cythonize(
        [extension(path) for package in PACKAGES for path in sorted(Path(package).rglob("*.pyx"))],
        include_path=[str(HEADERS)],
        build_dir=None if TRACE else "build/cython",
        annotate=CHECKED,
        compiler_directives={
            "language_level": 3,
            "boundscheck": CHECKED,
            "wraparound": False,
            "initializedcheck": CHECKED,
            "cdivision": True,
            "embedsignature": True,
            "linetrace": TRACE,
        },
    ),
)
