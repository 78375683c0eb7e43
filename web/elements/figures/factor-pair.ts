/** F and G of the selected encoding: A(t - s) = F(t)ᵀG(s) with F(t)ᵀ = e^{tX}M and G(s) = M⁻¹e^{-sX} for any invertible M. */
import type { Etx } from "../../core/api.ts";
import { inverse2, multiply, square } from "../../model/small-matrix.ts";
import type { MatrixLike } from "../../model/types.ts";
import type { Memo } from "../memo.ts";

export interface FactorPair {
  m: MatrixLike;
  inverse: MatrixLike;
  /** e^{τX} at any time. */
  power(time: number): MatrixLike;
  f(t: number): MatrixLike;
  g(s: number): MatrixLike;
}

type Entries = [number, number, number, number];

/** A matrix that is no rotation, so that it shows that none is needed. */
const skewed: Entries = [1, 0.6, -0.3, 1.1];

/** M as a view's options hold it. */
export function basisOf(options: Record<string, unknown>): Entries {
  const { basis } = options;
  const fits =
    Array.isArray(basis) && basis.length === 4 && basis.every((x) => Math.abs(x as number) <= 2);
  return fits ? (basis as Entries) : skewed;
}

/** undefined where M has no inverse. `times`: at which F, G and the powers will be asked for, signs included. */
export async function factorPair(
  etx: Etx,
  x: MatrixLike,
  basis: readonly number[],
  times: readonly number[],
  memo: Memo,
): Promise<FactorPair | undefined> {
  const m = square(basis);
  const inverse = inverse2(m);
  if (!inverse) return undefined;
  const powers = await memo.get(["powers", x, times], () => etx.expmBatch([x], { times }));
  const power = (time: number): MatrixLike => powers[times.indexOf(time)] as MatrixLike;
  return {
    m,
    inverse,
    power,
    f: (t) => multiply(power(t), m),
    g: (s) => multiply(inverse, power(0 - s)),
  };
}
