from urbanist.engine.observation import Layout, Quantity

SIDES: tuple[str, ...]
RIVERS: tuple[str, ...]
DETAILS: Layout
QUANTITIES: tuple[Quantity, ...]
