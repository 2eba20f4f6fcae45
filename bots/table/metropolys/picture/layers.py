"""The layers of a Metropolys picture from the ground up; buildings hide what is behind them."""

GROUND, LAND, WATER, BRIDGE, PATH, SIGN, TOWER = range(1, 8)
