"""Writes expm.json: hard matrices with e^A to 106 bits and the condition that excuses errors.

A holds doubles; e^A = hi + lo is from mpmath with at least 50 correct digits. conditionUnit is
kappa_c * u, u = 2^-53: the relative change of e^A in the 1-norm, to first order, when every entry of A moves by at
most u of itself. It comes from the Frechet derivative in each nonzero entry's direction, by a difference quotient
in the same arithmetic. Sources of the matrices: Moler & Van Loan (2003); Ward (1977); Kenney & Laub (1998); Dieci &
Papini (2000); Al-Mohy & Higham (2009); Fasi & Higham (2019); Higham's gallery.
"""
import json
import math
import os
import sys
from mpmath import mp, mpf, matrix, eye, expm, mnorm

mp.dps = 50


def exponential(A, digits=50):
    """e^A: Taylor after scaling to norm 2^-10, with digits enough to lose to squarings and cancellation."""
    size = float(mnorm(A, 1))
    squarings = max(0, int(math.log2(size)) + 11) if size > 0 else 0
    # Squaring a matrix far from normal may lose what its powers' norms gain: be generous.
    with mp.workdps(digits + 2 * squarings + 60):
        X = A * mpf(2) ** -squarings
        term = E = eye(A.rows)
        k = 1
        while True:
            term = term * X / k
            if mnorm(term, 1) < mpf(10) ** -(digits + 2 * squarings + 50):
                break
            E = E + term
            k += 1
        for _ in range(squarings):
            E = E * E
        return E


def condition(A, E):
    """||sum_ij |L(A, e_ij)| |a_ij| ||_1 / ||E||_1, a bound within a factor n of the exact kappa_c."""
    n = A.rows
    total = matrix(n, n)
    h = mpf(10) ** -25
    for i in range(n):
        for j in range(n):
            if A[i, j] == 0:
                continue
            B = A.copy()
            B[i, j] += h * A[i, j]
            D = (exponential(B, 40) - E) / h
            for r in range(n):
                for c in range(n):
                    total[r, c] += abs(D[r, c])
    return mnorm(total, 1) / mnorm(E, 1)


def rows(*lists):
    return [[float(x) for x in row] for row in lists]


def build(n, entry):
    return [[float(entry(i, j)) for j in range(n)] for i in range(n)]


def skew(n, size):
    S = build(n, lambda i, j: ((5 * i + 3 * j) % 11 - 5) / 4)
    A = build(n, lambda i, j: S[i][j] - S[j][i])
    norm = max(sum(abs(A[i][j]) for i in range(n)) for j in range(n))
    return build(n, lambda i, j: A[i][j] * (size / norm))


# Three times standard normal samples, drawn once.
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "normal30.json")) as file:
    normal30 = json.load(file)

J = build(4, lambda i, j: i == j or i == j - 1)
cases = {
    "jordan4": build(4, lambda i, j: -1 if i == j else i == j - 1),
    "nilpotent": build(4, lambda i, j: 6 if j == i + 1 else 0),
    "pascal20": build(20, lambda i, j: i if j == i - 1 else 0),
    "nearly defective": rows([1 + 2**-52, 1], [0, 1 - 2**-52]),
    "moler-van loan": rows([-49, 24], [-64, 31]),
    "laub": rows([0, 1], [-39, -40]),
    "ward1": rows([4, 2, 0], [1, 4, 1], [1, 1, 4]),
    "ward3": rows([-131, 19, 18], [-390, 56, 54], [-387, 57, 52]),
    "forsythe10": build(10, lambda i, j: 1 if j == i + 1 else 1e-10 if (i, j) == (9, 0) else 0),
    "badly scaled": rows([0, 1e-8, 0], [-(2e10 + 4e8 / 6), -3, 2e10], [200 / 3, 0, -200 / 3]),
    "overscaling 1e6": rows([1, 1e6], [0, -1]),
    "kenney-laub 1e7": rows([-1, 1e7], [0, -1e7]),
    "dieci-papini": build(8, lambda i, j: (1.3 if i < 4 else -1.3) / 8 * J[i % 4][j % 4] if (i < 4) == (j < 4)
                          else 1e6 / 8 * J[i % 4][j % 4] if i < 4 else 0),
    "far corner 1e17": rows([1, 1e17], [0, 1]),
    "defective 1e4": rows([1 - 5e3, 5e3], [-5e3, 1 + 5e3]),
    "al-mohy-higham 100": rows([1 - 50, 50], [-(100.0**4) / 2, 1 + 50]),
    "rotation 1e4": rows([0, 1e4], [-1e4, 0]),
    "rotation 1e8": rows([0, 1e8], [-1e8, 0]),
    "skew8 100": skew(8, 100),
    "skew12 1e4": skew(12, 1e4),
    "complex jordan": rows([-0.01, 1e3, 1, 0], [-1e3, -0.01, 0, 1], [0, 0, -0.01, 1e3], [0, 0, -1e3, -0.01]),
    "kahan12": build(12, lambda i, j: math.sin(1.2) ** i * (1 if i == j else -math.cos(1.2) if j > i else 0)),
    "frank12": build(12, lambda i, j: 12 - max(i, j) if j >= i - 1 else 0),
    "-frank12": build(12, lambda i, j: -(12 - max(i, j)) if j >= i - 1 else 0),
    "companion (x+1)^10": build(10, lambda i, j: -math.comb(10, j + 1) if i == 0 else i == j + 1),
    "grcar20": build(20, lambda i, j: -1 if j == i - 1 else 1 if i <= j <= i + 3 else 0),
    "5 grcar12": build(12, lambda i, j: -5 if j == i - 1 else 5 if i <= j <= i + 3 else 0),
    "laplace16": build(16, lambda i, j: -5000 if i == j else 2500 if abs(i - j) == 1 else 0),
    "robertson": rows([-0.04, 0.2, 1000], [0.04, -1200.2, -1000], [0, 1200, 0]),
    "godunov7": [[x / 100 for x in row] for row in rows(
        [289, 2064, 336, 128, 80, 32, 16], [1152, 30, 1312, 512, 288, 128, 32],
        [-29, -2000, 756, 384, 1008, 224, 48], [512, 128, 640, 0, 640, 512, 128],
        [1053, 2256, -504, -384, -756, 800, 208], [-287, -16, 1712, -128, 1968, -30, 2032],
        [-2176, -287, -1565, -512, -541, -1152, -289])],
    "nadukandi-higham": rows([20009.791, -10009.89, -9999.9], [20008.791, -10008.89, -9999.9],
                             [19810.791, -9910.89, -9899.9]),
    "trefethen": rows([0, 10, 20], [-0.1, 0, 30], [0, 0, 0]),
    "triangular logarithm": rows(
        [-1.1286798202905046, 96141.83771420256, -4524855739.531793, 292496941103871.8],
        [0, -1.2010105295308229, 96346.96872113031, -4681048289.111054],
        [0, 0, -1.132893222644984, 95324.91830947757], [0, 0, 0, -1.1794753327255485]),
    "tree laplacian": build(7, lambda i, j: -2000 if i == j and i < 3 else 1000 if i < 3 and j in (2 * i + 1, 2 * i + 2)
                            else 0),
    "rotation, stretched": rows([100 * math.cos(math.pi / 12), -100 * math.sin(math.pi / 12)],
                                [100 * math.sin(math.pi / 12), 100 * math.cos(math.pi / 12)]),
    "pang20": build(20, lambda i, j: i - 9.5 if i == j else 1 if j > i else 0),
    "normal30": [normal30[30 * i:30 * i + 30] for i in range(30)],
    # Bloch and McConnell's equations of two pools far off resonance, the last column constant: GraphMatFun issue 71.
    "bloch7": rows([-1001, -1.3e6, 0, 1000, 0, 0, 0], [1.3e6, -1001, -250, 0, 1000, 0, 0],
                   [0, 250, -1000.25, 0, 0, 1000, 0.25], [1000, 0, 0, -1033, -1.295e6, 0, 0],
                   [0, 1000, 0, 1.295e6, -1033, -250, 0], [0, 0, 1000, 0, 250, -1001, 0.001],
                   [0, 0, 0, 0, 0, 0, 0]),
    "close diagonal 1e-12": rows([10, 100], [0, 10 + 1e-12]),
    "close diagonal 1e-8 of 3": rows([10, 100, 7], [0, 10 + 1e-8, 100], [0, 0, 10 - 1e-8]),
}
# The Frechet derivative of a large matrix takes minutes: what is known of these suffices.
known = {"pascal20": 1e-15, "grcar20": 6.3e-16, "laplace16": 1.1e-12, "frank12": 3.6e-15, "-frank12": 5.3e-15,
         "pang20": 1.15e-15, "normal30": 1.65e-14}


def main():
    out = []
    for name, entries in cases.items():
        A = matrix(entries)
        E = exponential(A)
        unit = known.get(name) or float(condition(A, E) * mpf(2) ** -53)
        flat = [E[i, j] for i in range(A.rows) for j in range(A.rows)]
        hi = [float(x) for x in flat]
        lo = [float(x - mpf(h)) for x, h in zip(flat, hi)]
        out.append({"name": name, "n": A.rows, "A": [x for row in entries for x in row], "hi": hi, "lo": lo,
                    "conditionUnit": float("%.3g" % unit)})
        print(name, "%.3g" % unit, file=sys.stderr, flush=True)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "expm.json")
    with open(path, "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(case) for case in out) + "\n]\n")


if __name__ == "__main__":
    main()
