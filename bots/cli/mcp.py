"""Let an agent play: the tables as tools of the Model Context Protocol.

It speaks the protocol on standard input and output, and ends with its input. An agent lists the games, opens a table,
looks, plays legal moves, and asks for hints and rules.
"""

import asyncio
from pathlib import Path

import click

from urbanist.bots.cli.shared_options import tables_option
from urbanist.bots.table.session.settings import data_folder


@click.command(help=__doc__)
@tables_option
def mcp(data: Path | None) -> None:
    """Serve an agent until its input ends."""
    try:
        from urbanist.bots.server.agent_tools import serve_agent
    except ModuleNotFoundError as error:
        raise click.ClickException(f"mcp needs {error.name}: pip install 'urbanist[mcp]'") from None
    asyncio.run(serve_agent(data or data_folder() / "mcp"))
