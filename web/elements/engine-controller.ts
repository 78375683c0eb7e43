import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Etx } from "../core/api.ts";
import { createEtx } from "../core/client.ts";

/** The runtime for as long as the host is in the page, from the first question on. */
export class EngineController implements ReactiveController {
  #etx: Promise<Etx> | undefined;
  #connected = false;

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
  }

  /** Undefined while the host is not in a page. */
  get etx(): Promise<Etx> | undefined {
    if (this.#connected) this.#etx ??= createEtx();
    return this.#etx;
  }

  hostConnected(): void {
    this.#connected = true;
  }
  hostDisconnected(): void {
    this.#connected = false;
    void this.#etx?.then((etx) => etx.dispose()).catch(() => undefined);
    this.#etx = undefined;
  }
}
