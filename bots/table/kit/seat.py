"""How seats are told apart, in every game alike: by colour, and by shape for eyes that do not part colours."""

from urbanist.bots.table.kit.colour import Colour

#: From the colour-blind-safe set of Okabe and Ito, darkened so that white can be read on them; the fifth is slate.
COLOUR: tuple[Colour, ...] = ((0, 90, 160), (213, 94, 0), (0, 112, 82), (134, 52, 120), (72, 78, 90))
MARK = "●■▲◆▼"
