"""What an audit costs, in multiples of reading the same files; `make bench` runs it."""
