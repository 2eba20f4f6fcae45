"""How `make docs` builds the pages: Sphinx reads the guides here and the docstrings of the public names."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import griffe
from sphinx.application import Sphinx

project = "urbanist"
html_title = "urbanist"
html_theme = "furo"
html_show_sourcelink = False  # the sources are there for llms.txt only
html_baseurl = os.environ.get("DOCS_URL", "http://localhost:8000/")  # the sitemap holds whole addresses
extensions = ["sphinx.ext.autodoc", "myst_parser", "sphinx_llms_txt", "sphinx_sitemap"]
sitemap_url_scheme = "{link}"
llms_txt_summary = "Computer opponents for city-building board games, and the game-tree search behind them."
PAGES = Path(__file__).parents[1] / "build/pages"
html_extra_path = [str(PAGES)]
myst_heading_anchors = 3
autodoc_mock_imports = ["gymnasium", "pettingzoo", "pyspiel"]  # of extras
default_role = "code"  # docstrings put code between single backquotes
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
maximum_signature_line_length = 88


@cache
def stub_of(module: str) -> griffe.Module | None:
    """Return what the stub beside a compiled module says; None for a module without one."""
    path = Path(str(getattr(sys.modules[module], "__file__", module)))
    stub = path.with_name(path.name.partition(".")[0] + ".pyi")
    return griffe.visit(module, stub, stub.read_text(encoding="utf-8")) if stub.exists() else None


def typed_signature(
    app: Sphinx, what: str, name: str, found: object, options: object, signature: str, returned: str
) -> tuple[str, str] | None:
    """Return the parameters and the result of a compiled function with types; None leaves all others as they are."""
    stub = stub_of(str(getattr(found, "__module__", None) or "builtins"))
    if stub is None or what not in {"function", "method"}:
        return None
    try:
        told = stub[str(getattr(found, "__qualname__", name))]
    except KeyError:  # the stub says it of the class that this one inherits from
        return None
    told.parameters = griffe.Parameters(*[one for one in told.parameters if one.name not in {"self", "cls"}])
    return told.signature(return_type=False).removeprefix(told.name), str(told.returns)


def write_pages(app: Sphinx) -> None:
    """Write the pages that the gallery shows, which the program makes."""
    urbanist = os.environ.get("URBANIST", str(Path(sys.executable).with_name("urbanist")))
    subprocess.run(
        ["sh", "pages.sh", PAGES], cwd=app.srcdir, env=os.environ | {"URBANIST": urbanist}, check=True
    )


def setup(app: Sphinx) -> None:
    """Let the stubs speak for the compiled modules, which keep no types themselves."""
    app.connect("builder-inited", write_pages)
    app.connect("autodoc-process-signature", typed_signature)
