"""The folder of the platform for what belongs to a person: saved games and results."""

from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """Return the folder, which may not exist yet; on Linux it is in `XDG_DATA_HOME`."""
    return user_data_path("urbanist", appauthor=False)
