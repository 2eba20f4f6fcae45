"""Compile every .pyx of the package; all else stands in pyproject.toml."""

from Cython.Build import cythonize
from setuptools import Extension, setup

from urbanist.cext import headers

modules = Extension(
    "urbanist_plugin.*",
    ["urbanist_plugin/*.pyx"],
    include_dirs=[headers()],
    extra_compile_args=["-ffp-contract=off"],  # so that every processor finds the same
)
setup(ext_modules=cythonize([modules], compiler_directives={"language_level": 3, "cdivision": True}))
