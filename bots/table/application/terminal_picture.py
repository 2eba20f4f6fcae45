"""The picture of a position in a terminal that shows pictures: by kitty's protocol, or by sixels."""

import sys
from contextlib import suppress
from io import BytesIO

from rich.console import Console

from urbanist.bots.table import NoPicture, draw_picture
from urbanist.bots.table.kit.language import marked, tr
from urbanist.bots.table.kit.player_view import PlayerView

NOT_INSTALLED = marked("Pictures in the terminal need: pip install 'urbanist[pictures]'.")
NOT_SHOWN = marked("This terminal shows no pictures. 'urbanist show FILE --svg FILE' writes one.")
#: Lines below a picture for the words.
ROOM = 2


def show_picture(pov: PlayerView) -> str:
    """Show the picture of a position until Enter; return a line that says why not, or an empty one.

    Nothing else may read from the terminal meanwhile: it is asked what it can show.
    """
    try:
        from textual_image import renderable

        from urbanist.bots.table.kit.picture.image import png

        # The import asks, too. A slow line answers too late now and then, so each picture asks again.
        if renderable.Image is renderable.SixelImage or renderable.sixel.query_terminal_support():
            kind: type = renderable.SixelImage
        elif renderable.Image is renderable.TGPImage or renderable.tgp.query_terminal_support():
            kind = renderable.TGPImage
        else:
            return tr(NOT_SHOWN)
        drawn = BytesIO(png(draw_picture(pov)))
    except ImportError:
        return tr(NOT_INSTALLED)
    except NoPicture:
        return tr("This game has no picture.")
    console = Console(file=sys.__stdout__)
    console.clear()
    console.print(kind(drawn, "auto", "auto"), width=console.width, height=console.height - ROOM)
    console.print(tr("Enter: back to the game"), end="", style="reverse")
    with suppress(EOFError, KeyboardInterrupt):
        input()
    return ""
