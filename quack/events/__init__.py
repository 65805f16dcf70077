"""What happened in a game: the events of its log, the reader, and the fold over them."""
