"""The dtypes of structs, against `ctypes`, which lays out the same declarations by the rules of C."""

import ctypes
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from urbanist.engine import GAMES
from urbanist.engine.struct_dtype import struct_dtype
from urbanist.search.binding import NODE, NODES

ROOT = Path(__file__).parents[2]
TYPES = {
    "int8_t": ctypes.c_int8,
    "uint8_t": ctypes.c_uint8,
    "int16_t": ctypes.c_int16,
    "uint16_t": ctypes.c_uint16,
    "int32_t": ctypes.c_int32,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
    "float": ctypes.c_float,
}
STRUCT = re.compile(r"^cdef struct (\w+):\n((?:    .*\n|\n)+)", re.MULTILINE)
ENUM = re.compile(r"^cdef enum:\n((?:    .*\n|\n)+)", re.MULTILINE)
CONSTANT = re.compile(r"^    (\w+)(?: = (\d+))?\b", re.MULTILINE)
FIELD = re.compile(r"    (\w+)((?:\[\w+\])*) (\w+)((?:\[\w+\])*)$")


class Declarations:
    """What `.pxd` files declare: constants, names of types, and structs as `ctypes` have them."""

    def __init__(self, *files: str) -> None:
        text = "\n".join((ROOT / file).read_text(encoding="utf-8") for file in files)
        self.numbers: dict[str, int] = {}
        for body in ENUM.findall(text):
            number = -1
            for name, value in CONSTANT.findall(body):
                number = int(value) if value else number + 1
                self.numbers[name] = number
        self.types: dict[str, type] = dict(TYPES)
        for known, name in re.findall(r"^ctypedef (\w+) (\w+)$", text, re.MULTILINE):
            self.types[name] = self.types[known]
        for name, body in STRUCT.findall(text):
            if {size for size in re.findall(r"\[(\w+)\]", body) if not size.isdigit()} - {*self.numbers}:
                continue  # not a part of a state
            self.types[name] = type(name, (ctypes.Structure,), {"_fields_": [*self.fields(body)]})

    def fields(self, body: str) -> list[tuple[str, Any]]:
        """Return the fields of a struct; that of a pointer or of an unknown type ends the struct."""
        members: list[tuple[str, Any]] = []
        for line in body.splitlines():
            match = FIELD.match(line.split("#")[0].rstrip())
            if match is None or match[1] not in self.types:
                continue
            form: Any = self.types[match[1]]
            for size in reversed(re.findall(r"\w+", match[2] + match[4])):
                form = form * (self.numbers[size] if size in self.numbers else int(size))
            members.append((match[3], form))
        return members

    def offsets(self, struct: str) -> dict[str, tuple[int, int]]:
        """Return the place and the size of each field, of structs within the struct too, but not of padding."""
        return {name: place for name, place in self._offsets(self.types[struct], 0) if name != "filler"}

    def _offsets(self, form: Any, start: int) -> list[tuple[str, tuple[int, int]]]:
        offsets: list[tuple[str, tuple[int, int]]] = []
        for name, inner in form._fields_:
            place = getattr(form, name)
            if isinstance(inner, type) and issubclass(inner, ctypes.Structure):
                offsets += self._offsets(inner, start + place.offset)
            else:
                offsets.append((name, (start + place.offset, place.size)))
        return offsets


def places(dtype: np.dtype) -> dict[str, tuple[int, int]]:
    return {name: (value[1], value[0].itemsize) for name, value in (dtype.fields or {}).items()}


@pytest.mark.parametrize("name", GAMES)
def test_a_state_has_the_layout_of_its_struct(name: str) -> None:
    shared = ("cext/cells64.pxd", "engine/game.pxd")
    own = sorted(f"engine/{name}/{path.name}" for path in (ROOT / "engine" / name).glob("*.pxd"))
    order = sorted(own, key=lambda file: not file.endswith(("tables.pxd", "position.pxd")))
    declared = Declarations(
        *shared, *(file for file in order if file.endswith(("tables.pxd", "position.pxd")))
    )
    assert places(GAMES[name].dtype) == declared.offsets(name.capitalize())
    assert GAMES[name].dtype.itemsize == ctypes.sizeof(declared.types[name.capitalize()])


def test_nodes_have_the_layout_of_their_structs() -> None:
    declared = Declarations("engine/game.pxd", "search/tree.pxd")
    node = declared.offsets("Node")
    seen = ("move", "child", "sibling", "visits", "prior", "value", "points")
    assert places(NODE) == {name: node[name] for name in seen}
    assert NODE.itemsize == ctypes.sizeof(declared.types["Node"]) == 64
    assert places(NODES) == declared.offsets("NodeRow")


def test_a_format_that_leaves_something_out_is_refused() -> None:
    class Lying(ctypes.Structure):
        _fields_ = [("one", ctypes.c_int16), ("pair", ctypes.c_int32 * 2)]

    view = memoryview(Lying()).cast("B").cast("B", (12,))
    with pytest.raises(TypeError, match="a struct of 1 bytes would have 0"):
        struct_dtype(view)


def test_offsets_are_written_nowhere_else() -> None:
    sources = [path for folder in ("engine", "search", "examples") for path in (ROOT / folder).rglob("*.p*")]
    texts = {
        path: path.read_text(encoding="utf-8") for path in sources if path.suffix in (".py", ".pyx", ".pxd")
    }
    assert [path.name for path, text in texts.items() if '"offsets"' in text] == ["struct_dtype.py"]
