"""How the suite runs, whatever it tests."""

import os
import signal

from hypothesis import settings

# A busy machine is slow now and then; how long a case takes is for bench/ to say.
settings.register_profile("desk", deadline=None)
# Where nobody is there to look for a rare case, the same cases come every time.
settings.register_profile("ci", parent=settings.get_profile("desk"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# Whoever starts the suite in the background has it ignore these, and so the commands it starts and interrupts.
for number in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
