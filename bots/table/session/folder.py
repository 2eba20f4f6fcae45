"""The folders of the platform for what belongs to a person: saved games and results, and last choices."""

from pathlib import Path

from platformdirs import user_config_path, user_data_path


def data_folder() -> Path:
    """Return the folder, which may not exist yet; on Linux it is in `XDG_DATA_HOME`."""
    return user_data_path("urbanist", appauthor=False)


def results_file() -> Path:
    """Return the file of one's own results, which may not exist yet."""
    return data_folder() / "results.sqlite"


def config_folder() -> Path:
    """Return the folder for settings, which may not exist yet; on Linux it is in `XDG_CONFIG_HOME`."""
    return user_config_path("urbanist", appauthor=False)
