MOVE: tuple[str, ...]
