/**
 * A trained vector for each distance added to the key: q·(k + a_{clip(s-t, -clip, clip)}). Here they are drawn from N(0, 1/d).
 * (Shaw, Uszkoreit & Vaswani 2018)
 */
import { type Spec, seed } from "./spec.ts";

export const shaw: Spec = {
  kind: "shaw",
  dimension: { default: 64, step: 1 },
  whole: true,
  parameters: { clip: { type: "integer", default: 16, min: 0, max: 4096, to: 128 }, seed },
};
