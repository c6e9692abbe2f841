"""Celery tasks, as thin as the API."""
