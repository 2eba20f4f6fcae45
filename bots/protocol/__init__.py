"""The bot protocol, from both sides.

A `service.Service` serves a built-in bot to a referee; a `command.CommandBot` makes a bot of any program, and
`program.Program` asks it.
"""
