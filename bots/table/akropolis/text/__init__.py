"""Akropolis in words."""
