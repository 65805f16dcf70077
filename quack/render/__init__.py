"""Pictures: what a player sees at its turn, and frames of a game that show all of it. Only here is Pillow used."""
