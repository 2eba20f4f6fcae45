"""Doors for other libraries: the games as environments of Gymnasium and PettingZoo, and as games of OpenSpiel.

Each module imports its library, which an extra of the same name installs.
"""
