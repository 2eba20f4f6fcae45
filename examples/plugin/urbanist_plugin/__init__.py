"""The plugin: the row of a verb, which names the function in `thompson.pyx`, and a game."""

from urbanist.search import Selection

THOMPSON = Selection(
    "thompson",
    "urbanist_plugin.thompson:THOMPSON",
    "the move whose value, drawn by what is known of it, is the highest",
)
