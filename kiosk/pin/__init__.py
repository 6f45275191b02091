"""The optional PIN for settings, backups and quitting."""
