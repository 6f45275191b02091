"""News about each version."""
