"""A program as a process: started under resource limits, read within bounds, ended with all its descendants.

Nothing here knows of games or of the bot protocol. Public: `engine_process.EngineProcess`.
"""
