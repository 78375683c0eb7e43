/** What two readings of models disagree on, kind of layer by kind of layer. */
import type { Field, ReadLayer } from "./model-reading.ts";

export interface LayerDifference {
  layer: ReadLayer;
  /** B's. */
  partner?: ReadLayer;
  /** B's, where A calls it otherwise. */
  other?: ReadLayer;
  /** Only this one of the two has such a layer. */
  only?: "first" | "second";
  /** A's and B's, where they differ. */
  fields: { name: string; values: readonly [Field | undefined, Field | undefined] }[];
  /** ω of B / ω of A, pair by pair; pairs that rest in both: 1. Absent where there is nothing to compare. */
  ratios?: Float64Array;
  /** How many pairs each has, where they are not as many. */
  counts?: readonly [number, number];
}

/**
 * Layers are matched by name, unrotated ones by that, and a model's only kind of rotated layer with the other's only one or,
 * where it has more, with its full attention.
 */
export function differences(
  first: readonly ReadLayer[],
  second: readonly ReadLayer[],
): LayerDifference[] {
  const partners = new Map(
    first.map((a) => [a, second.find((b) => alike(a, b))] as const).filter(([, b]) => b),
  ) as Map<ReadLayer, ReadLayer>;
  const left = (layers: readonly ReadLayer[], taken: readonly ReadLayer[]): ReadLayer[] =>
    layers.filter((one) => !taken.includes(one));
  const a = leading(left(first, [...partners.keys()]), first);
  const b = leading(left(second, [...partners.values()]), second);
  if (a && b) partners.set(a, b);
  const pairs = first.map((a): LayerDifference => {
    const b = partners.get(a);
    if (!b) return { layer: a, only: "first", fields: [] };
    const named = a.layers !== b.layers && !still(a) ? { other: b } : {};
    return { ...compared(a, b), ...named };
  });
  const rest = left(second, [...partners.values()]);
  return [...pairs, ...rest.map((layer) => ({ layer, only: "second" as const, fields: [] }))];
}

const still = ({ encoding }: ReadLayer): boolean => encoding.kind === "nope";

function alike(a: ReadLayer, b: ReadLayer): boolean {
  return still(a) === still(b) && (still(a) || a.layers === b.layers);
}

/** Of the layers without a partner the one that stands for its model. */
function leading(left: readonly ReadLayer[], all: readonly ReadLayer[]): ReadLayer | undefined {
  const moving = all.filter((one) => !still(one));
  const [only] = moving.length === 1 ? moving : all.length === 1 ? all : [];
  const leader = only ?? moving.find(({ layers }) => layers === "full_attention");
  return left.find((one) => one === leader);
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
  const both = { layer: a, partner: b, fields };
  if (!from || !to) return both;
  if (from.length !== to.length) return { ...both, counts: [from.length, to.length] };
  const ratios = to.map((frequency, i) => (frequency === from[i] ? 1 : frequency / (from[i] ?? 0)));
  return { ...both, ratios };
}

function same(a: unknown, b: unknown): boolean {
  const plain = (value: unknown): unknown =>
    ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
}

/** Nothing differs, in any kind of layer. */
export function agree(found: readonly LayerDifference[]): boolean {
  return found.every(({ fields, only }) => fields.length === 0 && !only);
}

/** A change this small is rounding: frequencies are quotients of rounded powers. */
const near = 1e-9;
const change = (ratio: number): number => Math.abs(Math.log(ratio));

/** How many pairs have changed. */
export function changedPairs(ratios: Float64Array): number {
  return ratios.filter((ratio) => change(ratio) > near).length;
}

/** Those that have changed have all changed by one ratio. */
export function changedAlike(ratios: Float64Array): boolean {
  const changed = [...ratios].filter((ratio) => change(ratio) > near);
  return changed.every((ratio) => change(ratio / (changed[0] ?? 1)) <= near);
}

/** The pair that changed most, by ratio; of equal ones the first. */
export function farthestOf(ratios: Float64Array): number {
  let farthest = 0;
  ratios.forEach((ratio, i) => {
    if (change(ratio) > change(ratios[farthest] ?? 1) + near) farthest = i;
  });
  return farthest;
}
