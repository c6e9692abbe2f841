"""The post: gathers notices into letters, hands them over, and knows what became of them."""
