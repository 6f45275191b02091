"""Handles touches and keys of the window before they reach a screen."""
