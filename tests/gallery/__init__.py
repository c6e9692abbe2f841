"""The gallery: letters and pages as people see them, drawn by a real browser."""
