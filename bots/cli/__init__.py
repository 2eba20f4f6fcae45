"""The command line, one module a command.

`main.main` is the program `urbanist`.
"""
