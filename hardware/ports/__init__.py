"""Serial ports: which there are, how one is opened and written to, and how it is."""
