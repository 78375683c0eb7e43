"""Writes dd.json: exp, log and sqrt of double-doubles and rotary frequencies, from mpmath at 60 digits."""
import json
import os
import random
from mpmath import mp, mpf, exp, log, sqrt

mp.dps = 60
random.seed(1)


def parts(x):
    hi = float(x)
    return [hi, float(x - mpf(hi))]


def table(function, inputs):
    return [parts(x) + parts(function(x)) for x in inputs]


def random_pair(scale):
    hi = random.uniform(-1, 1) * scale
    return mpf(hi) + mpf(hi * random.uniform(-1, 1) * 2**-54)


wide = [random_pair(s) for s in (1e-20, 1e-3, 0.5, 3, 40, 650) for _ in range(6)] + [mpf(1), mpf(-700), mpf(709)]
positive = [abs(random_pair(s)) for s in (1e-200, 1e-8, 0.9, 7, 1e5, 1e200) for _ in range(6)]
out = {
    "exp": table(exp, wide),
    "log": table(log, positive + [mpf(1), mpf(10000), mpf(500000)]),
    "sqrt": table(sqrt, positive),
    "frequencies": [{"dimension": d, "base": b, "values": [float(mpf(b) ** (-mpf(2 * i) / d)) for i in range(d // 2)]}
                    for d, b in ((64, 10000), (96, 1e6), (128, 5e5))],
}
path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "dd.json")
with open(path, "w") as file:
    file.write("{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in out.items()) + "\n}\n")
