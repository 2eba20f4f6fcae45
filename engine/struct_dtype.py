"""The numpy dtype of a C struct, made from its declaration: no field is named, typed or placed a second time."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

#: Fields of this name are padding, and no fields of the dtype.
PADDING: Final = "filler"

#: The parts of a buffer format (PEP 3118) as Cython writes it: `T{(5)h:score:B:over:}`.
TOKEN: Final = re.compile(r"T\{|\}|:(?P<name>\w+):|(?:\((?P<shape>[\d,]+)\))?(?P<code>[a-zA-Z])")


def struct_dtype(
    memory: Any, *, counts: Mapping[str, int] = {}, lanes: Mapping[str, npt.DTypeLike] = {}
) -> np.dtype[Any]:
    """Return the dtype of a struct, from a view of it in Cython.

    `cdef const Position[:] fields = <Position[:1]>&position` is such a view. It is constant, so that Cython compiles no
    conversions to the struct.

    Fields of a struct within it, such as `head`, are fields of the dtype too. `counts` has the lengths of arrays of
    structs, which Cython's format leaves out, and `lanes` the dtypes of fields that are vectors packed into a word.
    `TypeError` if the dtype would have another size than the struct.
    """
    view = memoryview(memory)
    dtype = _record(TOKEN.finditer(view.format, len("T{")), counts)
    if dtype.itemsize != view.itemsize:
        raise TypeError(
            f"the dtype of a struct of {view.itemsize} bytes would have {dtype.itemsize}: {view.format}"
        )
    fields: dict[str, tuple[npt.DTypeLike, int]] = {
        name: (lanes.get(name, form), at) for name, form, at in _flat(dtype) if name != PADDING
    }
    return np.dtype(
        {
            "names": list(fields),
            "formats": [form for form, _ in fields.values()],
            "offsets": [at for _, at in fields.values()],
            "itemsize": view.itemsize,
        }
    )


def _record(tokens: Iterator[re.Match[str]], counts: Mapping[str, int]) -> np.dtype[Any]:
    """Return the dtype of a struct whose tokens follow; numpy aligns its fields as C does."""
    names: list[str] = []
    formats: list[Any] = []
    for token in tokens:
        if token["name"]:
            names.append(token["name"])
            if token["name"] in counts:
                formats[-1] = (formats[-1], counts[token["name"]])
        elif token["code"]:
            shape = tuple(map(int, (token["shape"] or "").split(","))) if token["shape"] else ()
            formats.append((token["code"], shape))
        elif token[0] == "}":
            break
        else:
            formats.append(_record(tokens, counts))
    return np.dtype({"names": names, "formats": formats}, align=True)


def _flat(record: np.dtype[Any], start: int = 0) -> Iterator[tuple[str, np.dtype[Any], int]]:
    """Yield name, dtype and offset of each field, with those of structs within it in their place."""
    for name, (form, at, *_) in sorted((record.fields or {}).items(), key=lambda field: field[1][1]):
        if form.names:
            yield from _flat(form, start + at)
        else:
            yield name, form, start + at
