"""A table set on one USB cable: what runs on its microcontroller, not here."""
