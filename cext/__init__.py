"""Kernels that know no game."""
