/** Where a heatmap's lags, rows and cells lie in its frame, and which cell lies where. */
import { type LagScale, lagScale } from "./curve-scale.ts";
import type { Interval } from "./domain.ts";
import type { View } from "./heatmap-view.ts";
import type { Box } from "./text.ts";

/** Cells, and where they lie. */
export interface Patch {
  width: number;
  height: number;
  /** Row-major, the first row on top. */
  values: ArrayLike<number>;
  /** Lags where the first column starts and the last one ends. */
  lags: Interval;
  /** Where among all rows they lie: from 0, the top of the first, to 1, the bottom of the last. Absent: they are all. */
  span?: Interval;
}

export interface Cell {
  row: number;
  column: number;
}

export interface Places {
  /** Lags in sight. */
  readonly lags: Interval;
  readonly along: LagScale;
  /** The pixel of a place among all rows. */
  down(place: number): number;
  /** The middle of a row of the cells, in pixels. */
  middle(row: number): number;
  centre(cell: Cell): [x: number, y: number];
  /** The cell under a point; of those in sight the nearest. */
  cellAt(x: number, y: number): Cell;
  nearest(cell: Cell): Cell;
  box(patch: Patch): Box;
  /** Whether the cells fill the frame; to a pixel, since they end on whole lags. */
  full(): boolean;
}

export function placesOf(
  frame: Box,
  cells: Patch,
  { lags: some, rows }: View,
  all: Interval,
): Places {
  const { left, right, top, bottom } = frame;
  const lags = some ?? all;
  const [first, last] = rows ?? [0, 1];
  const along = lagScale("linear", lags, left, right);
  const down = (place: number): number => top + ((place - first) / (last - first)) * (bottom - top);
  const box = ({ lags, span = [0, 1] }: Patch): Box => ({
    left: along(lags[0]),
    right: along(lags[1]),
    top: down(span[0]),
    bottom: down(span[1]),
  });
  const own = box(cells);
  const { width, height } = cells;
  const indexAt = (x: number, y: number): Cell => ({
    row: Math.floor(((y - own.top) / (own.bottom - own.top)) * height),
    column: Math.floor(((x - own.left) / (own.right - own.left)) * width),
  });
  const nearest = ({ row, column }: Cell): Cell => {
    const [low, high] = [indexAt(left + 0.5, top + 0.5), indexAt(right - 0.5, bottom - 0.5)];
    return {
      row: clamp(row, Math.max(0, low.row), Math.min(height - 1, high.row)),
      column: clamp(column, Math.max(0, low.column), Math.min(width - 1, high.column)),
    };
  };
  const middle = (row: number): number => own.top + ((row + 0.5) / height) * (own.bottom - own.top);
  return {
    lags,
    along,
    down,
    middle,
    centre: ({ row, column }) => [
      own.left + ((column + 0.5) / width) * (own.right - own.left),
      middle(row),
    ],
    cellAt: (x, y) => nearest(indexAt(x, y)),
    nearest,
    box,
    full: () =>
      own.left < left + 1 && own.right > right - 1 && own.top < top + 1 && own.bottom > bottom - 1,
  };
}

const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, value));
