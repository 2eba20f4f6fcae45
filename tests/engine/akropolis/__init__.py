"""Tests of Akropolis."""
