/** A device in JavaScript: computes what a kernel would, counts, and fails when its script says so. */
import type { Dispatch } from "../../../web/gpu/device.ts";
import type { Computer } from "../../../web/gpu/gpu.ts";

/** Bytes of each run's inputs, and what goes wrong at which run. */
export interface Script {
  bytes: number[];
  fail?(run: number, results: number): Error | "lost" | undefined;
}

export function computer(script: Script, compute: (dispatch: Dispatch) => Float32Array): Computer {
  let lost = false;
  let tell = (): void => {};
  const gone = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return {
    name: "JavaScript",
    software: true,
    latency: 0,
    gone,
    get lost() {
      return lost;
    },
    destroy() {},
    async run(dispatch) {
      const failure = script.fail?.(script.bytes.length, dispatch.results);
      script.bytes.push(dispatch.inputs.reduce((sum, { byteLength }) => sum + byteLength, 0));
      if (failure === "lost") {
        lost = true;
        tell();
        throw new Error("gone");
      }
      if (failure) throw failure;
      return compute(dispatch);
    },
  };
}
