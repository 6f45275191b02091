"""The map: its geometry, its drawing and its touches."""
