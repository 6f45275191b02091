"""A stock-take: counts of the real table compared with our state, and likely causes."""
