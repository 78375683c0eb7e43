/**
 * Speed and size, measured in one run: etX against peers on the same work, frames while an eigenvalue is dragged, and
 * the bytes that a visitor loads. Ratios are what to read; times are this machine's. Nothing here is asserted.
 */
import { ensureBuilt } from "./bench/built.mjs";
import { frames } from "./bench/frames.mjs";
import { kernels } from "./bench/kernels.mjs";
import { numbers } from "./bench/numbers.mjs";
import { sizes } from "./bench/sizes.mjs";

await ensureBuilt();
await numbers();
await kernels();
await frames();
sizes();
