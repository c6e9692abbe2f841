"""The terminal tool: deal, step, watch, replay and verify matches kept in files."""
