"""What is wired where: the file that people write, and its changes."""
