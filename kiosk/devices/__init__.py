"""Buttons, lights and displays connected to the kiosk."""
