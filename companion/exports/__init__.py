"""Exports games as data files, pictures, QR codes and receipts."""
