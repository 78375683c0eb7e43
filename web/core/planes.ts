/** Kinds in the plane: A(x, y) = e^{xX + yY} by their two generators. */

import { drawnGenerators } from "../model/drawn-generators.ts";
import type { Filled } from "../model/encodings/spec.ts";
import { EtxError } from "../model/error.ts";
import type { Encoding, Numbers } from "../model/types.ts";
import type { LiftedGenerator } from "./api.ts";
import { show } from "./check.ts";
import { commute } from "./commutator.ts";
import type { CorePlane, RotaryRequest, RotaryTable } from "./door.ts";
import { type Axis, dimensionOf } from "./generator.ts";

type Frequencies = (request: RotaryRequest) => RotaryTable;
/** X and Y, of one dimension. */
export type Axes = [Axis, Axis];

export function axesIn(encoding: Filled, frequencies: Frequencies): Axes {
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
function turning(angles: number[]): Axis {
  const blocks = angles.map((angle) => ({ kind: "pair", rate: 0, frequency: 0 - angle, size: 1 }));
  return { kind: "generator", generator: { blocks } };
}

function lie({ dimension, generators, seed, coupling }: Filled): Axes {
  if (!generators) {
    const [x, y] = drawnGenerators(dimension, seed as number, coupling as number);
    return [
      { kind: "matrix", matrix: x },
      { kind: "matrix", matrix: y },
    ];
  }
  const given = generators as Axes;
  const own = dimensionOf(given[0]);
  if (own === dimension) return given;
  throw new EtxError(
    "shape",
    `encoding.generators have dimension ${own}; encoding.dimension is ${dimension}`,
  );
}

/** The axes of a kind in the plane, or words that it is none. */
export function onePlane({ kind }: Encoding, axes: Axes | undefined): Axes {
  if (axes) return axes;
  throw new EtxError(
    "unsupported",
    `encoding.kind is ${show(kind)}; two lags are for axial2d, mixed2d and lie2d`,
  );
}

export function planeOf(axes: Axes): CorePlane {
  const bare = (axis: Axis) => (axis.kind === "matrix" ? axis.matrix : axis.generator);
  return { generators: [bare(axes[0]), bare(axes[1])] };
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
