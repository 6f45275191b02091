"""A stock-take in progress: its counts, and how to settle differences."""
