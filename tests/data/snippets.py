"""Runs snippets: reads [{ code, query, key, at: [[t, s], ...] }, ...] from stdin, writes the scores of each as JSON.

    snippets.py          with numpy
    snippets.py plain    both dialects on the small tensors of tensors.py, which any Python 3 has

tests/unit/core/snippets.test.ts calls it; with ETX_WRITE_SNIPPETS=1 and numpy it also keeps the answers in snippets.json,
for machines that have not.
"""
import json
import sys

if sys.argv[1:] == ["plain"]:
    import tensors

    for name in ("numpy", "torch"):
        sys.modules[name] = tensors.module(name)

import numpy


def run(job):
    scope = {}
    exec(job["code"], scope)  # our own code, made by web/model/snippets
    q, k = (numpy.array(job[name], dtype=float) for name in ("query", "key"))
    return [float(scope["score"](q, k, t, s)) for t, s in job["at"]]


json.dump([run(job) for job in json.load(sys.stdin)], sys.stdout)
