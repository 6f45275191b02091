"""The machine under the kiosk: its screen and power, who watches over it, its memory."""
