"""Tables in a browser: people elsewhere, bots and programs play a game by links, in pages and by a JSON interface."""
