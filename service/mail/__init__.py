"""Letters and how they leave."""
