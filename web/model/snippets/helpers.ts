/** Python that several snippets need; each is put in where its name is called. */
export const helpers: readonly { name: string; needs?: readonly string[]; code: string }[] = [
  {
    name: "rotate",
    code: `def rotate(x, angles, half):
    """Turns the pairs of the first 2·len(angles) coordinates by their angles."""
    n, y = len(angles), x * 1.0
    a, b = (slice(0, n), slice(n, 2 * n)) if half else (slice(0, 2 * n, 2), slice(1, 2 * n, 2))
    y[a] = xp.cos(angles) * x[a] - xp.sin(angles) * x[b]
    y[b] = xp.sin(angles) * x[a] + xp.cos(angles) * x[b]
    return y
`,
  },
  {
    name: "expm",
    code: `def expm(A):
    """Scaling and squaring with a Taylor series."""
    s = max(0, math.ceil(math.log2(max(float(abs(A).sum()), 1.0)))) + 4
    A = A / 2.0**s
    term = total = A
    for i in range(2, 18):
        term = term @ A / i
        total = total + term
    for _ in range(s):
        total = 2 * total + total @ total
    return total + xp.eye(len(A), dtype=A.dtype)
`,
  },
  {
    name: "uniform",
    code: `def uniform(seed, i):
    """SplitMix64's i-th output as a number in (0, 1)."""
    mask = 2**64 - 1
    z = (seed + (i + 1) * 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return (((z ^ (z >> 31)) >> 11) + 0.5) / 2**53
`,
  },
  {
    name: "normal",
    needs: ["uniform"],
    code: `def normal(seed, i):
    even = i - i % 2
    radius = math.sqrt(-2 * math.log(uniform(seed, even)))
    turn = 2 * math.pi * uniform(seed, even + 1)
    return radius * (math.cos(turn) if i == even else math.sin(turn))
`,
  },
  {
    name: "row",
    needs: ["uniform", "normal"],
    code: `def row(seed, number, length, deviation):
    """A row of a table that stands in for a trained one."""
    return vector([deviation * normal(seed, number * length + i) for i in range(length)])
`,
  },
  {
    name: "clock",
    code: `def clock(steps, t, s):
    """How far the data's clock runs from s to t."""
    return sum(steps[s + 1 : t + 1])
`,
  },
];
