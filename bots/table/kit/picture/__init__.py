"""Parts of drawings in a picture."""
