"""What is heard: short sounds of our own, and announcements that a voice speaks."""
