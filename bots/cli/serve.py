"""Play the games in a browser: alone, with friends by links, with bots and programs.

Open the address that is printed. A table goes on where it stood when it is started again with the same --data.

This machine alone can open it, unless --host names an address that others can reach. Then anybody who knows it can open
tables. Put a server with TLS, such as Caddy or nginx, before it, and tell by --origin how the world sees it, with the
path if it has one.
"""

import webbrowser
from contextlib import suppress
from pathlib import Path
from threading import Thread

import click

from urbanist.bots.cli.page_server import check_server, origin_option
from urbanist.bots.cli.shared_options import tables_option
from urbanist.bots.players.spec import is_builtin, parse_builtin
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.player_view import is_human
from urbanist.bots.table.session.settings import tables_folder
from urbanist.engine.message import UserError
from urbanist.engine.name import check_apart, checked_name

#: Where it listens if nothing is said.
HOST, PORT = "127.0.0.1", 8000


def _named_bots(_: click.Context, _option: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    """Return built-in bots by the names that people of the server read."""
    bots: dict[str, str] = {}
    for text in texts:
        name, bot = text.partition("=")[::2]
        if not bot or is_builtin(name) or is_human(name) or name in bots:
            raise click.UsageError(
                f"--bot {text}: expected a name of its own and a built-in bot, such as net=ismcts:weights=net.onnx"
            )
        try:
            parse_builtin(bot)
            bots[checked_name(name)] = bot
            check_apart(bots)
        except UserError as error:
            raise click.UsageError(f"--bot {text}: {error}") from None
    return bots


@click.command(help=__doc__)
@click.option("--host", default=HOST, help="The address to listen at; 0.0.0.0 for all of this machine.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, help="The port; 0 for a free one.")
@tables_option
@origin_option
@click.option("--cluster", metavar="ADDRESS", help="Let bots think on the workers of this Dask scheduler.")
@click.option(
    "--disk",
    type=click.FloatRange(0.1),
    default=4096,
    metavar="MIB",
    help="The most that tables may take up.",
)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="NAME=BOT",
    callback=_named_bots,
    help="Offer a bot beside the levels, by a name; may be repeated.",
)
@click.option(
    "--league",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Show the league of a folder, too.",
)
def serve(
    host: str,
    port: int,
    data: Path | None,
    origin: str,
    cluster: str | None,
    disk: float,
    bots: dict[str, str],
    league: Path | None,
) -> None:
    """Serve tables until Ctrl-C."""
    check_server("serve")
    from urbanist.bots.server.page_frame import is_loopback  # late: few use it
    from urbanist.bots.server.run import serve_tables

    if not is_loopback(host) and not origin:
        click.echo(
            "others can reach this server, without TLS: keys of seats can be read on the way", err=True
        )
    more = []
    if league is not None:
        from urbanist.bots.server.contest.site import league_part  # late: few show one

        more.append(league_part(league))
    folder = data or tables_folder()
    serve_tables(
        host,
        port,
        folder,
        lambda at: click.echo(f"serving {at}"),
        origin=origin,
        cluster=cluster,
        disk=disk,
        bots=bots,
        more=more,
    )


def open_browser() -> None:
    """Serve tables until Ctrl-C, on a free port if the usual one is taken, and open their home in the browser."""
    check_server("serve")
    from urbanist.bots.server.run import serve_tables  # late: few use it

    def say(address: str) -> None:
        click.echo(tr("Tables at {address}: Ctrl-C ends this.", address=address))
        # In a thread of its own: a browser in the terminal comes back only when it is left.
        Thread(target=webbrowser.open, args=[address], daemon=True).start()

    folder = tables_folder()
    with suppress(KeyboardInterrupt):
        try:
            serve_tables(HOST, PORT, folder, say)
        except UserError:
            serve_tables(HOST, 0, folder, say)
