"""What is said while a game goes on: at the screen, by a voice, to phones."""
