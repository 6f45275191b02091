"""A stock-take: what was counted on the table against what we believe, and why it differs."""
