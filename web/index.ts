/** etX without side effects: imports in Node, in a worker and in a server renderer. */
export type * from "./core/api.ts";
export { createEtx } from "./core/client.ts";
export { type ErrorCode, EtxError } from "./model/error.ts";
export { decodeLink, encodeLink } from "./model/link.ts";
export { parseExperiment } from "./model/schema.ts";
export type * from "./model/types.ts";
