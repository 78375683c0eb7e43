/** A model's config.json: from its text to its layers' encodings. */
export { encodingsOf, type ModelEncoding } from "./encodings.ts";
export { parseConfigText } from "./json.ts";
export { type ModelLayer, readLayers, readRotary } from "./layers.ts";
export type { RotaryLayer, RotaryOptions } from "./rotary.ts";
export { resolveScaling, sequenceLengthIn } from "./scaling.ts";
export type { ResolvedScaling, RotaryRequest, ScalingContext } from "./scaling-request.ts";
export { sentence, sentences, type Warning, type WarningCode } from "./warnings.ts";
