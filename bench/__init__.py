"""Questions of speed, one file each: `python -m pytest bench -q`."""
