/**
 * Code that computes an encoding's scores as its users write it: one query and one key, each moved by its own position. Nothing
 * imports this at start; whoever shows code loads it.
 */
import { dimension as dimensionOf, lookup } from "../encodings/registry.ts";
import type { Encoding } from "../types.ts";
import { bodies } from "./bodies.ts";
import { helpers } from "./helpers.ts";

export type Dialect = "numpy" | "torch";

const preambles: Record<Dialect, string> = {
  numpy: `import math
import numpy as xp

def vector(values): return xp.array(values, dtype=xp.float64)
def arange(n): return xp.arange(n, dtype=xp.float64)
`,
  torch: `import math
import torch as xp

def vector(values): return xp.tensor(values, dtype=xp.float64)
def arange(n): return xp.arange(n, dtype=xp.float64)
`,
};

/**
 * Defines score(q, k, t, s): the logit, without 1/√d, of a query at position t and a key at s (pairs (x, y) for kinds in the
 * plane). null where no code is known: a kind of a later version, or rotary frequencies scaled as a model's file says.
 */
export function snippet(encoding: Encoding, dialect: Dialect): string | null {
  const body = bodies[encoding.kind];
  const kind = lookup(encoding.kind);
  if (!body || !kind) return null;
  // A default that another parameter stands in for (ALiBi's heads beside a slope) is not this encoding's.
  const meant = encoding.kind === "alibi" ? encoding : { ...kind.defaults, ...encoding };
  const code = body({ ...meant, dimension: dimensionOf(encoding) });
  if (code === null) return null;
  const needed = helpers.filter(({ name }) => new RegExp(`\\b${name}\\(`).test(code));
  const all = new Set(needed.flatMap(({ needs = [], name }) => [...needs, name]));
  const defined = helpers.filter(({ name }) => all.has(name)).map((helper) => helper.code);
  return [preambles[dialect], ...defined, code].join("\n");
}
