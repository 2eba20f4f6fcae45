"""A program as a process: started under resource limits, read within bounds, ended with all its descendants.

Nothing here knows of games or of the bot protocol.
"""

from urbanist.bots.process.engine_process import Closed, EngineProcess, Flood, Silent
from urbanist.bots.process.resource_limits import ResourceLimits

__all__ = ["Closed", "EngineProcess", "Flood", "ResourceLimits", "Silent"]
