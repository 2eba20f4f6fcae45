"""Tests of the checks of programs."""
