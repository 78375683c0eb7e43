/** Errors against 50-digit answers (tests/data), as shares of what the documentation promises. */
import { readFileSync } from "node:fs";
import { print, root } from "./built.mjs";

const unit = 2 ** -53;

/** Each hard exponential in double and in double-double: error, promise, and the result's own bound. */
export async function accuracy() {
  const { createEngine } = await import(`${root}dist/engine.js`);
  const engine = await createEngine();
  const cases = JSON.parse(readFileSync(`${root}tests/data/expm.json`, "utf8"));
  const rows = cases.map(({ name, n, A, hi, lo, conditionUnit }) => {
    const x = { rows: n, cols: n, data: A };
    const double = engine.expm(x, { precision: "double" });
    const twofold = engine.expm(x, { precision: "double-double" });
    const promise = 10 * n * Math.max(conditionUnit, unit);
    return [
      name,
      n,
      power(distance(double, hi, lo)),
      power(promise),
      power(double.errorBound),
      power(distance(twofold, hi, lo)),
      power(twofold.errorBound),
    ];
  });
  print(
    "Hard exponentials: ‖X − e^A‖₁/‖e^A‖₁",
    ["matrix", "n", "double", "promised", "its bound", "double-double", "its bound"],
    rows,
  );
}

/** The relative error in the 1-norm; the differences lose nothing, for both are sums of two doubles. */
function distance({ value, low }, hi, lo) {
  const { rows: n, data } = value;
  let worst = 0;
  let size = 0;
  for (let j = 0; j < n; j++) {
    let error = 0;
    let norm = 0;
    for (let i = 0; i < n; i++) {
      const at = i * n + j;
      error += Math.abs(data[at] - hi[at] + ((low?.data[at] ?? 0) - lo[at]));
      norm += Math.abs(hi[at]);
    }
    worst = Math.max(worst, error);
    size = Math.max(size, norm);
  }
  return size === 0 ? worst : worst / size;
}

const power = (value) =>
  value === 0 ? "0" : Number.isFinite(value) ? value.toExponential(1) : "∞";
