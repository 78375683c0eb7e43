/**
 * Signal and noise: the scores of the last of many sampled queries against all sampled keys, for several means μ and
 * deviations σ of their components, beside what is exactly true of all such draws and of all that share this query.
 *
 * A sample is μ + σ·z, and a score is linear in the query and in the key, so that one set of normals serves every
 * (μ, σ): row = the bands' mean + σ·(μ·E + σ·B), where B is what the noise of query and key scores by itself and E what
 * either of them scores against the other's mean of one. With a covariance γ the key follows the query by γ/σ² of its
 * excess, the deviation σ_k left to it has σ_k² = σ² - γ²/σ², and
 * row = mean given the query + σ_k·(μ·(E - Q) + σ·B), where Q is the query's own part of E.
 */
import type { Etx, Moments } from "../core/api.ts";
import { dimension as dimensionOf } from "../model/encodings/registry.ts";
import { EtxError } from "../model/error.ts";
import type { Encoding, Experiment, LagGrid, MatrixLike } from "../model/types.ts";
import type { Memo } from "./memo.ts";
import { selectionOf } from "./views.ts";

/** Every component of query and key has this mean and this deviation. */
export interface Panel {
  mean: number;
  deviation: number;
}

export interface PanelsView {
  panels: readonly Panel[];
  /** Positions: as many keys, at lags 0 to length - 1. */
  length: number;
  /** The panel that is enlarged. */
  selected: number;
  /** Which band is drawn: over all draws, or given this row's query. */
  band: "all" | "given";
  /** What scores are divided by: one number, such as the row's maximum, or at each lag its deviation: the mean is z then. */
  unit: "row" | "deviation";
  lags: "linear" | "log";
}

/** What is known of a panel so far; it grows from picture to picture. */
export interface PanelPicture extends Panel {
  /** Over all draws; absent where no two variables of this deviation have the document's covariance. */
  all?: Moments;
  /** Over the keys alone, given this row's query. */
  given?: Moments;
  /** The sampled scores, by lag. */
  row?: Float64Array;
}

export interface PanelsPicture {
  view: PanelsView;
  encoding: Encoding;
  /** The selected encoding's place on the bench. */
  colorIndex: number;
  covariance: number;
  /** Where there is a covariance: the curve that means of 1 draw without one. */
  means?: Bare;
  panels: readonly PanelPicture[];
}

/** Scores less what is added to those of any query and key, and that. */
export interface Bare {
  scores: Float64Array;
  added: Float64Array;
}

const published: readonly Panel[] = [
  [1, 0.1],
  [1, 0.5],
  [1, 1],
  [1, 3],
  [0, 1],
  [3, 1],
].map(([mean = 0, deviation = 0]) => ({ mean, deviation }));

const mostPanels = 12;
/** Samples of queries or of keys: what a page draws within a second. */
const mostSamples = 2 ** 24;

export function panelsViewOf(experiment: Experiment): PanelsView {
  const options = experiment.views.find(({ kind }) => kind === "panels")?.options ?? {};
  const { panels = published, length = 5000, selected, band, unit, lags } = options;
  if (!Array.isArray(panels) || panels.length === 0 || panels.length > mostPanels)
    throw refusal("panels", panels, `a list of 1 to ${mostPanels} pairs { mean, deviation }`);
  panels.forEach((panel: unknown, i) => {
    const { mean, deviation } = (panel ?? {}) as Partial<Panel>;
    if (!Number.isFinite(mean) || Math.abs(mean as number) > 1e6)
      throw refusal(`panels[${i}].mean`, mean, "a number within ±1e6");
    if (!((deviation as number) > 0 && (deviation as number) <= 1e6))
      throw refusal(`panels[${i}].deviation`, deviation, "a number above 0, at most 1e6");
  });
  if (!Number.isInteger(length) || (length as number) < 2 || (length as number) > mostSamples)
    throw refusal("length", length, `a whole number of positions from 2 to ${mostSamples}`);
  const chosen = Number.isInteger(selected) && (selected as number) in panels;
  return {
    panels: panels as Panel[],
    length: length as number,
    selected: chosen ? (selected as number) : Math.min(2, panels.length - 1),
    band: band === "given" ? "given" : "all",
    unit: unit === "deviation" ? "deviation" : "row",
    lags: lags === "log" ? "log" : "linear",
  };
}

function refusal(name: string, value: unknown, wanted: string): EtxError {
  const said = (JSON.stringify(value) ?? String(value)).slice(0, 60);
  return new EtxError("range", `views: the panels' ${name} is ${said}; it must be ${wanted}`);
}

/** The document's covariance of each component of the key with the same one of the query. */
export function covarianceOf({ cross = 0 }: Experiment): number {
  if (typeof cross === "number") return cross;
  throw new EtxError("unsupported", "cross is a matrix; panels draw one number for every pair");
}

export async function panelsOf(
  etx: Etx,
  experiment: Experiment,
  memo: Memo,
): Promise<PanelsPicture> {
  const view = panelsViewOf(experiment);
  const covariance = covarianceOf(experiment);
  const { entry } = selectionOf(experiment);
  const place = experiment.encodings.findIndex(({ id }) => id === entry);
  const encoding = experiment.encodings[place]?.encoding;
  if (!encoding) throw new EtxError("shape", "encodings is empty; panels sample one of them");
  const { length } = view;
  const { seed = 42 } = experiment;
  const dimension = dimensionOf(encoding) ?? 0;
  if (length * dimension > mostSamples) {
    throw new EtxError(
      "too-large",
      `views: the panels' length ${length} × dimension ${dimension} is beyond ${mostSamples} samples`,
    );
  }

  // Exact bands first; then the rows; then this row's query, for which all queries are drawn.
  const draw = { seed, length, dimension };
  const scores: Scores = { etx, encoding, dimension, covariance, lags: upTo(length) };
  const noise = memo.later(["noise", encoding, draw], () => noiseOf(scores, draw));
  const query =
    noise || covariance !== 0
      ? memo.later(["last query", draw], () => lastQuery(etx, draw))
      : undefined;
  const stage = [noise !== undefined, query !== undefined];
  const panels = view.panels.map((panel) =>
    memo.get(["panel", encoding, panel, covariance, draw, stage], async () => {
      if (Math.abs(covariance) > panel.deviation ** 2) return panel;
      const [all, given, own] = await Promise.all([
        memo.get(["bands", encoding, panel, covariance, length], () => overAll(scores, panel)),
        query && overKeys(scores, panel, query),
        // Where the key follows the query, the query's part of the noise goes its own way.
        query && covariance !== 0
          ? memo.get(["own", encoding, draw], () => againstOnes(scores, query))
          : undefined,
      ]);
      const row =
        noise && rowOf(panel, covariance, noise, all, own && given && { own: own.scores, given });
      return { ...panel, all, ...(given && { given }), ...(row && { row }) };
    }),
  );
  const means =
    covariance === 0
      ? undefined
      : await memo.get(["means", encoding, length], () => ofMeans(scores));
  return {
    view,
    encoding,
    colorIndex: place % 6,
    covariance,
    ...(means && { means }),
    panels: await Promise.all(panels),
  };
}

interface Draw {
  seed: number;
  length: number;
  dimension: number;
}

interface Scores {
  etx: Etx;
  encoding: Encoding;
  dimension: number;
  covariance: number;
  lags: LagGrid;
}

/** What noise scores, by lag: the query's against the keys', and either of them against a mean of one. */
interface Noise {
  both: Float64Array;
  either: Float64Array;
}

const upTo = (length: number): LagGrid => ({ start: 0, step: 1, count: length });

/** The normals of the last query drawn: its components are μ + σ times them. */
async function lastQuery(etx: Etx, { seed, length, dimension }: Draw): Promise<Float64Array> {
  const counts = [length * dimension];
  const [queries = new Float32Array()] = await etx.normals({ seed, mean: 0, deviation: 1, counts });
  return Float64Array.from(queries.subarray(queries.length - dimension));
}

/** The scores of a query against a key of ones. */
async function againstOnes({ etx, encoding, lags }: Scores, query: Float64Array): Promise<Bare> {
  const [ones, zeros] = [query.map(() => 1), query.map(() => 0)];
  const [whole, added] = await Promise.all([
    etx.curve(encoding, { query, key: ones, lags }),
    etx.curve(encoding, { query, key: zeros, lags }),
  ]);
  return { scores: whole.map((score, lag) => score - (added[lag] as number)), added };
}

const ofMeans = (scores: Scores): Promise<Bare> =>
  againstOnes(scores, new Float64Array(scores.dimension).fill(1));

async function noiseOf(scores: Scores, { seed, length }: Draw): Promise<Noise> {
  const row = (mean: number): Promise<Float64Array> =>
    scores.etx.sampledRow(scores.encoding, { seed, mean, deviation: 1, length });
  const [atZero, atOne, still] = await Promise.all([row(0), row(1), ofMeans(scores)]);
  return {
    both: atZero.map((score, lag) => score - (still.added[lag] as number)),
    either: atOne.map(
      (score, lag) => score - (atZero[lag] as number) - (still.scores[lag] as number),
    ),
  };
}

function overAll({ etx, encoding, dimension, covariance, lags }: Scores, panel: Panel) {
  const gaussian = { mean: panel.mean, variance: panel.deviation ** 2 };
  const cross = covariance === 0 ? {} : { cross: scalar(covariance, dimension) };
  return etx.moments(encoding, { query: gaussian, key: gaussian, ...cross, lags });
}

function overKeys(
  { etx, encoding, covariance, lags }: Scores,
  { mean, deviation }: Panel,
  normals: Float64Array,
): Promise<Moments> {
  const query = { mean, variance: deviation ** 2 };
  const key = {
    mean: normals.map((z) => mean + (covariance / deviation) * z),
    variance: restOf(deviation, covariance) ** 2,
  };
  const given = normals.map((z) => mean + deviation * z);
  return etx.moments(encoding, { query, key, given, lags });
}

/** `joint`: where the key follows the query, what is known of it given the query; undefined: not yet. */
function rowOf(
  { mean, deviation }: Panel,
  covariance: number,
  { both, either }: Noise,
  all: Moments,
  joint?: { own: Float64Array; given: Moments },
): Float64Array | undefined {
  const noise = (lag: number, own = 0): number =>
    mean * ((either[lag] as number) - own) + deviation * (both[lag] as number);
  if (covariance === 0) return all.mean.map((score, lag) => score + deviation * noise(lag));
  const rest = restOf(deviation, covariance);
  return joint?.given.mean.map((score, lag) => score + rest * noise(lag, joint.own[lag]));
}

/** The deviation that is left to a key once the query is known. */
function restOf(deviation: number, covariance: number): number {
  const correlation = covariance / deviation ** 2;
  return deviation * Math.sqrt(Math.max(0, 1 - correlation ** 2));
}

function scalar(value: number, order: number): MatrixLike {
  const data = new Float64Array(order * order);
  for (let i = 0; i < order; i++) data[i * (order + 1)] = value;
  return { rows: order, cols: order, data };
}

/**
 * With an equal covariance in all pairs the mean is μ² + γ times the curve that means of 1 draw: how far apart the two are at
 * most, in units of that curve at lag 0.
 */
export function apartFromMeans(panel: PanelPicture, covariance: number, means: Bare): number {
  const times = panel.mean ** 2 + covariance;
  const apart = panel.all?.mean.reduce((most, mean, lag) => {
    const known = (means.added[lag] as number) + times * (means.scores[lag] as number);
    return Math.max(most, Math.abs(mean - known));
  }, 0);
  return (apart ?? Number.NaN) / Math.abs(means.scores[0] as number);
}
