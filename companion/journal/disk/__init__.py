"""A log's file on its disk: whose it is, whether it is still there, and copies of it."""
