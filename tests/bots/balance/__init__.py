"""Tests of the balance of games."""
