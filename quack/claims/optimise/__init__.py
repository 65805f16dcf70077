"""Better instructions and examples for the model extractor, found by DSPy's optimisers on labelled games.

Lessons are labelled utterances (`lessons`), split by game (`split`). An optimiser (`optimisers`) tries programs on
them; canonical F1 (`metric`) tells which is better. Every answer of a model is kept (`answers`), so that a run that was
broken off asks nothing twice and ends where it would have ended (`run`).
"""
