"""Writes mechanisms.json: three ways to fade, as scores and as attention, to 40 digits and rounded once.
Run: python3 tests/data/mechanisms.py

Query components are the double 8/768, key components 1, d = 768, base 10000, 5000 keys: damped RoPE (rate -0.001),
RoPE, and ALiBi with slope 0.004 beside a score of 8 at lag 0. Scores are divided by the one at lag 0."""
import json
from pathlib import Path

from mpmath import cos, exp, log, mp, mpc, mpf, sin

mp.dps = 40
d, base, length = 768, 10000, 5000
q = mpf(8 / 768)
rate, slope = mpf(-0.001), mpf(0.004)


def rotation():
    """q·Σ 2·cos(θ_i·τ) for all τ, the turns multiplied up: their errors grow to 5000 times the last digit."""
    total = [mpf(0)] * length
    for i in range(d // 2):
        theta = mpf(float(mpf(base) ** (mpf(-2 * i) / d)))
        step, turn = mpc(cos(theta), sin(theta)), mpc(1)
        for lag in range(length):
            total[lag] += turn.real
            turn *= step
    return [2 * q * value for value in total]


def attention(logits):
    """Logits are below 9, so that nothing overflows."""
    parts = [exp(value) for value in logits]
    z = sum(parts)
    weights = [part / z for part in parts]
    entropy = log(z) - sum(w * value for w, value in zip(weights, logits))

    def mass(share):
        total = mpf(0)
        for lag, weight in enumerate(weights):
            total += weight
            if total >= share:
                return lag

    return weights, entropy, mass(mpf(1) / 2), mass(mpf(95) / 100)


turning = rotation()
logits = {
    "damped": [value * exp(rate * lag) for lag, value in enumerate(turning)],
    "bias": turning,
    "alibi": [d * q - slope * lag for lag in range(length)],
}
lags = sorted({round(mpf(length - 1) ** (mpf(i) / 49)) for i in range(50)} | {0} | set(range(100, length, 350)))[:60]
answers = {"lags": [int(lag) for lag in lags]}
for name, row in logits.items():
    weights, entropy, half, most = attention(row)
    answers[name] = {
        "score": [float(row[lag] / row[0]) for lag in lags],
        "weight": [float(weights[lag]) for lag in lags],
        "entropy": float(entropy),
        "effective": float(exp(entropy)),
        "mass50": half,
        "mass95": most,
    }
Path(__file__).with_suffix(".json").write_text(json.dumps(answers, indent=1) + "\n")
