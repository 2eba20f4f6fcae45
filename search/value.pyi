WIDTH: int
