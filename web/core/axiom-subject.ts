/**
 * How far an encoding is from each axiom of the theorem, asked of its scores and orbits alone, so that every kind is measured
 * alike. Where A is a group it is measured in the space that it acts on, lifted if it is lifted; of the others
 *   - what adds to the score, or to the key (ALiBi's kin: KERPLE, T5, Shaw, ...), is lifted as I + N(τ), N nilpotent: it composes
 *     where what it adds at s and at t sums to what it adds at s + t;
 *   - what adds to query and key alike (sinusoids, learned rows) is F(t)ᵀG(s) with oblong F and G, of no lift's.
 */
import { catalogue } from "../model/encodings/catalogue.ts";
import { isPlane } from "../model/encodings/plane.ts";
import { steady } from "../model/encodings/steady.ts";
import { uniforms } from "../model/seeded.ts";
import type { Encoding, Generator } from "../model/types.ts";
import type { AxiomReport, Engine } from "./api.ts";
import { Tally } from "./axiom-tally.ts";
import { axesOf } from "./catalogue.ts";
import { record } from "./check.ts";

export type Asked = Pick<Engine, "curve" | "generator" | "orbit" | "expm">;

const tiny = 2 ** -30;

/** One encoding under measurement. */
export class Subject {
  readonly #engine: Asked;
  readonly #encoding: Encoding;
  readonly #grid: number;
  readonly #dimension: number;
  readonly #random: () => number;
  /** |τ| in place of τ. */
  readonly #mirrored: boolean;
  /** Steps of a data clock. */
  readonly #clock: ArrayLike<number> | undefined;
  readonly #plane: boolean;
  /** X, where the scores are a group's but for a mirror or a clock. */
  readonly #generator: ReturnType<Asked["generator"]>;
  readonly #positional: boolean;
  /** Of what positions the encoding knows. */
  readonly #reach: number;
  readonly whole: boolean;
  readonly #moves: boolean;
  readonly #tolerance: number;

  constructor(engine: Asked, encoding: Encoding, grid: number, tolerance: number) {
    const fields = record("encoding", encoding);
    this.#engine = engine;
    this.#encoding = encoding;
    this.#tolerance = tolerance;
    this.#random = uniforms(42);
    this.#plane = isPlane(fields.kind);
    const behind = steady(encoding);
    this.#clock = behind.clock;
    this.#mirrored = behind.mirrored;
    this.#generator = engine.generator(behind.encoding);
    const spec = catalogue.find(({ kind }) => kind === fields.kind);
    this.#dimension =
      this.#plane && !this.#generator
        ? Math.sqrt(this.#axes()[0].length)
        : dimensionOf(fields, this.#generator);
    this.#positional = spec?.positional === true || this.#clock !== undefined;
    const rows = fields.kind === "learned" ? ((fields.rows ?? 1024) as number) : 8193;
    this.#reach = Math.min(this.#clock?.length ?? 8193, rows) - 1;
    this.whole = spec?.whole === true;
    this.#grid = this.#generator ? grid : Math.min(grid, this.#reach >> 1);
    this.#moves = !this.#generator && !this.#plane && this.#movesBoth();
  }

  #score(
    query: ArrayLike<number>,
    key: ArrayLike<number>,
    lags: number[],
    position = 0,
  ): Float64Array {
    return this.#engine.curve(this.#encoding, {
      query: Float64Array.from(query),
      key: Float64Array.from(key),
      lags,
      ...(this.#positional && { position }),
    });
  }
  #vector(): Float64Array {
    return Float64Array.from({ length: this.#dimension }, () => 2 * this.#random() - 1);
  }
  #zero(): Float64Array {
    return new Float64Array(this.#dimension);
  }
  #place(most: number): number {
    return Math.floor(this.#random() * (most + 1));
  }

  /** Whether a key alone scores: something is added to queries. */
  #movesBoth(): boolean {
    const key = this.#vector();
    const at = (k: Float64Array): number =>
      this.#score(this.#zero(), k, [0], this.#grid)[0] as number;
    return at(key) !== at(this.#zero());
  }

  /**
   * In q and in k: S(αx + βy) against αS(x) + βS(y). Lifted by a constant coordinate queries and keys are points of a plane
   * α + β = 1, so that is where α and β are taken; what is added to both sides has no such lift.
   */
  linear(): Tally {
    const found = new Tally(this.#tolerance);
    const probes = this.#generator?.generators.length === 0 ? 8 : 64; // a dense X costs an exponential each
    for (let i = 0; i < probes; i++) {
      const alpha = 4 * this.#random() - 2;
      const beta = this.#moves ? 4 * this.#random() - 2 : 1 - alpha;
      const [x, y, other] = [this.#vector(), this.#vector(), this.#vector()];
      const mixed = x.map((value, j) => alpha * value + beta * (y[j] as number));
      // Every other query stands near the origin: what is broken there is the plainest example.
      const t = Math.min(i % 4 < 2 ? i >> 2 : this.#place(4096), this.#reach);
      const lags = [0, 1, this.#grid, 4096].map((most) => this.#place(Math.min(t, most)));
      const side = i % 2 === 0;
      const at = (vector: Float64Array): Float64Array =>
        this.#score(side ? vector : other, side ? other : vector, lags, t);
      const [left, first, second] = [at(mixed), at(x), at(y)];
      lags.forEach((lag, j) => {
        const [a, b] = [alpha * (first[j] as number), beta * (second[j] as number)];
        const unit = Math.max(1, Math.abs(a), Math.abs(b));
        found.keep(left[j] as number, a + b, [t, t - lag], unit);
      });
    }
    return found;
  }

  /**
   * S(t + c, s + c) against S(t, s), by random probes and at every lag of the grid. Kinds that are not asked where the query stands
   * have only the lag to go by.
   */
  invariant(): Tally {
    if (this.#plane) return this.#invariantInThePlane();
    const found = new Tally(this.#tolerance);
    if (!this.#positional) return found;
    for (let i = 0; i < 64 + this.#grid; i++) {
      const [q, k] = [this.#vector(), this.#vector()];
      const t = Math.min(i < this.#grid ? i : this.#place(4096), this.#reach >> 1);
      const lags = i < this.#grid ? [t] : range(1, 4).map(() => this.#place(t));
      const shift = Math.max(1, this.#place(Math.min(4096, this.#reach - t)));
      if (t + shift <= this.#reach) this.#shifted(found, q, k, lags, t, shift);
    }
    if (found.example) this.#firstShift(found);
    return found;
  }

  /** Whether any score of these lags differs when query and key move together. */
  #shifted(
    found: Tally,
    q: Float64Array,
    k: Float64Array,
    lags: number[],
    t: number,
    shift: number,
  ): boolean {
    const [moved, plain] = [this.#score(q, k, lags, t + shift), this.#score(q, k, lags, t)];
    lags.forEach((lag, j) => {
      found.keep(moved[j] as number, plain[j] as number, [t, t - lag, shift], 1, t + shift);
    });
    return moved.some((score, j) => Math.abs(score - (plain[j] as number)) > this.#tolerance);
  }

  /** The first place from which one step on changes a score, if from there on all do: by doubling, then by halving. */
  #firstShift(found: Tally): void {
    const [q, k] = [this.#vector(), this.#vector()];
    const changes = (low: number, high: number): boolean =>
      this.#shifted(found, q, k, range(0, Math.min(low, this.#grid)), low, high - low);
    let low = 0;
    let high = 1;
    while (!changes(low, high)) {
      [low, high] = [high, 2 * high];
      if (high > this.#reach) return;
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (changes(low, middle)) high = middle;
      else low = middle;
    }
  }

  /** A(t, s) = M(t)·M(s)⁻¹ with M(p) = e^{p_x X + p_y Y}, positions in the unit square. */
  #invariantInThePlane(): Tally {
    const found = new Tally(this.#tolerance);
    if (this.#generator) return found; // commuting generators see the difference alone
    const [X, Y] = this.#axes();
    const n = this.#dimension;
    const power = (x: number, y: number): Float64Array =>
      this.#engine.expm({
        rows: n,
        cols: n,
        data: X.map((entry, i) => x * entry + y * (Y[i] as number)),
      }).value.data;
    for (let i = 0; i < 16; i++) {
      const [x, y, cx, cy] = [this.#random(), this.#random(), this.#random(), this.#random()];
      const moved = product(power(x + cx, y + cy), power(-cx, -cy), n);
      const plain = power(x, y);
      moved.forEach((entry, j) => {
        found.keep(entry, plain[j] as number, [x, y, cx, cy]);
      });
    }
    return found;
  }

  /** The two dense matrices of generators that do not commute: lie2d's, whose frequencies nobody asks for. */
  #axes(): [Float64Array, Float64Array] {
    const fields = record("encoding", this.#encoding);
    const axes = axesOf(fields, () => ({ frequencies: new Float64Array(), base: 1 })) ?? [];
    const [x, y] = axes.map((axis) => this.#engine.generator(axis as Encoding)?.matrices[0]?.data);
    return [x ?? new Float64Array(), y ?? new Float64Array()];
  }

  normalised(): Tally {
    const found = new Tally(this.#tolerance);
    const lifted = this.#generator;
    if (lifted) {
      // A(0) is queryLiftᵀ·keyLift; with offsets the lifted space has its own identity.
      const [Q, K] = [lifted.queryLift, lifted.keyLift];
      if (!Q || !K || lifted.queryOffset) return found;
      for (let i = 0; i < Q.cols; i++) {
        const entry = Q.data[i * Q.cols + i] as number;
        found.keep(entry * (K.data[i * K.cols + i] as number), 1, [0]);
      }
      return found;
    }
    for (const [q, k] of this.#probes()) found.keep(this.#added(q, k, [0])[0] as number, 0, [0]);
    return found;
  }

  /** Zero, and eight vectors each way. */
  #probes(): [Float64Array, Float64Array][] {
    const random = Array.from({ length: 8 }, () => [this.#vector(), this.#vector()] as const);
    return [
      [this.#zero(), this.#zero()],
      ...random.map(([q, k]) => [q, k] as [Float64Array, Float64Array]),
    ];
  }
  /** The score less qᵀk, the query standing at the grid's far end. */
  #added(q: Float64Array, k: Float64Array, lags: number[]): Float64Array {
    const bare = q.reduce((sum, value, i) => sum + value * (k[i] as number), 0);
    return this.#score(q, k, lags, 2 * this.#grid).map((score) => score - bare);
  }

  /** A(s)A(t) against A(s + t), on A(0)⁻¹A where A(0) is not I. */
  composes(): Tally {
    if (this.#generator) return this.#composesAsGroup(this.#generator.generators);
    if (this.#plane) return new Tally(this.#tolerance); // A(t, s) = M(t)M(s)⁻¹ composes whatever the generators
    return this.#moves ? this.#composesOblong() : this.#composesAdditively();
  }

  /** Block by block: that is the whole matrix but for zeros and a change of basis. */
  #composesAsGroup(generators: readonly Generator[]): Tally {
    const found = new Tally(this.#tolerance);
    const least = this.#mirrored ? -this.#grid : 0;
    const lags = range(2 * least, 2 * this.#grid);
    const seen = new Set<string>();
    const powers = (alone: Encoding, n: number): Float64Array[] => {
      const columns = range(0, n - 1).map((j) => {
        const unit = new Float64Array(n);
        unit[j] = 1;
        const times = this.#mirrored
          ? lags.map(Math.abs)
          : { start: lags[0] as number, step: 1, count: lags.length };
        return this.#engine.orbit(alone, { vector: unit, times }).data;
      });
      return lags.map((_, row) => {
        const A = new Float64Array(n * n);
        columns.forEach((column, j) => {
          for (let i = 0; i < n; i++) A[i * n + j] = column[row * n + i] as number;
        });
        return A;
      });
    };
    const measure = (alone: Encoding, n: number): void => {
      const A = powers(alone, n);
      const at = (lag: number): Float64Array => A[lag - 2 * least] as Float64Array;
      const thin = Math.max(1, Math.ceil((n ** 3 * (2 * this.#grid) ** 2) / 1e9));
      for (let s = least; s <= this.#grid; s += thin) {
        for (let t = least; t <= s; t += thin) {
          const [left, right] = [product(at(s), at(t), n), at(s + t)];
          const place = [s, t];
          for (let i = 0; i < left.length; i++) {
            const wanted = right[i] as number;
            found.keep(left[i] as number, wanted, place, Math.max(1, Math.abs(wanted)));
          }
        }
      }
    };
    if (generators.length === 0) {
      measure(this.#encoding, this.#dimension);
    }
    for (const { blocks } of generators) {
      for (const block of blocks) {
        const key = JSON.stringify(block);
        if (seen.has(key)) continue;
        seen.add(key);
        const n = (block.size ?? 1) * (block.kind === "pair" ? 2 : 1);
        measure({ kind: "generator", generator: { blocks: [block] } }, n);
      }
    }
    return found;
  }
  #composesAdditively(): Tally {
    const found = new Tally(this.#tolerance);
    const lags = range(0, 2 * this.#grid);
    for (const [q, k] of this.#probes()) {
      const b = this.#added(q, k, lags).map((value, _, all) => value - (all[0] as number));
      for (let s = 0; s <= this.#grid; s++)
        for (let t = 0; t <= s; t++)
          found.keep((b[s] as number) + (b[t] as number), b[s + t] as number, [s, t]);
    }
    return found;
  }

  /**
   * F(t)ᵀG(s) with F(t) = [I, P_t], G the same: A(t, s)A(s, r) - A(t, r) has P_sP_sᵀ in its first corner and
   * (P_t·P_s)(P_s·P_r) in its last. It vanishes only with P.
   */
  #composesOblong(): Tally {
    const found = new Tally(this.#tolerance);
    const zero = this.#zero();
    const at = (t: number, s: number): number => this.#score(zero, zero, [t - s], t)[0] as number;
    for (let s = 0; s <= this.#grid; s++) {
      for (let t = s; t <= this.#grid; t += Math.max(1, this.#grid >> 3))
        found.keep(at(t, s) * at(s, 0) + at(t, 0), at(t, 0), [t, s, 0]);
      const length = Math.sqrt(Math.max(0, at(s, s)));
      found.keep(length * length, 0, [s, s, s]);
    }
    return found;
  }

  continuous(): Tally {
    return this.#stepped(this.whole ? 1 : tiny);
  }
  #stepped(step: number): Tally {
    const found = new Tally(this.#tolerance);
    const lags = range(0, this.#grid);
    const next = lags.map((lag) => lag + step);
    for (const [q, k] of this.#probes()) {
      const position = this.#clock ? this.#reach : 2 * this.#grid;
      const asked = this.#clock ? (lag: number) => lag + step <= this.#reach : () => true;
      const now = this.#score(q, k, lags.filter(asked), position);
      const then = this.#score(
        q,
        k,
        next.filter((_, i) => asked(lags[i] as number)),
        position,
      );
      now.forEach((score, i) => {
        found.keep(then[i] as number, score, [lags[i] as number]);
      });
    }
    return found;
  }
  /** A jump stays as the step shrinks; what is continuous shrinks with it. */
  settles(residual: number): boolean {
    if (residual <= this.#tolerance) return true;
    return Number.isFinite(residual) && residual <= this.#stepped(2 ** -20).residual / 2;
  }

  conditions(holds: AxiomReport["holds"]): AxiomReport["conditions"] {
    const lifted = this.#generator;
    return {
      square: lifted ? !lifted.queryOffset : this.#plane,
      invertible: !this.#moves,
      twoSided: holds.composes && !this.#mirrored,
      dataFree: !this.#clock && (holds.linear || this.#moves),
    };
  }
}

function dimensionOf(
  fields: Record<string, unknown>,
  lifted: ReturnType<Asked["generator"]>,
): number {
  if (lifted) return lifted.queryLift?.cols ?? (lifted.matrices[0]?.rows as number);
  return (fields.dimension as number | undefined) ?? 0;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

function product(A: Float64Array, B: Float64Array, n: number): Float64Array {
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let l = 0; l < n; l++) {
      const a = A[n * i + l] as number;
      if (a === 0) continue; // 0·∞ = 0: a block of zeros adds nothing
      for (let j = 0; j < n; j++)
        out[n * i + j] = (out[n * i + j] as number) + a * (B[n * l + j] as number);
    }
  }
  return out;
}
