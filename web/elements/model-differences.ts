/** What two readings of models disagree on, kind of layer by kind of layer. */
import type { Field, ReadLayer } from "./model-reading.ts";

export interface LayerDifference {
  layer: ReadLayer;
  /** Only one of the two has such a layer. */
  only: boolean;
  /** A's and B's, where they differ. */
  fields: { name: string; values: readonly [Field | undefined, Field | undefined] }[];
  /** ω of B / ω of A, pair by pair; pairs that rest in both: 1. Absent where there is nothing to compare. */
  ratios?: Float64Array;
  /** How many pairs each has, where they are not as many. */
  counts?: readonly [number, number];
}

/** Layers are matched by name; two models of one kind of layer each, by that. */
export function differences(
  first: readonly ReadLayer[],
  second: readonly ReadLayer[],
): LayerDifference[] {
  const alone = first.length === 1 && second.length === 1;
  const partner = (one: ReadLayer, others: readonly ReadLayer[]): ReadLayer | undefined =>
    alone ? others[0] : others.find(({ layers }) => layers === one.layers);
  const pairs = first.map((a): LayerDifference => {
    const b = partner(a, second);
    return b ? compared(a, b) : { layer: a, only: true, fields: [] };
  });
  const rest = second.filter((b) => !partner(b, first));
  return [...pairs, ...rest.map((layer) => ({ layer, only: true, fields: [] }))];
}

function compared(a: ReadLayer, b: ReadLayer): LayerDifference {
  const names = new Set([...a.fields, ...b.fields].map(({ name }) => name));
  const fields = [...names].flatMap((name) => {
    const values = [a, b].map(({ fields }) => fields.find((one) => one.name === name)) as [
      Field | undefined,
      Field | undefined,
    ];
    return same(values[0]?.value, values[1]?.value) ? [] : [{ name, values }];
  });
  const [from, to] = [a.table?.inverseFrequencies, b.table?.inverseFrequencies];
  if (!from || !to) return { layer: a, only: false, fields };
  if (from.length !== to.length)
    return { layer: a, only: false, fields, counts: [from.length, to.length] };
  const ratios = to.map((frequency, i) => (frequency === from[i] ? 1 : frequency / (from[i] ?? 0)));
  return { layer: a, only: false, fields, ratios };
}

function same(a: unknown, b: unknown): boolean {
  const plain = (value: unknown): unknown =>
    ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
}
