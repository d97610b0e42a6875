"""Weights in the safetensors format: a length, a header in JSON, then the numbers.

Matrices and kernels are kept as whole numbers with a scale for each output (`NAME.scale`), everything else in sixteen bits.
Nothing in such a file can run, and any program can read it. Written by hand so that nothing needs to be installed.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np

LONGEST_HEADER = 1 << 24
KINDS = {"F32": "<f4", "F16": "<f2", "I8": "i1"}
SCALE = ".scale"
# The largest whole number. Seven bits judge as well as sixteen (docs/log/networks.md), and compress to six.
MOST = 63


def write(path: str | Path, tensors: dict[str, np.ndarray], card: dict) -> None:
    """Writes tensors, with a card that says what they are."""
    header, parts, place = {"__metadata__": {"card": json.dumps(card)}}, [], 0
    for name, tensor in tensors.items():
        for kept, kind, numbers in rounded(name, tensor):
            header[kept] = {"dtype": kind, "shape": list(numbers.shape), "data_offsets": [place, place + numbers.nbytes]}
            parts.append(numbers.tobytes())
            place += numbers.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path = Path(path)
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(parts))
    unfinished.replace(path)


def rounded(name: str, tensor: np.ndarray) -> list[tuple[str, str, np.ndarray]]:
    """A tensor as it is kept: names, kinds and numbers."""
    tensor = np.ascontiguousarray(tensor, np.float32)
    if not np.isfinite(tensor).all():
        raise ValueError(f"{name} has numbers that are not finite")
    if tensor.ndim < 2:
        with np.errstate(over="ignore"):
            half = tensor.astype("<f2")
        if not np.isfinite(half).all():
            raise ValueError(f"{name} has numbers that sixteen bits cannot hold")
        return [(name, "F16", half)]
    rows = tensor.reshape(len(tensor), -1)
    scale = np.abs(rows).max(1, initial=0) / MOST
    whole = np.rint(rows / np.where(scale > 0, scale, 1)[:, None]).astype("i1")
    return [(name, "I8", whole.reshape(tensor.shape)), (name + SCALE, "F32", scale.astype("<f4"))]


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
        return {name: scaled(name, body, header) for name in header if not is_scale(name, header)}, card
    except (ValueError, KeyError, TypeError, AttributeError, struct.error) as error:
        raise ValueError(f"{path} holds no weights: {error}") from None


def tensor(body: bytes, entry: dict) -> np.ndarray:
    if entry["dtype"] not in KINDS:
        raise ValueError(f"numbers of kind {entry['dtype']}")
    begin, end = entry["data_offsets"]
    if not 0 <= begin <= end <= len(body):
        raise ValueError("it ends too early")
    return np.frombuffer(body[begin:end], KINDS[entry["dtype"]]).reshape(entry["shape"]).astype(np.float32)


def is_scale(name: str, header: dict) -> bool:
    """Whether it belongs to a tensor of whole numbers."""
    return name.endswith(SCALE) and header.get(name.removesuffix(SCALE), {}).get("dtype") == "I8"


def scaled(name: str, body: bytes, header: dict) -> np.ndarray:
    """A tensor; each row of whole numbers is multiplied by its scale."""
    numbers = tensor(body, header[name])
    if header[name]["dtype"] != "I8":
        return numbers
    return numbers * tensor(body, header[name + SCALE]).reshape(len(numbers), *[1] * (numbers.ndim - 1))
