"""The graph of a rulebook's files as a picture: SVG of boxes and curves, for light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from quack.kb.file_graph import FileGraph
from quack.kb.program import spell

_WIDTH, _HEIGHT, _GAP, _ROW, _EDGE = 206, 30, 18, 92, 12
_STYLE = """
.paper { fill: #ffffff } .box { fill: #eef2f7; stroke: #5b6b7f } text { fill: #1c2530; font: 12px sans-serif }
.edge { fill: none; stroke: #8a98a8; stroke-width: 1.1 } .back { stroke-dasharray: 4 3 }
@media screen and (prefers-color-scheme: dark) {
  .paper { fill: #14181d } .box { fill: #232b35; stroke: #93a4b8 } text { fill: #e6ebf1 } .edge { stroke: #6b7a8c }
}
"""
Place = tuple[float, float]


def graph_svg(graph: FileGraph, title: str) -> str:
    """The picture as one SVG element.

    Args:
        title: what a reader that can't see it is told.
    """
    widest = max(map(len, graph.layers), default=1)
    per_row = min(widest, 6)
    rows = [layer[start : start + per_row] for layer in graph.layers for start in range(0, len(layer), per_row)]
    width = 2 * _EDGE + per_row * _WIDTH + (per_row - 1) * _GAP
    height = 2 * _EDGE + max(len(rows) - 1, 0) * _ROW + _HEIGHT
    places = dict(_places(rows, width))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(title)}">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
        *_curves(graph, places),
        *_boxes(places),
        "</svg>",
    ]
    return "\n".join(parts)


def _places(rows: list[tuple[str, ...]], width: float) -> Iterator[tuple[str, Place]]:
    for number, row in enumerate(rows):
        taken = len(row) * _WIDTH + (len(row) - 1) * _GAP
        start = (width - taken) / 2
        for column, name in enumerate(row):
            yield name, (start + column * (_WIDTH + _GAP), _EDGE + number * _ROW)


def _curves(graph: FileGraph, places: dict[str, Place]) -> Iterator[str]:
    for (one, other), predicates in graph.edges.items():
        (x, y), (x2, y2) = places[one], places[other]
        back = y2 <= y
        start, end = (x + _WIDTH / 2, y + (0 if back else _HEIGHT)), (x2 + _WIDTH / 2, y2 + (_HEIGHT if back else 0))
        bend = _ROW * 0.45 * (-1 if back else 1)
        path = f"M{start[0]:.0f} {start[1]:.0f} C{start[0]:.0f} {start[1] + bend:.0f} {end[0]:.0f} {end[1] - bend:.0f} "
        told = f"{one} → {other}: {', '.join(map(spell, predicates))}"
        kind = "edge back" if back else "edge"
        yield f'<path class="{kind}" d="{path}{end[0]:.0f} {end[1]:.0f}"><title>{escape(told)}</title></path>'


def _boxes(places: dict[str, Place]) -> Iterator[str]:
    for name, (x, y) in places.items():
        yield f'<rect class="box" x="{x:.0f}" y="{y:.0f}" width="{_WIDTH}" height="{_HEIGHT}" rx="6"/>'
        middle = f'x="{x + _WIDTH / 2:.0f}" y="{y + _HEIGHT / 2 + 4:.0f}"'
        yield f'<text {middle} text-anchor="middle">{escape(name)}</text>'
