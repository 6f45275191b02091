"""A log's file on disk: its owner, its identity and its copies."""
