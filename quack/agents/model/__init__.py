"""Model players: any model that litellm reaches takes a seat, is told what its player sees, and says what it does."""
