/** The function score(q, k, t, s) of each kind, with its own numbers written in. */
import type { Generator, MatrixLike, Numbers } from "../types.ts";

/** An encoding with its defaults filled in; what a parameter may be, the registry says. */
// biome-ignore lint/suspicious/noExplicitAny: each body reads the parameters of its own kind, which the schema has checked
type Parameters = any;

const def = (...lines: string[]): string =>
  `def score(q, k, t, s):\n${lines.map((line) => `    ${line}\n`).join("")}`;
const list = (values: Numbers): string => `[${Array.from(values).join(", ")}]`;
const python = (truth: boolean): string => (truth ? "True" : "False");
const matrix = ({ rows, cols, data }: MatrixLike): string =>
  `vector([${Array.from({ length: rows }, (_, i) => list(Array.from(data).slice(i * cols, (i + 1) * cols))).join(", ")}])`;
const lag = (both: boolean | undefined): string => (both ? "abs(t - s)" : "(t - s)");
/** The clock's reading: a constant speed, or the steps that data gave. */
const reading = (clock: number | Numbers): string =>
  typeof clock === "number" ? `${clock} * (t - s)` : `clock(${list(clock)}, t, s)`;
const ladder = (base: number, dimension: number): string =>
  `${base} ** (-2 * arange(${dimension / 2}) / ${dimension})`;
const group = (X: string[]): string[] => [
  ...X,
  "return q @ expm((t - s) * X) @ k if len(q) else 0.0",
];

function blocksMatrix({ blocks, basis, permutation }: Generator): string[] {
  const n = blocks.reduce((sum, b) => sum + (b.size ?? 1) * (b.kind === "pair" ? 2 : 1), 0);
  const lines = [`X, at = xp.zeros((${n}, ${n}), dtype=xp.float64), 0`];
  const told = blocks
    .map((b) => `(${b.rate}, ${b.kind === "pair" ? b.frequency : "None"}, ${b.size ?? 1})`)
    .join(", ");
  lines.push(
    `for rate, frequency, size in [${told}]:`,
    "    step = 1 if frequency is None else 2",
    "    for i in range(at, at + step * size):",
    "        X[i, i] = rate",
    "        if i + step < at + step * size: X[i, i + step] = 1",
    "    if frequency is not None:",
    "        for i in range(at, at + 2 * size, 2):",
    "            X[i, i + 1], X[i + 1, i] = -frequency, frequency",
    "    at += step * size",
  );
  if (permutation) {
    lines.push(
      `places = ${list(Array.from(permutation))}`,
      "Y = X * 1.0",
      "for i, to in enumerate(places):",
      "    for j, too in enumerate(places): Y[to, too] = X[i, j]",
      "X = Y",
    );
  }
  if (basis) lines.push(`P = ${matrix(basis)}`, "X = P @ X @ xp.linalg.inv(P)");
  return lines;
}

/** Both moved as engines do: turned forward by their own positions and damped by what lies between. */
function rotary(
  angles: string,
  layout: string,
  rates: string,
  { factor = 1, rest = "0.0", turned = 0, dimension = 0, tau = "(t - s)" } = {},
): string {
  const half = python(layout === "half");
  const n = turned / 2;
  const product =
    layout === "half" ? `p[:${n}] + p[${n}:${turned}]` : `p[0:${turned}:2] + p[1:${turned}:2]`;
  const lines = [
    `theta, rate, tau = ${angles}, ${rates}, ${tau}`,
    // Only the difference matters; turning both by positions of the clock would be the same.
    `p = rotate(q, theta * tau, ${half}) * k`,
    `score = ${factor === 1 ? "" : `${factor} ** 2 * `}((${product}) * xp.exp(rate * tau)).sum()`,
  ];
  return def(
    ...lines,
    turned === dimension
      ? "return score"
      : `return score + math.exp(${rest} * tau) * p[${turned}:].sum()`,
  );
}

export const bodies: Readonly<Record<string, (e: Parameters) => string | null>> = {
  nope: () => def("return q @ k"),
  decay: ({ rate, bidirectional }) =>
    def(`return math.exp(${rate} * ${lag(bidirectional)}) * (q @ k)`),
  rope({ dimension, rotaryDimension, base, frequencies, layout, rate, attentionFactor, scaling }) {
    if (scaling) return null;
    const turned = rotaryDimension ?? dimension;
    const angles = frequencies ? `vector(${list(frequencies)})` : ladder(base, turned);
    const rates =
      typeof rate === "number" ? `${rate} + 0 * arange(${turned / 2})` : `vector(${list(rate)})`;
    return rotary(angles, layout, rates, { factor: attentionFactor, turned, dimension });
  },
  generator: ({ generator }) => def(...group(blocksMatrix(generator))),
  matrix: (e) => def(...group([`X = ${matrix(e.matrix)}`])),
  alibi({ slope, heads, head, bidirectional }) {
    const value =
      slope !== undefined
        ? [`slope = ${slope}`]
        : [
            "def slopes(n): return [2 ** (-8 * h / n) for h in range(1, n + 1)]",
            `c = 2 ** math.floor(math.log2(${heads}))`,
            `slope = (slopes(c) + slopes(2 * c)[0::2])[:${heads}][${head} - 1]`,
          ];
    return def(...value, `return q @ k - slope * ${lag(bidirectional)}`);
  },
  xpos: ({ dimension: d, layout }) =>
    rotary(
      ladder(10000, d),
      layout,
      `xp.log((2 * arange(${d / 2}) + 0.4 * ${d}) / (1.4 * ${d})) / 512`,
      { turned: d, dimension: d },
    ),
  retnet: ({ dimension: d, layout, head, angles }) =>
    rotary(
      angles === "linspace"
        ? `10000 ** -(arange(${d / 2}) / ${Math.max(1, d / 2 - 1)})`
        : ladder(10000, d),
      layout,
      `math.log(1 - 2.0 ** (-5 - ${head})) + 0 * arange(${d / 2})`,
      { turned: d, dimension: d },
    ),
  lightning: ({ heads, head, layers, layer }) =>
    def(
      `return math.exp(-(8 / ${heads}) * (1 - ${layer} / ${layers}) * ${head} * (t - s)) * (q @ k)`,
    ),
  gla: (e) => def(`return math.exp(-(${reading(e.clock)})) * (q @ k)`),
  fox: (e) => def(`return q @ k - ${reading(e.clock)}`),
  mamba({ dimension: d, fraction, rate, angles, clock }) {
    const turned = 2 * Math.floor((d * fraction) / 2);
    const theta = angles ? `vector(${list(angles)})` : `math.pi * ${ladder(10000, turned)}`;
    return rotary(
      turned === 0 ? "arange(0)" : theta,
      "interleaved",
      `${rate} + 0 * arange(${turned / 2})`,
      {
        rest: `${rate}`,
        turned,
        dimension: d,
        tau: reading(clock),
      },
    );
  },
  "grape-m"({ dimension: d, a, b }) {
    if (!a)
      return rotary(`-(${ladder(10000, d)})`, "half", `0 * arange(${d / 2})`, {
        turned: d,
        dimension: d,
      });
    return def(
      `a, b = vector(${list(a)}), vector(${list(b)})`,
      ...group(["X = b[:, None] * a[None, :] - a[:, None] * b[None, :]"]),
    );
  },
  "grape-a"({ dimension: d, slope, u, v }) {
    const gate = (by: Numbers | undefined, x: string): string =>
      by
        ? `math.log1p(math.exp(float(vector(${list(by)}) @ ${x}) / math.sqrt(${d})))`
        : "math.log(2)";
    return def(`return q @ k - ${slope} * (t - s) * (${gate(v, "q")} + ${gate(u, "k")})`);
  },
  sinusoidal: ({ dimension: d, base, layout }) =>
    def(
      "def encoding(p):",
      `    angles = p * ${ladder(base, d)}`,
      ...(layout === "concatenated"
        ? ["    return xp.hstack([xp.sin(angles), xp.cos(angles)])"]
        : [`    return xp.stack([xp.sin(angles), xp.cos(angles)], 1).reshape(${d})`]),
      "return (q + encoding(t)) @ (k + encoding(s))",
    ),
  learned: ({ dimension: d, seed }) =>
    def(
      "# row(...) stands in for the trained table's",
      `return (q + row(${seed}, t, ${d}, 0.02)) @ (k + row(${seed}, s, ${d}, 0.02))`,
    ),
  shaw: ({ dimension: d, clip, seed }) =>
    def(
      `place = max(-${clip}, min(${clip}, s - t)) + ${clip}`,
      `return q @ (k + row(${seed}, place, ${d}, ${d} ** -0.5))`,
    ),
  t5({ heads, head, buckets, maxDistance, bidirectional, table, seed }) {
    const exact = bidirectional ? "n // 4" : "n // 2";
    return def(
      `n, first = ${buckets}, 0`,
      ...(bidirectional
        ? ["first, distance = (n // 2 if s > t else 0), abs(t - s)"]
        : ["distance = max(0, t - s)"]),
      `exact, count = ${exact}, ${bidirectional ? "n // 2" : "n"}`,
      "bucket = distance if distance < exact else min(count - 1, exact + math.floor(",
      `    math.log(distance / exact) / math.log(${maxDistance} / exact) * (count - exact)))`,
      "bucket += first",
      table
        ? `return q @ k + ${list(table)}[bucket]`
        : `return q @ k + normal(${seed}, bucket * ${heads} + ${head} - 1)  # in place of the trained table`,
    );
  },
  kerple: ({ p, a, form }) =>
    def(
      form === "power"
        ? `return q @ k - ${a} * abs(t - s) ** ${p}`
        : `return q @ k - ${p} * math.log(1 + ${a} * abs(t - s))`,
    ),
  fire: ({ c, threshold, seed }) =>
    def(
      `x = math.log(${c} * abs(t - s) + 1) / (math.log(${c} * max(t, ${threshold}) + 1) + 1e-6)`,
      `w = [2 * uniform(${seed}, i) - 1 for i in range(97)]  # in place of the trained network`,
      "hidden = [max(0.0, w[i] * x + w[32 + i]) for i in range(32)]",
      "return q @ k + (sum(w[64 + i] * hidden[i] for i in range(32)) + w[96]) / math.sqrt(32)",
    ),
  sandwich: ({ dimension: d, heads, head }) =>
    def(
      `angles = 10000 ** (-2 * (arange(${d / 2}) + 1) / ${d}) * (t - s)`,
      `return q @ k + (xp.cos(angles).sum() - ${d / 2}) * ${heads} / (8 * ${head})`,
    ),
  cope: ({ dimension: d, maxPosition, seed }) =>
    def(
      "# the same key everywhere, so that every gate is the same",
      `place = min((t - s + 1) / (1 + math.exp(-float(q @ k))), ${maxPosition} - 1)`,
      "below, above = math.floor(place), math.ceil(place)",
      `e = [q @ row(${seed}, i, ${d}, ${d} ** -0.5) for i in (below, above)]`,
      "return q @ k + (1 - (place - below)) * e[0] + (place - below) * e[1]",
    ),
  axial2d: ({ dimension: d, base }) =>
    def(
      `theta = ${ladder(base, d / 2)}`,
      "def turned(v, p): return rotate(v, xp.hstack([p[0] * theta, p[1] * theta]), False)",
      "return turned(q, t) @ turned(k, s)",
    ),
  mixed2d: ({ dimension: d, base, angles }) =>
    def(
      `theta, phi = ${ladder(base, d / 2)}, vector(${list(angles ?? [0.5])})`,
      "def turned(v, p):",
      "    first = theta * (xp.cos(phi) * p[0] + xp.sin(phi) * p[1])",
      "    second = theta * (xp.cos(phi) * p[1] - xp.sin(phi) * p[0])",
      "    return rotate(v, xp.hstack([first, second]), False)",
      "return turned(q, t) @ turned(k, s)",
    ),
  lie2d({ dimension: d, generators, seed, coupling }) {
    const scaled = coupling === 1 ? "" : ` * (1 if r // 2 == c // 2 else ${coupling})`;
    const drawn = [
      "def skew(first):",
      `    A, i = xp.zeros((${d}, ${d}), dtype=xp.float64), first`,
      `    for r in range(${d}):`,
      `        for c in range(r + 1, ${d}):`,
      `            A[r, c] = 2 * math.pi * uniform(${seed}, i)${scaled}`,
      "            A[c, r], i = -A[r, c], i + 1",
      "    return A",
      `X, Y = skew(0), skew(${(d * (d - 1)) / 2})`,
    ];
    const dense = (one: Generator | MatrixLike): string[] =>
      "blocks" in one ? blocksMatrix(one) : [`X = ${matrix(one)}`];
    const given = generators && [
      ...dense(generators[0]),
      "across = X",
      ...dense(generators[1]),
      "X, Y = across, X",
    ];
    return def(
      ...(given ?? drawn),
      "def moved(p): return expm(p[0] * X + p[1] * Y)",
      "return q @ moved(t) @ moved((-s[0], -s[1])) @ k",
    );
  },
};
