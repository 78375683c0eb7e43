/** Positions in the plane. */
import type { Encoding, LagGrid, View } from "../types.ts";
import { experiment, named, type Variant } from "./build.ts";

/** 224 pixels in patches of 16, counted or as shares of the picture. */
const side: LagGrid = { start: 0, step: 1, count: 14 };
const patches = { x: side, y: side };
const unit: LagGrid = { ...side, step: 1 / 16 };
const shares = { x: unit, y: unit };

const field = (options: Record<string, unknown>): View => ({ kind: "field", options });
const corner = { column: 4, row: 5 };

const axial: Encoding = { kind: "axial2d", dimension: 64 };
const mixed: Encoding = { kind: "mixed2d", dimension: 64 };
const lie = (coupling: number): Encoding => ({ kind: "lie2d", dimension: 8, coupling });

/** Turns about two axes of space: the smallest rotations that do not commute. */
const about = (i: number, j: number) => ({
  rows: 3,
  cols: 3,
  data: Array.from({ length: 9 }, (_, at) => (at === 3 * i + j ? -1 : at === 3 * j + i ? 1 : 0)),
});
const globe: Encoding = {
  kind: "lie2d",
  dimension: 3,
  generators: [about(0, 1), about(1, 2)],
};

export const space = {
  "two-clocks": [
    {
      id: "axial",
      document: experiment([axial], [field(corner)], { lags: patches }),
    },
    {
      id: "mixed",
      document: experiment([mixed], [field(corner)], { lags: patches }),
    },
    {
      id: "drawn",
      document: experiment([lie(0.2)], [field(corner)], { lags: shares }),
    },
  ],
  "no-order": [
    {
      id: "globe",
      document: experiment([named("globe", "SO(3)", globe)], [field(corner)], {
        lags: { x: { ...side, step: 0.15 }, y: { ...side, step: 0.15 } },
      }),
    },
    {
      id: "places",
      document: experiment([lie(0.2)], [field({ ...corner, against: "place" })], {
        lags: shares,
      }),
    },
  ],
} as const satisfies Record<string, readonly Variant[]>;
