"""Benchmarks, one question in each file: `python -m pytest bench -q`."""
