"""The export formats: pictures, tables, files for other programs, receipts, QR codes."""
