"""Webhooks: programs are told that something happened, signed, and never what is hidden."""
