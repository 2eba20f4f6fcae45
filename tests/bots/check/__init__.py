"""Checks of programs, mirrored from bots/check."""
