"""The machine: screen, power, watchdog and memory."""
