import { ticks } from "d3-array";
import { powersOfTen } from "./ticks.ts";

/** A value and its place among rows: 0 is the middle of the first; between two rows where none has the value. */
export interface RowTick {
  row: number;
  value: number;
}

/**
 * Where the rows' labels go, about `most` of them: at round values where the rows rise evenly or by an even factor, else
 * at rows, the first and the last among them.
 */
export function rowTicks(rows: readonly number[], most: number): RowTick[] {
  const [first = 0] = rows;
  const last = rows.at(-1) ?? first;
  if (rows.length > most && first < last) {
    if (isEven(rows)) return placed(ticks(first, last, most), first, last, rows.length);
    if (first > 0 && isEven(rows.map(Math.log))) {
      const powers = powersOfTen(first, last);
      const round = powers.length > 1 ? powers : ticks(first, last, most); // within a decade, say
      const places = placed(round.map(Math.log), Math.log(first), Math.log(last), rows.length);
      return places.map(({ row, value }) => ({
        row,
        value: Number(Math.exp(value).toPrecision(12)),
      }));
    }
  }
  return spread(rows.length, most).map((row) => ({ row, value: rows[row] as number }));
}

const placed = (values: number[], first: number, last: number, count: number): RowTick[] =>
  values.map((value) => ({ row: ((value - first) / (last - first)) * (count - 1), value }));

function isEven(values: readonly number[]): boolean {
  const [first, last] = [values[0] as number, values.at(-1) as number];
  const step = (last - first) / (values.length - 1);
  return values.every((value, i) => Math.abs(value - (first + i * step)) <= 1e-6 * Math.abs(step));
}

function spread(rows: number, most: number): number[] {
  const count = Math.min(rows, most);
  if (count <= 1) return rows > 0 ? [0] : [];
  return Array.from({ length: count }, (_, i) => Math.round((i * (rows - 1)) / (count - 1)));
}
