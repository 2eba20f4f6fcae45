"""Warszawa drawn as a picture."""
