"""Random input that is nearly right: it is accepted, or it is refused in one clear line.

The suite runs few examples of each test. `make fuzz FOR=3600` runs new ones for so many seconds, over the build that
checks memory access and undefined behaviour. `guided` does the same for readers of texts with atheris. What was found
once has a test of its own beside what it broke.
"""
