/** The entries of a small matrix as text: all with the same decimals, so that their ends align. */

import type { MatrixGrid } from "../../charts/matrix-grid.ts";
import { type Language, number } from "../../locales/index.ts";
import type { MatrixLike } from "../../model/types.ts";

export function entries(language: Language, values: ArrayLike<number>): string[] {
  const all = Array.from(values);
  const most = Math.max(0, ...all.map(Math.abs).filter(Number.isFinite));
  const decimals = most >= 1000 ? 0 : most >= 100 ? 1 : most >= 10 ? 2 : 3;
  return all.map((value) => {
    const odd = !Number.isFinite(value) || Math.abs(value) >= 1e5;
    const lost = value !== 0 && Math.abs(value) < 0.5 * 10 ** -decimals;
    if (odd || (lost && most < 0.01)) return number(language, value, 3);
    const text = Math.abs(value).toFixed(decimals);
    return value < 0 && Number(text) !== 0 ? `−${text}` : text;
  });
}

/** A matrix ready to be drawn. */
export const gridOf = (
  language: Language,
  { rows, cols, data }: MatrixLike,
  more: Partial<MatrixGrid> = {},
): MatrixGrid => ({ rows, cols, cells: data, texts: entries(language, data), ...more });
