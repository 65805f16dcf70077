"""How the game is played: who sees what."""
