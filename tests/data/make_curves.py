"""Writes curves.json: scores of blocks at near and far lags, to 60 digits. Run: python3 tests/data/make_curves.py

A case: blocks [kind, rate, frequency, size], query and key in block coordinates; then lags, the score at each and its
size Σ|c·τ^l/l!·e^{rate·τ}|, by which an error is measured.
"""
import json
import random
from pathlib import Path

from mpmath import cos, exp, factorial, mp, mpf, sin

mp.dps = 60


def score(case, tau):
    """q^T e^{tau X} k, entry by entry of each block, and its size."""
    q, k, at = case["query"], case["key"], 0
    total, size = mpf(0), mpf(0)
    for kind, rate, frequency, length in case["blocks"]:
        width = 1 if kind == "real" else 2
        growth = exp(mpf(rate) * tau)
        for l in range(length):
            re = im = mpf(0)
            for i in range(length - l):
                a, b = at + width * i, at + width * (i + l)
                if kind == "real":
                    re += mpf(q[a]) * k[b]
                else:
                    re += mpf(q[a]) * k[b] + mpf(q[a + 1]) * k[b + 1]
                    im += mpf(q[a]) * k[b + 1] - mpf(q[a + 1]) * k[b]
            # (re + i·im)·e^{(rate + i·frequency)·tau}·tau^l/l!
            phase = mpf(frequency) * tau
            weight = growth * tau**l / factorial(l)
            total += weight * (re * cos(phase) - im * sin(phase))
            size += abs(weight) * (re * re + im * im) ** mpf("0.5")
        at += width * length
    return total, size


def answered(case, lags):
    answers = [score(case, mpf(tau)) for tau in lags]
    return {"lags": lags, "values": [float(v) for v, _ in answers], "sizes": [float(s) for _, s in answers]}


def case(blocks, dice):
    dimension = sum((1 if kind == "real" else 2) * size for kind, _, _, size in blocks)
    vector = lambda: [round(dice.uniform(-2, 2), 3) for _ in range(dimension)]
    return {"blocks": blocks, "query": vector(), "key": vector()}


def bunches(dice, width):
    """Lags in no order, several within `width` of each of some places, near and far, and a few alone."""
    lags = [-3e5, 0.0, 1e-9, 123456.789, 7e13]
    for place in (0, 2, 40, -300, 5e3, 1e6, -1e9, 1e12, 1e15):
        lags += [place + width * i / 8 for i in range(8)]
    dice.shuffle(lags)
    return lags


def main():
    dice = random.Random(1)
    clocks = case([["pair", 0, 10 ** (-i / 6), 1] for i in range(12)] + [["real", 0, 0, 1]], dice)
    damped = case([["pair", -0.01 * (i % 3), -(0.7**i), 1] for i in range(8)] + [["real", -0.25, 0, 1]], dice)
    chains = case([["pair", 0, 0.9, 2], ["pair", -0.003, 0.31, 3], ["real", -0.02, 0, 4], ["pair", 0, -0.05, 1]], dice)
    cases = []
    for one in (clocks, damped, chains):
        one["list"] = answered(one, [tau for tau in bunches(dice, 2) if one is clocks or tau >= 0])
        one["grids"] = []
        for start, step in ((0, 1), (-60, 0.5), (40, -1), (2**20, 7), (1e12, 1), (1e15 - 250, 1)):
            if one is not clocks and start < 0:
                continue
            picked = sorted(dice.sample(range(250), 24)) if step > 0 else list(range(0, 41, 2))
            grid = answered(one, [start + step * j for j in picked])
            one["grids"].append({"start": start, "step": step, "count": 251 if step > 0 else 41, "at": picked, **grid})
        cases.append(one)
    Path(__file__).with_name("curves.json").write_text(json.dumps(cases) + "\n")


main()
