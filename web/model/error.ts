/** What a call can fail with. The message names the argument and the value. */
export type ErrorCode =
  | "shape" // non-square, lengths that don't fit, odd rotary size
  | "not-finite" // NaN or ±Inf in
  | "overflow"
  | "range" // negative or fractional dimension, head out of range
  | "too-large" // n > 1024, count > 2^27
  | "unsupported" // unknown kind
  | "parse"
  | "aborted"
  | "crashed";

export class EtxError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = "EtxError";
    this.code = code;
  }
}
