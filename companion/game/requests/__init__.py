"""What is asked of the referee as plain data, field by field, and how people may write it."""
