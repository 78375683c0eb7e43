/** 1024 phases on the user's own GPU against exact ones: a GPU that computes something else must not be believed. */
import { Unfit } from "./backend.ts";
import type { Device } from "./device.ts";
import { packLags } from "./terms.ts";

const count = 1024;
const tolerance = 1e-6;
const turns = 0x21a7_53c9_d1e8_6b45n; // a token, of 2^64

export async function checkPhases(device: Device): Promise<void> {
  const lags = Float64Array.from(
    { length: count },
    (_, i) => ((i * 0.6180339887498949) % 1) * 2 ** 24 - 2 ** 12,
  );
  const words = packLags(lags, false);
  const term = new Uint32Array(20); // three more of amplitude 0
  term[0] = Number(turns >> 32n);
  term[1] = Number(turns & 0xffffffffn);
  new Float32Array(term.buffer)[3] = 1;
  const cells = await device.run({
    kernel: "turn",
    variant: { weighed: false, root: false },
    shape: [count, 1],
    inputs: [term, words, Uint32Array.from({ length: 2 * count }, (_, i) => (i % 2 ? 1 : i / 2))],
    groups: [count, 1],
    results: 5 * count,
  });
  for (let i = 0; i < count; i++) {
    const lag =
      BigInt((words[2 * i] as number) | 0) * 2n ** 32n + BigInt(words[2 * i + 1] as number);
    const phase = Number(BigInt.asUintN(64, (lag * turns) >> 32n)) / 2 ** 64;
    const error = Math.abs((cells[5 * i] as number) - Math.cos(2 * Math.PI * phase));
    if (!(error <= tolerance))
      throw new Unfit(`the GPU "${device.name}" computes a phase wrongly, by ${error}`);
  }
}
