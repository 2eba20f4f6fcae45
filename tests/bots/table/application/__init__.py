"""The application on a full screen."""
