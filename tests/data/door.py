"""Writes door.json: what the door must answer, to 50 digits and rounded once. Run: python3 tests/data/door.py"""
import json
from pathlib import Path

from mpmath import cos, expm, matrix, mp, mpf, pi

mp.dps = 50


def frequencies(dimension, base):
    """The doubles nearest base^(-2i/dimension); curves are exact for those."""
    return [float(mpf(base) ** (mpf(-2 * i) / dimension)) for i in range(dimension // 2)]


def rope(dimension, base, lag):
    """S(lag)/S(0) for equal components: the mean over pairs of cos(frequency·lag)."""
    pairs = frequencies(dimension, base)
    return float(sum(cos(mpf(w) * lag) for w in pairs) / len(pairs))


def llama3(dimension, base, factor, low, high, original):
    out = []
    for i in range(dimension // 2):
        w = mpf(base) ** (mpf(-2 * i) / dimension)
        wavelength = 2 * pi / w
        smooth = (original / wavelength - low) / (high - low)
        if wavelength < mpf(original) / high:
            scaled = w
        elif wavelength > mpf(original) / low:
            scaled = w / factor
        else:
            scaled = (1 - smooth) * w / factor + smooth * w
        out.append(float(scaled))
    return out


def exponential(rows, time=1):
    x = matrix([[mpf(v) for v in row] for row in rows])
    value = expm(x * mpf(time), method="taylor")
    return {"rows": rows, "time": time, "value": [[float(value[i, j]) for j in range(len(rows))] for i in range(len(rows))]}


def seeded(n, scale):
    """Small dyadic numbers, so that the JSON holds them exactly."""
    state, out = 12345, []
    for _ in range(n):
        row = []
        for _ in range(n):
            state = (1103515245 * state + 12345) % 2**31
            row.append(((state >> 16) % 257 - 128) / 256 * scale)
        out.append(row)
    return out


answers = {
    "rope768": [{"lag": lag, "value": rope(768, 10000, lag)} for lag in (1, 10, 100, 1000, 5000)],
    "rope128": {"base": 500000, "lag": 4096, "value": rope(128, 500000, 4096)},
    "farCosine": float(cos(mpf(0.7) * 10**12)),
    "llama31": llama3(128, 500000, 8, 1, 4, 8192),
    "expm": [
        exponential([[0, 1, 0], [0, 0, 1], [0, 0, 0]]),
        exponential([[0, 1], [-1, 0]], 3),
        exponential([[-0.5, 100], [0, -0.25]]),
        exponential(seeded(8, 4)),
        exponential(seeded(12, 8)),
    ],
}
Path(__file__).with_suffix(".json").write_text(json.dumps(answers, indent=1) + "\n")
