"""Wording about whole games: terminal, history and exports."""
