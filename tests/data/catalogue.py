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


def uniform(seed, index):
    """SplitMix64's output number `index`, as a number in (0, 1)."""
    mask = 2**64 - 1
    z = (seed + (index + 1) * 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return (mpf((z ^ (z >> 31)) >> 11) + mpf(1) / 2) / 2**53


def normal(seed, index):
    even = index - index % 2
    radius, turn = sqrt(-2 * log(uniform(seed, even))), 2 * pi * uniform(seed, even + 1)
    return radius * (cos(turn) if index == even else sin(turn))


def table(e, rows, length, deviation):
    seed = e.get("seed", 42)
    return [[deviation * normal(seed, row * length + i) for i in range(length)] for row in rows]


def added(q, k, at_query, at_key):
    return dot([x + y for x, y in zip(q, at_query)], [x + y for x, y in zip(k, at_key)])


def sinusoidal(e, q, k, lag, position):
    d = e["dimension"]

    def row(place):
        sines = [sin(w * place) for w in ladder(d, e.get("base", 10000))]
        cosines = [cos(w * place) for w in ladder(d, e.get("base", 10000))]
        if e.get("layout") == "concatenated":
            return sines + cosines
        return [x for pair in zip(sines, cosines) for x in pair]

    return added(q, k, row(mpf(position)), row(mpf(position) - lag))


def learned(e, q, k, lag, position):
    return added(q, k, *table(e, [position, position - lag], e["dimension"], mpf(float(0.02))))


def shaw(e, q, k, lag, _):
    d, clip = e["dimension"], e.get("clip", 16)
    place = max(-clip, min(clip, -lag)) + clip
    return added(q, k, [0] * d, table(e, [place], d, 1 / sqrt(mpf(d)))[0])


def bucket(n, count, furthest, both):
    """T5's own code, its floating logarithms exact; n is the key's position less the query's."""
    first = 0
    if both:
        count //= 2
        first, n = (count if n > 0 else 0), abs(n)
    else:
        n = max(0, -n)
    exact = count // 2
    if n < exact:
        return first + n
    far = exact + int(log(mpf(n) / exact) / log(mpf(furthest) / exact) * (count - exact))
    return first + min(far, count - 1)


def t5(e, q, k, lag, _):
    b = bucket(-lag, e.get("buckets", 32), e.get("maxDistance", 128), e.get("bidirectional", False))
    given = e["table"][b] if "table" in e else normal(e.get("seed", 42), b * e.get("heads", 12) + e.get("head", 1) - 1)
    return dot(q, k) + given


def kerple(e, q, k, lag, _):
    p, a = mpf(e.get("p", 1)), mpf(e.get("a", 1))
    far = mpf(abs(lag))
    return dot(q, k) - (a * far**p if e.get("form") == "power" else p * log(1 + a * far))


def fire(e, q, k, lag, position):
    c, seed = mpf(e.get("c", 0.1)), e.get("seed", 42)
    x = log(c * abs(lag) + 1) / (log(c * max(position, e.get("threshold", 512)) + 1) + mpf(10) ** -6)
    w = [2 * uniform(seed, i) - 1 for i in range(97)]
    hidden = [max(mpf(0), w[i] * x + w[32 + i]) for i in range(32)]
    return dot(q, k) + (sum(w[64 + i] * hidden[i] for i in range(32)) + w[96]) / sqrt(mpf(32))


def sandwich(e, q, k, lag, _):
    d = e["dimension"]
    angles = [double(mpf(10000) ** (mpf(-2 * i) / d)) for i in range(1, d // 2 + 1)]
    scale = mpf(e.get("heads", 8)) / (8 * e.get("head", 1))
    return dot(q, k) + scale * (sum(cos(w * lag) for w in angles) - d // 2)


def cope(e, q, k, lag, _):
    d, last = e["dimension"], e.get("maxPosition", 16) - 1
    place = min((lag + 1) / (1 + exp(-dot(q, k))), mpf(last))
    below = int(place)
    rows = table(e, [below, min(below + 1, last)], d, 1 / sqrt(mpf(d)))
    return dot(q, k) + (1 - place + below) * dot(q, rows[0]) + (place - below) * dot(q, rows[1])


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
    "sinusoidal": sinusoidal,
    "learned": learned,
    "shaw": shaw,
    "t5": t5,
    "kerple": kerple,
    "fire": fire,
    "sandwich": sandwich,
    "cope": cope,
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
    ({"kind": "grape-a", "dimension": 3, "slope": 0.5, "u": dyadic(3, 5), "v": dyadic(3, 6)}, grid),
    ({"kind": "sinusoidal", "dimension": 8}, [0, 1, 2, 7, 100, 4096, -5], 4096),
    ({"kind": "sinusoidal", "dimension": 8, "base": 500, "layout": "concatenated"}, [0, 1, 2.5, 100], 100.25),
    ({"kind": "learned", "dimension": 4}, [0, 1, 500, 1000, -23], 1000),
    ({"kind": "learned", "dimension": 5, "rows": 8, "seed": 7}, [0, 1, 3], 3),
    ({"kind": "shaw", "dimension": 4}, [0, 1, 15, 16, 17, 4000, -1, -16, -17]),
    ({"kind": "shaw", "dimension": 3, "clip": 2, "seed": 1}, [0, 1, 2, 3, -1, -2, -3]),
    ({"kind": "t5", "dimension": 2}, [0, 1, 15, 16, 18, 19, 112, 113, 5000, -4]),
    ({"kind": "t5", "dimension": 2, "head": 5, "bidirectional": True, "seed": 3}, [0, 1, 7, 8, 12, 91, 300, -1, -12]),
    ({"kind": "t5", "dimension": 1, "buckets": 4, "maxDistance": 9, "table": [1, 0.5, 0.25, -2]}, [0, 1, 2, 4, 5, 9, 70]),
    ({"kind": "kerple", "dimension": 2}, grid + [-5, 0.5]),
    ({"kind": "kerple", "dimension": 2, "p": 0.75, "a": 0.125}, grid),
    ({"kind": "kerple", "dimension": 2, "p": 1.5, "a": 0.25, "form": "power"}, grid),
    ({"kind": "fire", "dimension": 2}, [0, 1, 10, 100, 511], 511),
    ({"kind": "fire", "dimension": 2, "c": 0.5, "threshold": 64, "seed": 5}, [0, 1, 10, 100, 5000], 5000),
    ({"kind": "sandwich", "dimension": 64}, grid + [-5]),
    ({"kind": "sandwich", "dimension": 6, "heads": 12, "head": 7}, grid),
    ({"kind": "cope", "dimension": 4}, [0, 1, 2, 7, 40, 500], 500),
    ({"kind": "cope", "dimension": 3, "maxPosition": 5, "seed": 2}, [0, 1, 2, 7], 7),
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
