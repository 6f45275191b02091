"""The rules as the table plays them: who may do what, what it scores, what is to be done then."""
