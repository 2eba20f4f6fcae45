"""Parts of drawings in a terminal."""
