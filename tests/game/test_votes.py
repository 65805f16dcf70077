"""Who is voted out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quack.game.votes import winner_of


@pytest.mark.parametrize(
    ("cast", "out"),
    [
        ("aab", "a"),
        ("aabb", None),
        ("aab--", None),
        ("a--", None),
        ("aa-", "a"),
        ("---", None),
        ("abc", None),
        ("aaabbcc", "a"),
        ("a", "a"),
        ("", None),
    ],
)
def test_strictly_the_most_votes_put_a_player_out(cast, out):
    votes = {str(voter): None if target == "-" else target for voter, target in enumerate(cast)}
    assert out == winner_of(votes)


@given(st.lists(st.sampled_from(["a", "b", "c", None]), max_size=12), st.randoms())
def test_the_order_of_votes_does_not_matter_and_the_winner_beats_all(cast, rng):
    votes = dict(enumerate(cast))
    out = winner_of(votes)
    rng.shuffle(cast)
    assert out == winner_of(dict(enumerate(cast)))
    if out is None:
        best = max(map(cast.count, cast), default=0)
        assert cast.count(None) == best or sum(cast.count(each) == best for each in set(cast)) != 1
    else:
        assert all(cast.count(out) > cast.count(other) for other in set(cast) - {out})
