"""Checks expm-hard.json against mpmath: more hard matrices, of the collections that make_expm.py names, whose entries no
short formula makes. Fields as in expm.json; conditionUnit is kappa_c * u from Frechet derivatives in double for n > 8.
"""
import json
import os
from make_expm import exponential
from mpmath import fabs, matrix, mnorm, mpf

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "expm-hard.json")
for case in json.load(open(path)):
    n = case["n"]
    A = matrix(n, n)
    given = matrix(n, n)
    for i in range(n):
        for j in range(n):
            A[i, j] = mpf(case["A"][i * n + j])
            given[i, j] = mpf(case["hi"][i * n + j]) + mpf(case["lo"][i * n + j])
    E = exponential(A)
    error = mnorm(given - E, 1) / mnorm(E, 1)
    print(case["name"], float(error))
    assert error < mpf(2) ** -104
