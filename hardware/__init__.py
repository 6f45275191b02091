"""Buttons, lights and serial displays: devices around the table, none of them needed."""
