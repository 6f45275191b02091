"""What is new since an earlier version."""
