"""What somebody who means harm would try."""
