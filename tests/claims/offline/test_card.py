"""The card of the offline extractor says what the program says."""

import pytest

from quack.claims.extractors import extractor_quality
from quack.claims.offline.card import ANNOTATED, PUBLISHED
from quack.claims.offline.extractor import VERSION


@pytest.mark.parametrize("figure", [*ANNOTATED.values(), *PUBLISHED.values()])
def test_every_figure_stands_on_the_card(root, figure):
    assert f" {figure:.3f}" in (root / "quack/claims/offline/README.md").read_text("utf-8")


def test_a_version_that_nobody_measured_has_no_figures():
    assert (None, None) == (extractor_quality(f"offline {VERSION}0"), extractor_quality("other 1"))
    assert "F1 0.79" in extractor_quality(f"offline {VERSION}")
