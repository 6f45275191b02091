"""Exporting games as QR codes and files."""
