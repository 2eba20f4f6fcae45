"""Thompson sampling for the search of urbanist: the row of the verb."""

from urbanist.search import Selection

#: The function is found when a search needs it, so the row costs nothing.
THOMPSON = Selection(
    "thompson",
    "urbanist_thompson.rule:THOMPSON",
    "the move whose value, drawn by what is known of it, is the highest",
)
