"""A session at any table: a game in progress that is saved after every move, in lines; and the review of a game.

Public: `session.Session`, `conversation.Conversation`, `screen.Screen`, `review.Review`, `save`.
"""
