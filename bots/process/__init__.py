"""A program as a process: started under limits, read within bounds, and ended with all its descendants."""
