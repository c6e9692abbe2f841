"""What the engine promises, shown."""
