"""Tests of the bots, the command line and the table."""
