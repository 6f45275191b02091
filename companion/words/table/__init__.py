"""Wording during a game: screen, voice and phones."""
