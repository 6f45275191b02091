"""Sounds and spoken announcements."""
