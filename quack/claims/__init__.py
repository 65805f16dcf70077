"""Claims: what an utterance asserts, about whom, where and when; read from files, tied to a log."""
