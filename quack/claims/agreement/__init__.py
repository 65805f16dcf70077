"""How far claims agree with gold claims: the fixed yardstick for extractors, and what it looks at.

`compare_claims` compares the claims of one utterance, `score_files` two files or two trees of them.
"""

from quack.claims.agreement.message import Agreement, compare_claims, pooled
from quack.claims.agreement.rates import Rate

__all__ = ["Agreement", "Rate", "compare_claims", "pooled"]
