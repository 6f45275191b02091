"""What is typed at the table: plays, tickets, counts, the board, and what puts entries right."""
