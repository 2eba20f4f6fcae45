MEAN: object
MOVES: object
