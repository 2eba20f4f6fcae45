"""The numpy dtype of a game's struct."""

import numpy as np

from urbanist.engine.game cimport MAX_SEATS, Head


cdef dict head_fields():
    """Return the fields of `Head` for `struct_dtype`; every state begins with them."""
    cdef Head head
    base = <size_t>&head
    return {
        "score": (f"{MAX_SEATS}i4", <size_t>&head.score - base),
        "tiebreak": (f"{MAX_SEATS}i2", <size_t>&head.tiebreak - base),
        "ply": ("u2", <size_t>&head.ply - base),
        "seats": ("u1", <size_t>&head.seats - base),
        "to_move": ("u1", <size_t>&head.to_move - base),
        "over": ("u1", <size_t>&head.over - base),
        "due": ("u1", <size_t>&head.due - base),
    }


cdef object struct_dtype(dict fields, size_t size):
    """Return the dtype of a struct of `size` bytes; `fields` maps a name to (format, offset).

    Callers get offsets and size from the C compiler, so that dtype and struct cannot differ.
    """
    return np.dtype({
        "names": list(fields),
        "formats": [form for form, _ in fields.values()],
        "offsets": [offset for _, offset in fields.values()],
        "itemsize": size,
    })
