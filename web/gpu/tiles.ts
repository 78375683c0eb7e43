/** How a row of lags is cut for the kernels: tiles of equal length, none across a column's edge. */

export interface Tiles {
  /** The number of each tile's first lag. */
  starts: Float64Array;
  lengths: Uint32Array;
  columns: Uint32Array;
  /** The longest. */
  width: number;
}

export function cut(edges: Float64Array, longest: number): Tiles {
  let width = 1;
  for (let c = 1; c < edges.length; c++)
    width = Math.max(width, (edges[c] as number) - (edges[c - 1] as number));
  // As few tiles as will do, of one length.
  width = Math.ceil(width / Math.ceil(width / Math.max(1, longest)));
  const starts: number[] = [];
  const columns: number[] = [];
  const lengths: number[] = [];
  for (let c = 0; c + 1 < edges.length; c++) {
    const end = edges[c + 1] as number;
    for (let at = edges[c] as number; at < end; at += width) {
      starts.push(at);
      columns.push(c);
      lengths.push(Math.min(width, end - at));
    }
  }
  return {
    starts: Float64Array.from(starts),
    lengths: Uint32Array.from(lengths),
    columns: Uint32Array.from(columns),
    width,
  };
}

/** Some tiles of some rows: whole rows, or a part of one. */
export interface Range {
  row: number;
  rows: number;
  tile: number;
  tiles: number;
}

export function halves({ row, rows, tile, tiles }: Range): [Range, Range] | null {
  const [up, left] = [rows >> 1, tiles >> 1];
  if (up > 0)
    return [
      { row, rows: up, tile, tiles },
      { row: row + up, rows: rows - up, tile, tiles },
    ];
  if (left > 0)
    return [
      { row, rows, tile, tiles: left },
      { row, rows, tile: tile + left, tiles: tiles - left },
    ];
  return null;
}
