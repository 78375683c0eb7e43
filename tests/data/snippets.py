"""Runs snippets: reads [{ code, query, key, at: [[t, s], ...] }, ...] from stdin, writes the scores of each as JSON.

tests/unit/core/snippets.test.ts calls it where python3 has numpy; with ETX_WRITE_SNIPPETS=1 it also keeps the answers in
snippets.json, for machines that have not.
"""
import json
import sys

import numpy


def run(job):
    scope = {}
    exec(job["code"], scope)  # our own code, made by web/model/snippets
    q, k = numpy.array(job["query"], dtype=float), numpy.array(job["key"], dtype=float)
    return [float(scope["score"](q, k, t, s)) for t, s in job["at"]]


json.dump([run(job) for job in json.load(sys.stdin)], sys.stdout)
