"""Serial ports: discovery, opening, writing, status."""
