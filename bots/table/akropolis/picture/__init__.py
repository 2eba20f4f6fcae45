"""Akropolis drawn as a picture."""
