from urbanist.engine.observation import Layout

SIDES: tuple[str, ...]
RIVERS: tuple[str, ...]
DETAILS: Layout
