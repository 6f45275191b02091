"""Buttons, lights and serial displays, all optional."""
