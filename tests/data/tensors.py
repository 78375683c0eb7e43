"""As much of numpy's and torch's arrays as the snippets use, in plain Python: names and meanings that both libraries share.

Anything else is an AttributeError or a TypeError, so code that runs here says nothing that only one of the two understands.
Tensors have one or two dimensions and hold doubles.
"""
import math
import types


class Tensor:
    def __init__(self, rows, flat):
        self.rows, self.flat = rows, flat  # flat: rows is one list of numbers

    def __len__(self):
        return len(self.rows)

    dtype = property(lambda self: float)

    def _map(self, f):
        if self.flat:
            return Tensor([f(x) for x in self.rows], True)
        return Tensor([[f(x) for x in row] for row in self.rows], False)

    def _join(self, other, f):
        if not isinstance(other, Tensor):
            return self._map(lambda x: f(x, other))
        if self.flat and other.flat:
            return Tensor(self._spread([self.rows], [other.rows], f)[0], True)
        return Tensor(self._spread(self._wide(), other._wide(), f), False)

    @staticmethod
    def _spread(left, right, f):
        height, width = max(len(left), len(right)), max(len(left[0]), len(right[0]))
        assert all(len(m) in (1, height) and len(m[0]) in (1, width) for m in (left, right)), "shapes differ"
        at = lambda m, i, j: m[i if len(m) > 1 else 0][j if len(m[0]) > 1 else 0]
        return [[f(at(left, i, j), at(right, i, j)) for j in range(width)] for i in range(height)]

    def _wide(self):
        return [self.rows] if self.flat else self.rows

    def __add__(self, other): return self._join(other, lambda x, y: x + y)
    def __radd__(self, other): return self._join(other, lambda x, y: y + x)
    def __sub__(self, other): return self._join(other, lambda x, y: x - y)
    def __rsub__(self, other): return self._join(other, lambda x, y: y - x)
    def __mul__(self, other): return self._join(other, lambda x, y: x * y)
    def __rmul__(self, other): return self._join(other, lambda x, y: y * x)
    def __truediv__(self, other): return self._join(other, lambda x, y: x / y)
    def __rpow__(self, other): return self._map(lambda y: float(other) ** y)
    def __neg__(self): return self._map(lambda x: -x)
    def __abs__(self): return self._map(abs)

    def __matmul__(self, other):
        dot = lambda a, b: math.fsum(x * y for x, y in zip(a, b))
        columns = [other.rows] if other.flat else list(zip(*other.rows))
        assert all(len(row) == len(columns[0]) for row in self._wide()), "shapes do not match"
        product = [[dot(row, column) for column in columns] for row in self._wide()]
        if self.flat and other.flat:
            return product[0][0]
        if self.flat:
            return Tensor(product[0], True)
        return Tensor([row[0] for row in product], True) if other.flat else Tensor(product, False)

    def __getitem__(self, key):
        if isinstance(key, tuple) and None not in key:
            return self.rows[key[0]][key[1]]
        if isinstance(key, tuple):
            return Tensor([self.rows] if key[0] is None else [[x] for x in self.rows], False)
        picked = self.rows[key]
        return Tensor(picked, self.flat) if isinstance(key, slice) else picked

    def __setitem__(self, key, value):
        if isinstance(key, tuple):
            self.rows[key[0]][key[1]] = float(value)
        else:
            assert isinstance(key, slice) and len(self.rows[key]) == len(value)
            self.rows[key] = value.rows

    def sum(self):
        return math.fsum(x for row in self._wide() for x in row)

    def reshape(self, length):
        numbers = [x for row in self._wide() for x in row]
        assert len(numbers) == length
        return Tensor(numbers, True)


def tensor(values, dtype):
    if len(values) > 0 and isinstance(values[0], (list, tuple)):
        return Tensor([[float(x) for x in row] for row in values], False)
    return Tensor([float(x) for x in values], True)


def stack(parts, axis):
    assert axis == 1
    return Tensor([list(row) for row in zip(*(part.rows for part in parts))], False)


def inverse(matrix):
    """Gauss and Jordan, with pivots."""
    n = len(matrix)
    work = [row[:] + [float(i == j) for j in range(n)] for i, row in enumerate(matrix.rows)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(work[r][i]))
        work[i], work[pivot] = work[pivot], work[i]
        work[i] = [x / work[i][i] for x in work[i]]
        for r in range(n):
            if r != i:
                work[r] = [x - work[r][i] * y for x, y in zip(work[r], work[i])]
    return Tensor([row[n:] for row in work], False)


def module(name):
    """numpy under the name "numpy", torch under "torch": they differ in how an array is made."""
    shared = {
        "float64": float,
        "arange": lambda n, dtype: Tensor([float(i) for i in range(n)], True),
        "zeros": lambda shape, dtype: Tensor([[0.0] * shape[1] for _ in range(shape[0])], False),
        "eye": lambda n, dtype: Tensor([[float(i == j) for j in range(n)] for i in range(n)], False),
        "hstack": lambda parts: Tensor([x for part in parts for x in part.rows], True),
        "stack": stack,
        "linalg": types.SimpleNamespace(inv=inverse),
        **{f: (lambda g: lambda x: x._map(g))(getattr(math, f)) for f in ("cos", "sin", "exp", "log")},
    }
    made = types.ModuleType(name)
    made.__dict__.update(shared, **{{"numpy": "array", "torch": "tensor"}[name]: tensor})
    return made
