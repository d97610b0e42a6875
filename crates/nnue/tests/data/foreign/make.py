#!/usr/bin/env python3
"""Makes small networks in layouts of other trainers, with what they say about a few positions.

    python3 crates/nnue/tests/data/foreign/make.py

Written without a look at the Rust code, in plain Python: pieces, views and arithmetic are told a second time here.
"""

import pathlib
import random
import struct

HERE = pathlib.Path(__file__).parent
ROLES = "pnbrqk"
POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 b - - 0 9",
    "6k1/5ppp/8/8/8/1q6/5PPP/2R3K1 b - - 0 1",
    "2kr3r/ppp2ppp/2n5/2b1q3/4n3/2N2N2/PPPQ1PPP/R1B1KB1R w KQ - 0 11",
]

# name, neurons, activation, QA, QB, scale, mirrored, transposed, a8 first, enemy first, bytes of the bias, padding
LAYOUTS = [
    ("screlu", 16, "screlu", 255, 64, 400, False, False, False, False, 2, b"bullet"),
    ("crelu", 8, "crelu", 255, 64, 400, False, False, False, False, 2, b""),
    ("turned", 8, "crelu", 127, 100, 315, False, True, True, True, 4, b""),
    ("mirrored", 40, "screlu", 181, 32, 250, True, False, False, False, 2, b"\0"),
]


def pieces(fen):
    """(is white, role, square) of every piece, and whether White is to move."""
    placement, turn = fen.split()[:2]
    found = []
    for row, line in enumerate(placement.split("/")):
        file = 0
        for letter in line:
            if letter.isdigit():
                file += int(letter)
            else:
                found.append((letter.isupper(), ROLES.index(letter.lower()), 8 * (7 - row) + file))
                file += 1
    return found, turn == "w"


def features(found, white, mirrored, a8_first, enemy_first):
    king = next(square for own, role, square in found if own == white and role == 5)
    flip_files = mirrored and king % 8 > 3
    for own, role, square in found:
        rank, file = divmod(square, 8)
        if not white:
            rank = 7 - rank
        if flip_files:
            file = 7 - file
        if a8_first:
            rank = 7 - rank
        enemy = own != white
        yield 384 * (enemy != enemy_first) + 64 * role + 8 * rank + file


def towards_zero(numerator, denominator):
    quotient = abs(numerator) // denominator
    return quotient if numerator >= 0 else -quotient


def main():
    rng = random.Random(18)
    table = open(HERE / "golden.tsv", "w", encoding="utf-8")
    table.write("network\tfen\tscore\n")
    for name, n, activation, qa, qb, scale, mirrored, transposed, a8, enemy_first, bias_bytes, filler in LAYOUTS:
        weights = [[rng.randint(-qa // 3, qa // 3) for _ in range(n)] for _ in range(768)]
        biases = [rng.randint(-qa // 4, qa) for _ in range(n)]
        most = 100 if activation == "screlu" else 3000
        output = [rng.randint(-most, most) for _ in range(2 * n)]
        bias = rng.randint(-5000, 5000)
        if transposed:
            flat = [weights[feature][neuron] for neuron in range(n) for feature in range(768)]
        else:
            flat = [weight for row in weights for weight in row]
        numbers = flat + biases + output
        data = struct.pack(f"<{len(numbers)}h", *numbers) + struct.pack("<h" if bias_bytes == 2 else "<i", bias)
        if filler:
            missing = -len(data) % 64
            data += (filler * 64)[:missing]
        (HERE / f"{name}.bin").write_bytes(data)
        for fen in POSITIONS:
            found, white_moves = pieces(fen)
            total = 0
            for side, half in ((white_moves, output[:n]), (not white_moves, output[n:])):
                sums = list(biases)
                for feature in features(found, side, mirrored, a8, enemy_first):
                    sums = [total_so_far + weight for total_so_far, weight in zip(sums, weights[feature])]
                clipped = [min(max(value, 0), qa) for value in sums]
                if activation == "screlu":
                    clipped = [value * value for value in clipped]
                total += sum(value * weight for value, weight in zip(clipped, half))
            if activation == "screlu":
                total = towards_zero(total, qa)
            score = towards_zero((total + bias) * scale, qa * qb)
            table.write(f"{name}\t{fen}\t{score}\n")


main()
