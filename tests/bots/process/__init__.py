"""Tests of the processes of programs."""
