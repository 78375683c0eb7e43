import type { Etx } from "../core/api.ts";
import { createEtx } from "../core/client.ts";

/** How long a runtime outlives its last figure, in milliseconds. */
const patience = 3000;

let held: Promise<Etx> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Holds the page's runtime a little longer: whose figures come next need not wait for another one to start. */
export function linger(): void {
  held ??= createEtx();
  clearTimeout(timer);
  timer = setTimeout(() => {
    void held?.then((etx) => etx.dispose()).catch(() => undefined);
    held = undefined;
  }, patience);
}
