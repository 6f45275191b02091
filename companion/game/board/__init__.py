"""The board on the table: as it is printed, as this table's is printed otherwise, and its ways."""
