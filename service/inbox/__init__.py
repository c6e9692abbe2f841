"""The inbox: takes letters that come back, over SMTP, and nothing else."""
