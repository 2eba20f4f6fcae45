"""Does a program keep to the bot protocol: one check a question, asked of the real process."""
