"""The review of a game as one HTML page: every position as a picture, the graph, the moves and what they cost."""

from urbanist.bots.table.page.page import page
from urbanist.bots.table.page.story import Story

__all__ = ["Story", "page"]
