"""Pages of text that lie in the folder of a game."""

from urbanist.bots.table.kit.language import chosen


def read_page(package: str, name: str) -> str:
    """Return the text of a page in a package, in the language that is spoken: `rules.pl.md` for `rules.md`."""
    from importlib.resources import files

    begin, dot, end = name.rpartition(".")
    own, english = files(package) / f"{begin}.{chosen()}{dot}{end}", files(package) / name
    return (own if own.is_file() else english).read_text(encoding="utf-8")
