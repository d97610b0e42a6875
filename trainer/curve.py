"""The loss as a picture, written by hand so that nothing needs to be installed."""

from __future__ import annotations

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 720, 400, 70, 40, 30, 20
COLORS = {"train": "#1f77b4", "valid": "#d62728"}


def ticks(low: float, high: float, count: int = 5) -> list[float]:
    return [low + (high - low) * index / count for index in range(count + 1)]


def svg(log: list[dict], title: str) -> str:
    """A curve for each of training and validation loss over positions seen."""
    lines = {name: [(row["positions"], row[name]) for row in log if row.get(name)] for name in COLORS}
    points = [point for line in lines.values() for point in line] or [(0, 0.0)]
    right = max(x for x, _ in points) or 1
    values = sorted(y for _, y in points)
    # The first losses are large and teach nothing; the scale follows the rest.
    low, high = values[0], values[int(0.95 * (len(values) - 1))]
    margin = (high - low) * 0.05 or 1e-6
    low, high = low - margin, high + margin

    def across(x: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * x / right

    def up(y: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (min(y, high) - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="18" font-size="14">{title}</text>',
    ]
    for y in ticks(low, high):
        parts.append(f'<path d="M{LEFT} {up(y):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{up(y) + 4:.1f}" text-anchor="end">{y:.5f}</text>')
    for x in ticks(0, right):
        parts.append(f'<text x="{across(x):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{x / 1e6:.1f} M</text>')
    for index, (name, line) in enumerate(lines.items()):
        path = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{COLORS[name]}" stroke-width="1.5"/>')
        parts.append(f'<text x="{WIDTH - 130}" y="{TOP + 16 * (index + 1)}" fill="{COLORS[name]}">{name}</text>')
    return "\n".join([*parts, "</svg>\n"])
