"""How the suite runs, whatever it tests."""

import os

from hypothesis import settings

# A busy machine is slow now and then; how long a case takes is for bench/ to say.
settings.register_profile("desk", deadline=None)
# Where nobody is there to look for a rare case, the same cases come every time.
settings.register_profile("ci", parent=settings.get_profile("desk"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")
