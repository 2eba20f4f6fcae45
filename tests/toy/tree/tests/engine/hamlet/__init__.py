"""What the tests know of Hamlet."""
