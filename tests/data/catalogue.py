"""Writes catalogue.json: scores of the catalogue's encodings by their papers' formulas, to 50 digits and rounded once.

Each encoding is written out here on its own, position by position where the paper does (queries and keys moved by their own
positions), so that nothing is shared with the library but the definitions. Rates and frequencies are the nearest doubles, as
the library keeps them. Run: python3 tests/data/catalogue.py
"""
import json
from pathlib import Path

from mpmath import cos, exp, expm, linspace, log, log1p, matrix, mp, mpf, pi, sin, sqrt

mp.dps = 50


def dyadic(n, state):
    """Small numbers that JSON holds exactly."""
    out = []
    for _ in range(n):
        state = (1103515245 * state + 12345) % 2**31
        out.append(((state >> 16) % 257 - 128) / 64)
    return out


def double(x):
    return mpf(float(x))


def dot(a, b):
    return sum((mpf(x) * mpf(y) for x, y in zip(a, b)), mpf(0))


def pairs_of(d, layout):
    return [(i, i + d // 2) if layout == "half" else (2 * i, 2 * i + 1) for i in range(d // 2)]


def rotated(x, place, angles, pairs):
    out = [mpf(v) for v in x]
    for angle, (i, j) in zip(angles, pairs):
        c, s = cos(angle * place), sin(angle * place)
        out[i], out[j] = c * x[i] - s * x[j], s * x[i] + c * x[j]
    return out


def ladder(d, base=10000):
    return [double(mpf(base) ** (mpf(-2 * i) / d)) for i in range(d // 2)]


def damped(d, q, k, lag, angles, rates, layout, rest=0):
    """Queries at `lag`, keys at 0, both turned forward; each pair fades by its own rate."""
    pairs = pairs_of(2 * len(angles), layout)
    q, k = rotated(q, mpf(lag), angles, pairs), rotated(k, mpf(0), angles, pairs)
    score = sum(exp(rate * lag) * (q[i] * k[i] + q[j] * k[j]) for rate, (i, j) in zip(rates, pairs))
    return score + exp(rest * lag) * dot(q[2 * len(angles) :], k[2 * len(angles) :])


def slope(heads, head):
    def power(n):
        return [mpf(2) ** (mpf(-8 * h) / n) for h in range(1, n + 1)]

    c = 2 ** (heads.bit_length() - 1)
    return double((power(c) + power(2 * c)[0::2])[:heads][head - 1])


def alibi(e, q, k, lag, _):
    m = mpf(e["slope"]) if "slope" in e else slope(e["heads"], e["head"])
    return dot(q, k) - m * abs(mpf(lag)) if e.get("bidirectional") else dot(q, k) - m * lag


def xpos(e, q, k, lag, _):
    d = e["dimension"]
    rates = [double(log((2 * i + mpf(4) / 10 * d) / (mpf(14) / 10 * d)) / 512) for i in range(d // 2)]
    return damped(d, q, k, lag, ladder(d), rates, e.get("layout", "interleaved"))


def retnet(e, q, k, lag, _):
    d = e["dimension"]
    angles = ladder(d)
    if e.get("angles") == "linspace":
        angles = [double(mpf(10000) ** -x) for x in linspace(0, 1, d // 2)]
    rate = double(log(1 - mpf(2) ** (-5 - e["head"])))
    return damped(d, q, k, lag, angles, [rate] * (d // 2), e.get("layout", "interleaved"))


def lightning(e, q, k, lag, _):
    h, layer, layers = e.get("head", 1), e.get("layer", 0), e.get("layers", 24)
    rate = float(-(mpf(8) / e.get("heads", 8)) * (1 - mpf(layer) / layers) * h)
    return exp(mpf(rate) * lag) * dot(q, k)


def told(e, default, lag, position):
    """Φ at the query less Φ at the key."""
    clock = e.get("clock", default)
    if not isinstance(clock, list):
        return mpf(clock) * lag
    return sum((mpf(step) for step in clock[position - lag + 1 : position + 1]), mpf(0))


def gla(e, q, k, lag, position):
    return exp(-told(e, float(log(mpf(2)) / 16), lag, position)) * dot(q, k)


def fox(e, q, k, lag, position):
    return dot(q, k) - told(e, float(log1p(exp(mpf(-5)))), lag, position)


def mamba(e, q, k, lag, position):
    d = e["dimension"]
    turning = 2 * int(d * e.get("fraction", 0.5) / 2)
    angles = [mpf(a) for a in e["angles"]] if "angles" in e else [mpf(float(pi) * float(w)) for w in ladder(turning)]
    rate = mpf(e.get("rate", -1))
    clock = e.get("clock", 0.01)
    if isinstance(clock, list):
        lag = told(e, 0.01, lag, position)
    else:
        angles, rate = [mpf(clock * float(a)) for a in angles], mpf(clock * float(rate))
    return damped(d, q, k, lag, angles, [rate] * len(angles), "interleaved", rate)


def grape_m(e, q, k, lag, _):
    d = e["dimension"]
    if "a" not in e:
        # y1 = x1 cos + x2 sin: the other way round
        return damped(d, q, k, lag, [-w for w in ladder(d)], [0] * (d // 2), "half")
    a, b = matrix(e["a"]), matrix(e["b"])
    L = a * b.T - b * a.T
    return (matrix(q).T * expm(L * mpf(lag), method="taylor").T * matrix(k))[0]


def grape_a(e, q, k, lag, _):
    def softplus(x):
        return log1p(exp(x))

    root = sqrt(mpf(e["dimension"]))
    gate = sum(softplus(dot(e[name], x) / root) if name in e else log(mpf(2)) for name, x in (("v", q), ("u", k)))
    return dot(q, k) - mpf(e.get("slope", 0.0625)) * gate * lag


formulas = {
    "alibi": alibi,
    "xpos": xpos,
    "retnet": retnet,
    "lightning": lightning,
    "gla": gla,
    "fox": fox,
    "mamba": mamba,
    "grape-m": grape_m,
    "grape-a": grape_a,
}
grid = [0, 1, 2, 7, 40, 63, 500, 4096, 100000]
clock = [abs(x) / 8 for x in dyadic(64, 9)]
cases = [
    ({"kind": "alibi", "slope": 0.25, "dimension": 0}, grid),
    ({"kind": "alibi", "heads": 12, "head": 11, "dimension": 3}, grid + [-5]),
    ({"kind": "alibi", "heads": 8, "head": 3, "dimension": 3, "bidirectional": True}, grid + [-5]),
    ({"kind": "xpos", "dimension": 8}, grid + [-5]),
    ({"kind": "xpos", "dimension": 8, "layout": "half"}, grid),
    ({"kind": "retnet", "dimension": 8, "head": 0}, grid),
    ({"kind": "retnet", "dimension": 8, "head": 3, "angles": "linspace", "layout": "half"}, grid),
    ({"kind": "lightning", "dimension": 4}, grid),
    ({"kind": "lightning", "dimension": 4, "heads": 6, "head": 5, "layers": 7, "layer": 3}, grid),
    ({"kind": "gla", "dimension": 4}, grid),
    ({"kind": "gla", "dimension": 4, "clock": clock}, list(range(0, 60, 7)), 61),
    ({"kind": "fox", "dimension": 4}, grid),
    ({"kind": "fox", "dimension": 4, "clock": clock}, list(range(0, 60, 7)), 61),
    ({"kind": "mamba", "dimension": 8}, grid),
    ({"kind": "mamba", "dimension": 6, "fraction": 1, "rate": -0.5, "angles": [0.75, -0.5, 2.0], "clock": 0.125}, grid),
    ({"kind": "mamba", "dimension": 8, "clock": clock}, list(range(0, 60, 7)), 61),
    ({"kind": "grape-m", "dimension": 8}, grid),
    ({"kind": "grape-m", "dimension": 5, "a": dyadic(5, 3), "b": dyadic(5, 4)}, [0, 1, -2, 7, 40]),
    ({"kind": "grape-a", "dimension": 4}, grid),
]


def answer(encoding, lags, position=None):
    d = encoding["dimension"]
    query, key = dyadic(d, 1), dyadic(d, 2)
    score = formulas[encoding["kind"]]
    return {
        "encoding": encoding,
        "query": query,
        "key": key,
        **({} if position is None else {"position": position}),
        "lags": lags,
        "values": [float(score(encoding, query, key, lag, position)) for lag in lags],
    }


if __name__ == "__main__":
    answers = [answer(*case) for case in cases]
    text = ",\n".join(json.dumps(one) for one in answers)
    Path(__file__).with_suffix(".json").write_text(f"[\n{text}\n]\n")
