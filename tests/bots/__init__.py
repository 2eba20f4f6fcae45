"""Tests of the bots and of what people look at."""
