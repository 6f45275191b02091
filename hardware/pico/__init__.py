"""Firmware for a button box; it runs on its microcontroller, not here."""
