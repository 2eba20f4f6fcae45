"""Warszawa in words."""
