"""Pages of an audit: what they show as data (frozen models), the HTML around it, and the files."""
