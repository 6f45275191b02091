"""Lights and buzzer: when each is on, and how it is switched."""
