"""What an export is written in: pictures, tables, files for other programs, paper, codes."""
