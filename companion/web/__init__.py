"""The page for phones: its data, access control, and the HTTP server."""
