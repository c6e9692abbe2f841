"""The operator's tools: backups, checks, repairs, keys and retention, each with a command."""


class OperatingError(Exception):
    """What cannot be done, in a sentence for the operator."""
