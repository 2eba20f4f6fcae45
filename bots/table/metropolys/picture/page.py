"""The measures of the picture: the page in board units, and the order of its layers."""

from urbanist.bots.table.kit.picture.sheet import Sheet

SHEET = Sheet(1600, 1100, 8.6, left=-7.0, top=-12.5)

PANEL_LEFT, PANEL_RIGHT = 147.6, SHEET.right - 2.6
LEGEND_TOP = 106.6

#: Layers from the ground up; buildings stand in front of those behind them.
GROUND, LAND, WATER, BRIDGE, PATH, SIGN, TOWER = range(1, 8)
