"""Faults to survive; each with a control that fails where the defence is off."""
