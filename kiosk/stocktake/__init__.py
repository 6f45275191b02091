"""Recounting the table and resolving differences."""
