"""The measures of the picture: the page in board units, and the order of its layers."""

WIDTH, HEIGHT = 1600, 1100
DPI = 100

#: Pixels, and points of type, to one board unit.
SCALE = 8.6
POINTS = SCALE * 72 / DPI

LEFT, TOP = -7.0, -12.5
RIGHT, BOTTOM = LEFT + WIDTH / SCALE, TOP + HEIGHT / SCALE

PANEL_LEFT, PANEL_RIGHT = 147.6, RIGHT - 2.6
LEGEND_TOP = 106.6

#: Layers from the ground up; buildings stand in front of those behind them.
GROUND, LAND, WATER, BRIDGE, PATH, SIGN, TOWER = range(1, 8)
