"""Tests of pictures and terminal drawings."""
