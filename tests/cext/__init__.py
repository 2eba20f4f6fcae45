"""Tests of the kernels: each is compared with slow and obvious code."""
