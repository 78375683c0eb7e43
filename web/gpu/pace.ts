/** How much goes to a GPU at a time: as much as leaves the screen its frames, found by the clock. */

/** Milliseconds of a chunk's work, beside the way there and back. */
const [briefest, longest] = [8, 16];

export class Pace {
  /** Of the next chunk; those on their way are not changed. */
  tiles: number;
  /** The last chunk, and the last one of another size. */
  #last = { size: 0, took: 0 };
  #other = { size: 0, took: 0 };

  constructor(all: number) {
    this.tiles = Math.max(1, Math.floor(all / 64));
  }

  /** A chunk of so many tiles took so many milliseconds; whole: in one piece. */
  took(size: number, took: number, whole: boolean): void {
    if (this.#last.size !== size) this.#other = this.#last;
    this.#last = { size, took };
    const { size: larger, took: longer } = this.#other;
    // A half that takes about as long says that the way is slow, as on a busy machine, and not the work.
    const vain = whole && larger >= 2 * size && took > 0.75 * longer;
    if (vain || (whole && took < briefest)) this.tiles = Math.max(this.tiles, 2 * size);
    else if (!whole || took > longest) this.tiles = Math.max(1, Math.min(this.tiles, size >> 1));
  }
}
