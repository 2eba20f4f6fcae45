from urbanist.engine.observation import Layout

NAMES: tuple[str, ...]
DETAILS: Layout
