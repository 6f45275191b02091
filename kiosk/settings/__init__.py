"""What the table has chosen, and where it chooses."""
