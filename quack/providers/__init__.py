"""What everybody shares who asks a model: who is asked and how often, what may go wrong, and what it costs.

Nothing here loads a client library before a model is asked or looked up.
"""
