"""Repeat the tests of this folder with new examples for so many seconds, or until one fails.

python -m tests.fuzz 3600 [arguments of pytest]
"""

import subprocess
import sys
import time
from pathlib import Path


def main() -> int:
    """Run round after round; return the exit status of the last one."""
    seconds, *arguments = sys.argv[1:]
    began = time.monotonic()
    rounds = 0
    while time.monotonic() - began < float(seconds):
        rounds += 1
        command = [sys.executable, "-m", "pytest", "-q", "--hypothesis-profile", "fuzz", *arguments]
        status = subprocess.run([*command, str(Path(__file__).parent)], check=False).returncode
        if status:
            return status
        print(f"{rounds} rounds in {time.monotonic() - began:.0f} s, nothing found", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
