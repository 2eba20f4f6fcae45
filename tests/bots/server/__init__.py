"""Tables in a browser: the real server, asked over HTTP."""
