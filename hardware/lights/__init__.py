"""Lights and buzzer: what is lit when, and the pins that light it."""
