"""The rules, for reference."""
