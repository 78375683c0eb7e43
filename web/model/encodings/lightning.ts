/**
 * Lightning attention's decay: rate -(8/heads)·(1 - layer/layers)·head, heads and layers from 0, so that head 0 never
 * fades. (Qin et al. 2024, as flash-linear-attention computes it)
 */
import type { Spec } from "./spec.ts";

export const lightning: Spec = {
  kind: "lightning",
  dimension: { default: 64, step: 1 },
  parameters: {
    heads: { type: "integer", default: 8, min: 1, max: 4096, to: 128, scale: "log" },
    head: { type: "integer", default: 1, min: 0, max: 4095, to: 127 },
    layers: { type: "integer", default: 24, min: 1, max: 4096, to: 128, scale: "log" },
    layer: { type: "integer", default: 0, min: 0, max: 4095, to: 127 },
  },
  conflict({ heads, head, layers, layer }) {
    if ((head as number) >= (heads as number))
      return ["head", `a head from 0 to ${(heads as number) - 1}`];
    if ((layer as number) >= (layers as number))
      return ["layer", `a layer from 0 to ${(layers as number) - 1}`];
    return undefined;
  },
};
