/** Kinds in the plane: A(x, y) = e^{xX + yY} by their two generators. */
import type { Filled } from "../model/encodings/spec.ts";
import { EtxError } from "../model/error.ts";
import type { Matrix, MatrixLike, Numbers } from "../model/types.ts";
import type { LiftedGenerator } from "./api.ts";
import type { CoreEncoding, RotaryRequest, RotaryTable } from "./door.ts";
import { uniforms } from "./seeded.ts";

type Frequencies = (request: RotaryRequest) => RotaryTable;
type Axes = [CoreEncoding, CoreEncoding];

export const isPlane = (kind: unknown): boolean =>
  kind === "axial2d" || kind === "mixed2d" || kind === "lie2d";

export function planeOf(encoding: Filled, frequencies: Frequencies): Axes {
  const { dimension } = encoding;
  if (encoding.kind === "lie2d") return lie(encoding);
  const base = encoding.base as number;
  const ladder = [
    ...frequencies({ rotaryDimension: dimension / 2, base, ropeType: "default" }).frequencies,
  ];
  const still = ladder.map(() => 0);
  if (encoding.kind === "axial2d")
    return [turning([...ladder, ...still]), turning([...still, ...ladder])];
  const given = (encoding.angles as Numbers | undefined) ?? [0.5];
  const angle = (i: number): number => given[given.length === 1 ? 0 : i] as number;
  const along = (part: (angle: number) => number): number[] =>
    ladder.map((frequency, i) => frequency * part(angle(i)));
  return [
    turning([...along(Math.cos), ...along((phi) => -Math.sin(phi))]),
    turning([...along(Math.sin), ...along(Math.cos)]),
  ];
}

/** Interleaved pairs that turn as RoPE's do: A = R(-θτ). */
function turning(angles: number[]): CoreEncoding {
  const blocks = angles.map((angle) => ({ kind: "pair", rate: 0, frequency: 0 - angle, size: 1 }));
  return { kind: "generator", generator: { blocks } };
}

function lie({ dimension, generators, seed }: Filled): Axes {
  const given = generators as MatrixLike[] | undefined;
  if (!given) {
    const draw = uniforms(seed as number);
    return [skew(dimension, draw), skew(dimension, draw)];
  }
  const [x, y] = given;
  if (!x || !y || given.length !== 2)
    throw new EtxError("shape", `encoding.generators has ${given.length} matrices; it must have 2`);
  for (const [i, { rows }] of given.entries()) {
    if (rows !== dimension) {
      throw new EtxError(
        "shape",
        `encoding.generators[${i}] is ${rows}×${rows}; encoding.dimension is ${dimension}`,
      );
    }
  }
  return [
    { kind: "matrix", matrix: x },
    { kind: "matrix", matrix: y },
  ];
}

function skew(n: number, draw: () => number): CoreEncoding {
  const data = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const entry = 2 * Math.PI * draw();
      data[n * i + j] = entry;
      data[n * j + i] = -entry;
    }
  }
  return { kind: "matrix", matrix: { rows: n, cols: n, data } };
}

/** Both axes as one answer; null where they do not commute, because A then depends on more than a difference of positions. */
export function joined(axes: (LiftedGenerator | null)[]): LiftedGenerator | null {
  const [x, y] = axes;
  const [X, Y] = [x?.matrices[0], y?.matrices[0]];
  if (!x || !y || !X || !Y || !commute(X, Y)) return null;
  return {
    generators: [...x.generators, ...y.generators],
    matrices: [X, Y],
  };
}

/** ‖XY - YX‖ within rounding of ‖X‖‖Y‖, in the Frobenius norm. */
function commute(X: Matrix, Y: Matrix): boolean {
  const n = X.rows;
  const norm = (values: Float64Array): number => Math.hypot(...rowNorms(values, n));
  const difference = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let l = 0; l < n; l++) {
      const [a, b] = [X.data[n * i + l] as number, Y.data[n * i + l] as number];
      if (a === 0 && b === 0) continue;
      for (let j = 0; j < n; j++) {
        const at = n * i + j;
        difference[at] =
          (difference[at] as number) +
          a * (Y.data[n * l + j] as number) -
          b * (X.data[n * l + j] as number);
      }
    }
  }
  return norm(difference) <= 64 * n * 2 ** -53 * norm(X.data) * norm(Y.data);
}

const rowNorms = (values: Float64Array, n: number): number[] =>
  Array.from({ length: n }, (_, i) => Math.hypot(...values.subarray(n * i, n * (i + 1))));
