"""Tests of the doors for other libraries."""
