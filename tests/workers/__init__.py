"""Celery tasks and the processes that run them."""
