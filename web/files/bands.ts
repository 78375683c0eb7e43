/** M-RoPE: which pairs take a patch's time, which its row, which its column. */
import { shown } from "../model/plain.ts";
import type { Fields } from "./fields.ts";
import { listed, type Warning, warning } from "./warnings.ts";

/** Pairs by number. */
export interface Bands {
  time: number[];
  height: number[];
  width: number[];
  interleaved: boolean;
}

/**
 * `mrope_section` counts the pairs of each. One band after another in Qwen2-VL, Qwen2.5-VL and GLM-4V; interleaved in Qwen3-VL and
 * Qwen3.5, which give rows the pairs 1, 4, 7, … and columns 2, 5, 8, …, as many as counted, and time all others.
 */
export function bandsOf(block: Fields, pairs: number, warnings: Warning[]): Bands | undefined {
  const key = "mrope_section";
  if (!block.has(key)) return undefined;
  warnings.push(warning("bands", { key: block.name(key) }));
  const counts = block.list(key) ?? [];
  const [time, height, width] = counts as [number, number, number];
  const whole = counts.every((count) => Number.isInteger(count) && (count as number) >= 0);
  if (counts.length !== 3 || !whole || time + height + width !== pairs) {
    const value = `[${listed(counts.map(shown))}]`;
    warnings.push(warning("bands-unfit", { key: block.name(key), value, pairs }));
    return undefined;
  }
  const interleaved = block.truth("mrope_interleaved") ?? false;
  const kinds = Array.from({ length: pairs }, (_, pair): keyof Omit<Bands, "interleaved"> => {
    if (!interleaved) return pair < time ? "time" : pair < time + height ? "height" : "width";
    if (pair % 3 === 1 && pair < 3 * height) return "height";
    return pair % 3 === 2 && pair < 3 * width ? "width" : "time";
  });
  const of = (wanted: string): number[] =>
    kinds.flatMap((kind, pair) => (kind === wanted ? [pair] : []));
  return { time: of("time"), height: of("height"), width: of("width"), interleaved };
}
