"""Out of the kiosk: finished games as files, codes, pictures and receipts for elsewhere."""
