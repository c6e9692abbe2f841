"""Everything that touches people and storage."""
