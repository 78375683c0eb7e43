"""Writes interference.json: S(lag)/S(0) of RoPE with d = 768 and base 10000 for equal components, at 50 lags below 5000,
to 50 digits and rounded once. Run: python3 tests/data/interference.py"""
import json
from pathlib import Path

from mpmath import cos, mp, mpf

mp.dps = 50
dimension, base, count, last = 768, 10000, 50, 4999

# The doubles nearest base^(-2i/dimension); curves are exact for those.
pairs = [mpf(float(mpf(base) ** (mpf(-2 * i) / dimension))) for i in range(dimension // 2)]
# Evenly spread in log(1 + lag) from 1 on, all different.
lags = sorted({max(i, round((1 + last) ** (i / count)) - 1) for i in range(1, count + 1)})
assert len(lags) == count and lags[-1] == last
values = [float(sum(cos(w * lag) for w in pairs) / len(pairs)) for lag in lags]
path = Path(__file__).with_name("interference.json")
path.write_text(json.dumps([{"lag": lag, "value": value} for lag, value in zip(lags, values)], indent=1) + "\n")
