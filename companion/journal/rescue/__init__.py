"""What is done for a log that is damaged or cannot be read."""
