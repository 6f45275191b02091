"""Revealing tickets at the end of the game."""
