"""Saying things: points to make, the words for them, and the exact labels of what was claimed."""
