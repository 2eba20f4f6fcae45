WIDTH: int
MAX_WIDTH: int
