"""Screens shown after errors."""
