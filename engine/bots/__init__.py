"""Players that choose from a view alone, and are handed their luck."""
