"""Every model, imported once, so that the metadata is whole before anything compares it."""

from service.store.heartbeats import Heartbeat

MODELS = (Heartbeat,)
