from urbanist.engine.observation import Layout

DETAILS: Layout
