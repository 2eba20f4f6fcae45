"""Akropolis drawn in a terminal."""
