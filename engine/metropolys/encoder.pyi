from urbanist.engine.observation import Layout, Quantity

DETAILS: Layout
QUANTITIES: tuple[Quantity, ...]
