"""The weights of the networks that come with urbanist, and for each how it came about."""
