"""Kernels that know no game. The import raises `ImportError` on a processor that cannot run them."""

from urbanist.cext.processor import refusal

if reason := refusal():
    raise ImportError(reason)

from urbanist.cext.variant import load_level

load_level()
