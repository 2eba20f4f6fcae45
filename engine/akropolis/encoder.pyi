from urbanist.engine.observation import Layout, Quantity

NAMES: tuple[str, ...]
DETAILS: Layout
QUANTITIES: tuple[Quantity, ...]
CROP_SHAPE: tuple[int, int]
