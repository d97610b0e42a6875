"""Weights in the safetensors format, in sixteen bits: a length, a header in JSON, then the numbers.

Nothing in such a file can run, and any program can read it. Written by hand so that nothing needs to be installed.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np

LONGEST_HEADER = 1 << 24


def write(path: str | Path, tensors: dict[str, np.ndarray], card: dict) -> None:
    """Writes tensors as sixteen-bit floating point, with a card that says what they are."""
    header, parts, place = {"__metadata__": {"card": json.dumps(card)}}, [], 0
    for name, tensor in tensors.items():
        with np.errstate(over="ignore"):
            half = np.ascontiguousarray(tensor, "<f2")
        if not np.isfinite(half).all():
            raise ValueError(f"{name} has numbers that sixteen bits cannot hold")
        header[name] = {"dtype": "F16", "shape": list(half.shape), "data_offsets": [place, place + half.nbytes]}
        parts.append(half.tobytes())
        place += half.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path = Path(path)
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(parts))
    unfinished.replace(path)


def read(path: str | Path) -> tuple[dict[str, np.ndarray], dict]:
    """Tensors in 32 bits and the card."""
    content = Path(path).read_bytes()
    try:
        (length,) = struct.unpack_from("<Q", content)
        if length > min(LONGEST_HEADER, len(content) - 8):
            raise ValueError("the header is longer than the file")
        header = json.loads(content[8 : 8 + length])
        card = json.loads(header.pop("__metadata__", {}).get("card", "{}"))
        body = content[8 + length :]
        return {name: tensor(body, entry) for name, entry in header.items()}, card
    except (ValueError, KeyError, TypeError, AttributeError, struct.error) as error:
        raise ValueError(f"{path} holds no weights: {error}") from None


def tensor(body: bytes, entry: dict) -> np.ndarray:
    if entry["dtype"] != "F16":
        raise ValueError(f"numbers of kind {entry['dtype']}")
    begin, end = entry["data_offsets"]
    if not 0 <= begin <= end <= len(body):
        raise ValueError("it ends too early")
    return np.frombuffer(body[begin:end], "<f2").reshape(entry["shape"]).astype(np.float32)
