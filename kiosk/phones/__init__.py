"""Phones at the table: let in by a code, each at its seat."""
