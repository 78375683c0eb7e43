"""Writes normals.json: samples as torch's CPU generator draws them, by its rules at 50 digits.
Run: python3 tests/data/make_normals.py

The bits are those of Python's own Mersenne Twister, whose state is set to init_genrand(seed). A draw of 16 or more:
24-bit uniforms; 1 - u and the angle 2π·u are rounded to f32, what follows is exact and rounded to f32 once. Fewer: 53-bit
uniforms, everything in doubles. `radii` are deviation·r, which errors are measured by.

torch-normal.json beside it is torch's own word (2.14, CPU): seed 42; torch.randn(16), randn(5), rand(8) after
manual_seed(42) each; and per "mean,deviation" the first samples of q = torch.normal(mean, deviation, (5000, 768)) and of k
drawn after it, the last of q, and the scores of q[4999] against all k by lag, under interleaved RoPE with base 10000, which
torch computed in f32.
"""
import json
import random
import struct
from pathlib import Path

from mpmath import cos, log, log1p, mp, mpf, pi, sin, sqrt

mp.dps = 50


def f32(x):
    return struct.unpack("f", struct.pack("f", float(x)))[0]


class Torch:
    def __init__(self, seed):
        state = [seed & 0xFFFFFFFF]
        for i in range(1, 624):
            state.append((1812433253 * (state[-1] ^ (state[-1] >> 30)) + i) & 0xFFFFFFFF)
        self.bits = random.Random()
        self.bits.setstate((3, (*state, 624), None))
        self.kept = None

    def uniform24(self):
        return (self.bits.getrandbits(32) & 0xFFFFFF) / 2**24

    def uniform53(self):
        high = self.bits.getrandbits(32)
        return (((high << 32) | self.bits.getrandbits(32)) & (2**53 - 1)) / 2**53

    def normal(self, mean, deviation, count):
        if count < 16:
            return [self.one(mean, deviation) for _ in range(count)]
        uniforms = [self.uniform24() for _ in range(count)]
        out = [None] * count
        for start in range(0, count - 15, 16):
            out[start : start + 16] = block(uniforms[start : start + 16], f32(mean), f32(deviation))
        if count % 16:
            out[-16:] = block([self.uniform24() for _ in range(16)], f32(mean), f32(deviation))
        return out

    def one(self, mean, deviation):
        if self.kept is None:
            turn, u = self.uniform53(), self.uniform53()
            r = sqrt(-2 * log1p(-mpf(u)))
            self.kept = r * sin(2 * pi * turn), r
            z = r * cos(2 * pi * turn)
        else:
            (z, r), self.kept = self.kept, None
        return f32(z * mpf(deviation) + mpf(mean)), float(mpf(deviation) * r)


def block(uniforms, mean, deviation):
    first, second = [], []
    for u1, u2 in zip(uniforms[:8], uniforms[8:], strict=True):
        r = sqrt(-2 * log(mpf(1 - u1)))
        angle = mpf(f32(f32(2 * pi) * u2))
        size = float(deviation * r)
        first.append((f32(r * cos(angle) * deviation + mean), size))
        second.append((f32(r * sin(angle) * deviation + mean), size))
    return first + second


def case(seed, mean, deviation, counts):
    torch = Torch(seed)
    draws = [torch.normal(mean, deviation, count) for count in counts]
    return {
        "seed": seed & 0xFFFFFFFF,
        "mean": mean,
        "deviation": deviation,
        "draws": [{"values": [x for x, _ in draw], "radii": [r for _, r in draw]} for draw in draws],
    }


cases = [
    case(42, 0, 1, [16, 640]),
    case(0, 1, 0.1, [33, 47]),  # the last 16 are drawn again
    case(7, -2, 3, [5, 3, 16, 1, 31, 2]),  # a second normal is kept across draws of any size
    case(4294967295, 0, 1e-3, [1, 15, 700, 17]),
]
Path(__file__).with_name("normals.json").write_text(json.dumps({"cases": cases}) + "\n")
