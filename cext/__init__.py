"""Kernels that know no game. Whoever loads one learns first whether the processor can run it."""

from urbanist.cext.processor import refusal

if reason := refusal():
    raise ImportError(reason)
