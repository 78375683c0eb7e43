"""Writes rotary.json: scaled rotary frequencies in 50 digits, rounded once to doubles.

The formulas are those of modeling_rope_utils.py (transformers 5), in exact arithmetic. Parameters are those of released
models, named in `models`, or of a published example.
"""

import json
from pathlib import Path

from mpmath import ceil, floor, log, mp, mpf, pi

mp.dps = 50


def powers(base, d):
    return [mpf(base) ** (-mpf(2 * i) / d) for i in range(d // 2)]


def dynamic(base, d, factor, context, length):
    grown = mpf(base)
    if length > context:
        grown *= (mpf(factor) * length / context - (mpf(factor) - 1)) ** (mpf(d) / (d - 2))
    return {"base": grown, "values": powers(grown, d)}


def yarn(base, d, factor, context, fast=32, slow=1, truncate=1):
    pair_of = lambda turns: d * log(mpf(context) / (turns * 2 * pi)) / (2 * log(mpf(base)))
    low, high = pair_of(fast), pair_of(slow)
    if truncate:
        low, high = floor(low), ceil(high)
    low, high = max(low, mpf(0)), min(high, mpf(d - 1))
    if low == high:
        high += mpf(0.001)
    ramp = [min(max((i - low) / (high - low), mpf(0)), mpf(1)) for i in range(d // 2)]
    values = [w * (1 - r) + w / mpf(factor) * r for w, r in zip(powers(base, d), ramp)]
    return {"low": low, "high": high, "values": values}


def llama3(base, d, factor, low, high, context):
    def scaled(w):
        wavelength = 2 * pi / w
        if wavelength < mpf(context) / high:
            return w
        if wavelength > mpf(context) / low:
            return w / factor
        s = (context / wavelength - low) / (mpf(high) - low)
        return (1 - s) * w / factor + s * w

    return {"values": [scaled(w) for w in powers(base, d)]}


def proportional(base, d, pairs, factor=1):
    return {"values": [w / factor if i < pairs else mpf(0) for i, w in enumerate(powers(base, d))]}


models = [
    ("dynamic at 4096", dynamic, [10000, 128, 2, 4096, 4096]),
    ("dynamic at 4097", dynamic, [10000, 128, 2, 4096, 4097]),
    ("dynamic at 8192", dynamic, [10000, 128, 2, 4096, 8192]),
    ("dynamic at 16384", dynamic, [10000, 128, 2, 4096, 16384]),
    ("internlm2.5-7b at 65536", dynamic, [1000000, 128, 2, 32768, 65536]),
    ("qwen2.5-7b-instruct", yarn, [1000000, 128, 4, 32768]),
    ("qwen2.5-7b-instruct, the wrong context", yarn, [1000000, 128, 4, 131072]),
    ("gpt-oss-120b", yarn, [150000, 64, 32, 4096, 32, 1, 0]),
    ("gpt-oss-120b, truncated", yarn, [150000, 64, 32, 4096]),
    ("ministral-3-3b", yarn, [1000000, 128, 16, 16384]),
    ("deepseek-v3", yarn, [10000, 64, 40, 4096]),
    ("keras-hub#2981, d 64", yarn, [10000, 64, 4, 131072, 32, 1, 0]),
    ("keras-hub#2981, d 128", yarn, [10000, 128, 4, 131072, 32, 1, 0]),
    ("a ramp of no length", yarn, [10000, 128, 4, 4096, 1, 1, 0]),
    ("llama-3.1-8b", llama3, [500000, 128, 8, 1, 4, 8192]),
    ("llama-3.2-1b", llama3, [500000, 64, 32, 1, 4, 8192]),
    ("gemma-4-e2b", proportional, [1000000, 512, 64]),
]


def rounded(result):
    return {
        key: [float(x) for x in value] if isinstance(value, list) else float(value)
        for key, value in result.items()
    }


def thinned(result):
    """Every second pair is enough, and makes the file half as long."""
    return {key: value[::2] if key == "values" else value for key, value in result.items()}


rows = [
    {"name": name, "type": make.__name__, "arguments": arguments, **thinned(rounded(make(*arguments)))}
    for name, make, arguments in models
]
text = "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n"
Path(__file__).with_name("rotary.json").write_text(text)
