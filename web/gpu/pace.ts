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
    // What a chunk of another size took tells the work from the way there, which on a busy machine is the longer part.
    const other = this.#other;
    const first = took > longest ? took / size : 0; // a larger one tells
    const each = other.size > 0 ? (took - other.took) / (size - other.size) : first;
    const work = Math.min(took, Math.max(0, each) * size);
    if (!whole || work > longest) this.tiles = Math.max(1, Math.min(this.tiles, size >> 1));
    else if (work < briefest) this.tiles = Math.max(this.tiles, 2 * size);
  }
}
