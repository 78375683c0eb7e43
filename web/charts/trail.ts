/** The path of an orbit on the screen, in a few pieces of equal length of path so that each can have its own ink. */
import { px } from "./dom.ts";

export interface View {
  cx: number;
  cy: number;
  /** Pixels a unit. */
  scale: number;
}

/** Points nearer than this to the last one drawn add nothing. */
const fine = 0.4;
/** Far outside the picture; beyond it renderers lose their precision. */
const far = 1e5;

/** At most `count` path strings, oldest first; neighbours share their joint. */
export function runs(points: Float64Array, { cx, cy, scale }: View, count: number): string[] {
  const xs: number[] = [];
  const ys: number[] = [];
  const lengths: number[] = [];
  let length = 0;
  const last = points.length - 2;
  for (let i = 0; i <= last; i += 2) {
    const x = cx + (points[i] as number) * scale;
    const y = cy - (points[i + 1] as number) * scale;
    if (!(Math.abs(x) < far && Math.abs(y) < far)) break;
    const n = xs.length;
    const step = n ? Math.hypot(x - (xs[n - 1] as number), y - (ys[n - 1] as number)) : 0;
    if (n && step < fine && i !== last) continue;
    length += step;
    xs.push(x);
    ys.push(y);
    lengths.push(length);
  }
  if (xs.length < 2 || length === 0) return [];

  const paths: string[] = [];
  let path = `M${px(xs[0] as number)},${px(ys[0] as number)}`;
  for (let i = 1; i < xs.length; i++) {
    const point = `${px(xs[i] as number)},${px(ys[i] as number)}`;
    path += `L${point}`;
    if ((lengths[i] as number) < ((paths.length + 1) / count) * length && i < xs.length - 1)
      continue;
    paths.push(path);
    path = `M${point}`;
  }
  return paths;
}
