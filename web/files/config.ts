/** A model's config.json: from its text to rotary layers and to encodings. */
export { encodingsOf, type ModelEncoding } from "./encodings.ts";
export { parseConfigText } from "./json.ts";
export { type RotaryLayer, type RotaryOptions, readRotary } from "./rotary.ts";
export {
  type ResolvedScaling,
  type RotaryRequest,
  resolveScaling,
  type ScalingContext,
} from "./scaling.ts";
