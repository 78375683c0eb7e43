/**
 * Reports of axioms, which take up to seconds an encoding: a picture never waits for them. It gets those that are known,
 * and a way to have one more measured, which a figure takes once the hand rests.
 */
import type { AxiomReport, Etx } from "../../core/api.ts";
import { EtxError } from "../../model/error.ts";
import type { Encoding } from "../../model/types.ts";
import { asEtxError } from "../define.ts";
import type { JointHost } from "./joint.ts";

export type Measured = AxiomReport | EtxError;

export interface Reports {
  /** As the encodings, in order; undefined: not measured yet. */
  known: (Measured | undefined)[];
  /** Measures the first that is missing; absent: none is. */
  next?: () => Promise<void>;
}

/** What a runtime has measured so far; a drag leaves many encodings behind, so the oldest go. */
const measured = new WeakMap<Etx, Map<string, Measured>>();
const most = 200;

export function reportsOf(etx: Etx, encodings: readonly Encoding[]): Reports {
  const cache = measured.get(etx) ?? new Map<string, Measured>();
  measured.set(etx, cache);
  const known = encodings.map((encoding) => cache.get(JSON.stringify(encoding)));
  const missing = encodings[known.indexOf(undefined)];
  if (!missing) return { known };
  return {
    known,
    async next() {
      const report = await etx.axioms(missing).catch(asEtxError);
      // Asked of a runtime that went away: no answer, and none to keep.
      if (report instanceof EtxError && report.code === "aborted") return;
      cache.set(JSON.stringify(missing), report);
      const [oldest] = cache.keys();
      if (cache.size > most && oldest !== undefined) cache.delete(oldest);
    },
  };
}

/** How long a document stands still before a measurement holds up the engine, and the pause between two, in milliseconds. */
const rest = 250;
const pause = 20;

export interface Measuring {
  /** The newest answer: what was planned for an older one is dropped. */
  follow(reports: Reports | undefined): void;
  stop(): void;
}

/** One measurement at a time, of what the newest document still misses. */
export function measuring(host: JointHost): Measuring {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let newest: Reports | undefined;
  /** Nothing has moved since the last measurement: its own picture is the next to come. */
  let still = false;
  const plan = (): void => {
    clearTimeout(timer);
    timer = newest?.next && !running ? setTimeout(measure, still ? pause : rest) : undefined;
    still = false;
  };
  async function measure(): Promise<void> {
    if (!newest?.next) return;
    running = true;
    const asked = newest;
    await newest.next();
    running = false;
    still = newest === asked;
    if (newest) host.bench.refresh();
  }
  return {
    follow(reports) {
      newest = reports;
      plan();
    },
    stop() {
      clearTimeout(timer);
      newest = undefined;
    },
  };
}
