/**
 * Work on a GPU: chunk by chunk, each short enough to leave the screen its frames and small enough for the budget. All
 * inputs stay with the work, so a device that is lost in the middle loses nothing.
 */
import { EtxError } from "../model/error.ts";
import { type Context, Unfit } from "./backend.ts";
import { Device, type Dispatch, OutOfMemory } from "./device.ts";
import { Pace } from "./pace.ts";
import { checkPhases } from "./self-test.ts";
import { halves, type Range } from "./tiles.ts";

export interface GpuSettings {
  /** Bytes of inputs in one chunk. */
  budget?: number;
  /** Milliseconds to wait before an adapter is asked for again. */
  patience?: readonly number[];
  /** Opens the device; default: the browser's, tested. */
  open?(): Promise<Computer>;
}

/** As much of a device as the work uses. */
export type Computer = Pick<
  Device,
  "name" | "software" | "lost" | "gone" | "latency" | "run" | "destroy"
>;

/** One that is lost while it is tested is opened once more. */
async function openTested(retried = false): Promise<Computer> {
  const device = await Device.open();
  try {
    await checkPhases(device);
    await checkPhases(device); // its shader is compiled now: the time is the way there and back
    return device;
  } catch (error) {
    device.destroy();
    if (error instanceof Unfit) throw error;
    if (!retried) return openTested(true);
    throw new Unfit(`the GPU failed while it was tested: ${(error as Error).message}`);
  }
}

/** What is cut into rows of tiles. */
export interface Work {
  /** As messages name it. */
  readonly name: string;
  /** Tiles in all. */
  readonly tiles: number;
  /** The chunk after this one, of about so many tiles. */
  next(last: Range | undefined, tiles: number): Range | undefined;
  prepare(range: Range): Promise<Dispatch>;
  /** Takes a chunk's results; answers how many tiles these are. */
  absorb(range: Range, results: Float32Array): number;
}

export class Gpu {
  readonly budget: number;
  readonly #settings: GpuSettings;
  #device: Promise<Computer> | undefined;
  #opened = false;
  #ended = false;

  constructor(settings: GpuSettings = {}) {
    this.#settings = settings;
    this.budget = settings.budget ?? 2 ** 26; // half of what WebGPU binds by default
  }

  /** The device, tested; a fresh one where the last was lost. A browser that never gave one is not asked again. */
  device(): Promise<Computer> {
    const opening = this.#device ?? (this.#settings.open ?? openTested)();
    this.#device = opening;
    return opening.then(
      (device) => {
        this.#opened = true;
        if (!device.lost || this.#ended) return device;
        if (this.#device === opening) this.#device = undefined;
        return this.device();
      },
      (error) => {
        if (this.#opened && this.#device === opening) this.#device = undefined;
        throw error;
      },
    );
  }

  /** After a crash of the GPU's process adapters come back, but not at once. */
  async #reopen(): Promise<Computer> {
    const { patience = [0, 500, 2000] } = this.#settings;
    let reason: unknown;
    for (const wait of patience) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      try {
        return await this.device();
      } catch (error) {
        reason = error;
      }
    }
    throw new Unfit(`the GPU was lost and did not come back: ${(reason as Error).message}`);
  }

  end(): void {
    this.#ended = true;
    void this.#device?.then((device) => device.destroy()).catch(() => undefined);
  }

  async run(work: Work, context: Context): Promise<void> {
    let done = 0;
    const pace = new Pace(work.tiles);
    let range = work.next(undefined, pace.tiles);
    let prepared = range && work.prepare(range);
    while (range && prepared) {
      const [now, dispatch] = [range, await prepared];
      // The workers make the next inputs while the GPU is at these.
      range = work.next(now, pace.tiles);
      prepared = range && work.prepare(range);
      prepared?.catch(() => undefined); // heard of when its turn comes
      const begun = performance.now();
      const { absorbed, whole, latency } = await this.#compute(work, now, dispatch);
      pace.took(absorbed, performance.now() - begun - latency, whole);
      done += absorbed;
      context.progress(done / work.tiles);
      if (context.signal.aborted) throw new EtxError("aborted", `${work.name} was aborted`);
    }
  }

  /** In one piece (whole) or not, it is done. */
  async #compute(
    work: Work,
    range: Range,
    dispatch: Dispatch,
    retried = false,
  ): Promise<{ absorbed: number; whole: boolean; latency: number }> {
    let results: Float32Array;
    // It was there when the work began: where it isn't now, it was lost between two chunks.
    const device = await (retried ? this.#reopen() : this.device().catch(() => this.#reopen()));
    try {
      results = await device.run(dispatch);
    } catch (error) {
      if (this.#ended || error instanceof Unfit) throw error;
      if (error instanceof OutOfMemory || (retried && !device.lost)) {
        const parts = halves(range);
        if (!parts) throw new Unfit("the GPU has not memory enough for one tile");
        let absorbed = 0;
        for (const part of parts)
          absorbed += (await this.#compute(work, part, await work.prepare(part))).absorbed;
        return { absorbed, whole: false, latency: device.latency };
      }
      // A lost device says so a moment later than its work fails.
      await Promise.race([device.gone, new Promise((resolve) => setTimeout(resolve, 100))]);
      if (retried) throw new Unfit(`the GPU was lost again: ${(error as Error).message}`);
      return { ...(await this.#compute(work, range, dispatch, true)), whole: false };
    }
    return { absorbed: work.absorb(range, results), whole: true, latency: device.latency };
  }
}
