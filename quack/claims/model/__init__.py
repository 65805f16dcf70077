"""The model extractor: any model that litellm reaches, asked through DSPy for the claims of an utterance.

Nothing of it is imported before a command asks a model. Importing it prepares the client libraries, which read their
own environment when they are imported: they fetch nothing and keep nothing.
"""

from quack.settings import prepare_model_clients

prepare_model_clients()
