/** A heatmap's cells as pixels. */
import { type Colors, colorIndex, palette } from "./colormap.ts";
import { pngUrl } from "./png.ts";

export interface Paint {
  /** What the colours' ends stand for. log: both positive. */
  domain: readonly [number, number];
  scale: "linear" | "log";
  colors: Colors;
}

interface Cells {
  width: number;
  height: number;
  /** Row-major, the first row on top. */
  values: ArrayLike<number>;
}

const painted = new WeakMap<object, { as: string; url: string }>();

/** A pixel a cell; the last picture of the same values is kept. */
export function cellsUrl({ values, width, height }: Cells, paint: Paint): string {
  const { domain, scale, colors } = paint;
  const as = [width, scale, colors, ...domain].join();
  const known = painted.get(values);
  if (known?.as === as) return known.url;
  const place = scale === "log" ? Math.log : (value: number) => value;
  const [low, high] = [place(domain[0]), place(domain[1])];
  const indices = new Uint8Array(width * height);
  for (let i = 0; i < indices.length; i++) {
    const value = values[i] as number;
    const where = scale === "log" && value <= 0 ? 0 : (place(value) - low) / (high - low || 1);
    indices[i] = colorIndex(where);
  }
  const url = pngUrl(width, height, indices, palette(colors));
  painted.set(values, { as, url });
  return url;
}

/** All colours, from the least to the most. */
export function rampUrl(colors: Colors): string {
  const ramp = Uint8Array.from({ length: 255 }, (_, i) => i + 1);
  return pngUrl(ramp.length, 1, ramp, palette(colors));
}
