"""Kernels that know no game. The import raises `ImportError` on a processor that cannot run them."""

from urbanist.cext.processor import refusal

if reason := refusal():
    raise ImportError(reason)

from urbanist.cext.variant import load_level

load_level()


def headers() -> str:
    """Return the folder of the C headers, which whoever compiles against our `.pxd` files includes."""
    from pathlib import Path

    return str(Path(__file__).parent)
