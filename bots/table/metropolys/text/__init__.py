"""Metropolys in words."""
