"""Kernels against the slowest code that could possibly be right."""
