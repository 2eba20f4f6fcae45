"""What people look at: pictures and terminal drawings of a game."""

from urbanist.bots.table.base import NoPicture, PlainTable, RankingTable, Sight, Table, Worth

__all__ = ["NoPicture", "PlainTable", "RankingTable", "Sight", "Table", "Worth", "table_of"]


def table_of(game: str) -> Table:
    """Return the table of a game by its name."""
    # Imported where asked for: the picture of a game needs no terminal.
    from urbanist.bots.table.akropolis.terminal import AkropolisTable
    from urbanist.bots.table.metropolys.terminal import MetropolysTable
    from urbanist.bots.table.warszawa.terminal import WarszawaTable

    tables: dict[str, type[Table]] = {
        "akropolis": AkropolisTable,
        "metropolys": MetropolysTable,
        "warszawa": WarszawaTable,
    }
    return tables.get(game, PlainTable)()
