"""What is shown when something of our own went wrong."""
