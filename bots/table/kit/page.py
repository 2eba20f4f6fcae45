"""Pages of text that lie in the folder of a game."""


def read_page(package: str, name: str) -> str:
    """Return the text of a page in a package."""
    from importlib.resources import files

    return files(package).joinpath(name).read_text(encoding="utf-8")
