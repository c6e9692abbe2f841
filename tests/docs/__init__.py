"""What the pages tell people to type is typed, and does what they say."""
