"""Warszawa drawn in a terminal."""
