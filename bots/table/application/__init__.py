"""The full-screen application in which people play a session.

Public: `application.Application`.
"""
