/**
 * What softmax makes of the bench's curves: the weight that a query gives to the keys at lags 0 to window - 1. The
 * logits are scores of a scaled query, as models compute them: a bias such as ALiBi's slope is added to them unscaled.
 */
import type { AttentionResult, Etx } from "../core/api.ts";
import { dimension as dimensionOf, lookup } from "../model/encodings/registry.ts";
import { EtxError } from "../model/error.ts";
import type { BenchEntry, Experiment } from "../model/types.ts";
import { resolve } from "../model/vector.ts";
import { asEtxError } from "./define.ts";
import type { Memo } from "./memo.ts";

export interface AttentionView {
  /** What the query is multiplied by; absent: 1/√d of each encoding. */
  scale?: number;
  /** How many keys the query sees. */
  window: number;
  lags: "linear" | "log";
  weights: "linear" | "log";
}

export interface Attended extends AttentionResult {
  entry: BenchEntry;
  /** The encoding's place on the bench. */
  colorIndex: number;
  scale: number;
  logits: Float64Array;
}

export interface AttentionPicture {
  view: AttentionView;
  rows: readonly Attended[];
}

/** A slider's ends. */
export const scales = { min: 1e-3, max: 10 };
export const windows = { min: 2, max: 131_072 };

export function attentionViewOf(experiment: Experiment): AttentionView {
  const options = experiment.views.find(({ kind }) => kind === "attention")?.options ?? {};
  const { lags } = experiment;
  const {
    scale,
    window = Math.min("count" in lags ? lags.count : 4096, windows.max),
    lags: across,
    weights,
  } = options;
  if (scale !== undefined && !(Number.isFinite(scale) && Math.abs(scale as number) <= 1e6))
    throw refusal("scale", scale, "a number within ±1e6");
  if (!Number.isInteger(window) || (window as number) < 1 || (window as number) > 2 ** 20)
    throw refusal("window", window, `a whole number of keys from 1 to ${2 ** 20}`);
  return {
    ...(scale !== undefined && { scale: scale as number }),
    window: window as number,
    lags: across === "linear" ? "linear" : "log",
    weights: weights === "linear" ? "linear" : "log",
  };
}

function refusal(name: string, value: unknown, wanted: string): EtxError {
  const said = (JSON.stringify(value) ?? String(value)).slice(0, 60);
  return new EtxError("range", `views: attention's ${name} is ${said}; it must be ${wanted}`);
}

export async function attentionOf(
  etx: Etx,
  experiment: Experiment,
  memo: Memo,
): Promise<AttentionPicture> {
  const view = attentionViewOf(experiment);
  const shown = experiment.encodings.flatMap((entry, place) =>
    entry.hidden ? [] : [{ entry, colorIndex: place % 6 }],
  );
  const asked = await Promise.all(
    shown.map(async ({ entry, colorIndex }): Promise<Attended | EtxError> => {
      const d = dimensionOf(entry.encoding) ?? 0;
      const scale = view.scale ?? (d > 0 ? 1 / Math.sqrt(d) : 1);
      const question = [entry.encoding, experiment.query, experiment.key, scale, view.window];
      try {
        const row = await memo.get(["attention", ...question], () =>
          attend(etx, experiment, entry, d, scale, view.window),
        );
        return { entry, colorIndex, scale, ...row };
      } catch (reason) {
        return asEtxError(reason);
      }
    }),
  );
  const rows = asked.filter((one): one is Attended => !(one instanceof EtxError));
  const failure = asked.find((one) => one instanceof EtxError);
  if (rows.length === 0 && failure) throw failure;
  return { view, rows };
}

async function attend(
  etx: Etx,
  { query, key }: Experiment,
  { encoding }: BenchEntry,
  dimension: number,
  scale: number,
  window: number,
) {
  const positional = lookup(encoding.kind)?.positional?.(encoding);
  const logits = await etx.curve(encoding, {
    query: resolve(query, dimension).map((x) => scale * x),
    key: resolve(key, dimension),
    lags: { start: 0, step: 1, count: window },
    ...(positional && { position: window - 1 }),
  });
  return { logits, ...(await etx.attention(logits)) };
}
