"""What the decisions of a recorded game were worth."""
