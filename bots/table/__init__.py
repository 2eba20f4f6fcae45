"""What people look at: pictures and terminal drawings of a game."""

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.table import NoPicture, PlainTable, RankingTable, Table

__all__ = ["NoPicture", "PlainTable", "RankingTable", "Sight", "Table", "table_of"]


def table_of(game: str) -> Table:
    """Return the table of a game by its name."""
    # Imported where asked for: the picture of a game needs no terminal.
    from urbanist.bots.table.akropolis.table import AkropolisTable
    from urbanist.bots.table.metropolys.table import MetropolysTable
    from urbanist.bots.table.warszawa.table import WarszawaTable

    tables: dict[str, type[Table]] = {
        "akropolis": AkropolisTable,
        "metropolys": MetropolysTable,
        "warszawa": WarszawaTable,
    }
    return tables.get(game, PlainTable)()
