"""What is wired beside the screen."""
