"""What the project promises, shown."""
