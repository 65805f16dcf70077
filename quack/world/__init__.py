"""Names, rooms and corridors: the world that games are played in."""
