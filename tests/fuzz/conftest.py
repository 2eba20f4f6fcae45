"""Settings of these tests."""

import os

# `make fuzz` loads the sanitizer into this process. Programs that a test starts have a limit of memory, which is less
# than the sanitizer reserves.
os.environ.pop("LD_PRELOAD", None)
