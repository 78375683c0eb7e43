/** The player of the document's time, which goes over its lags. */
import { t } from "../../locales/index.ts";
import { lastLag } from "../../model/lags.ts";
import { lag } from "../format.ts";
import type { JointHost, Player } from "./joint.ts";
import { player } from "./player.ts";

/** `pace`: tokens a second while it plays, where the figure knows one. */
export function scrubber(host: JointHost, pace?: () => number | undefined): Player {
  return player(host, {
    name: () => t(host.language, "clock.time"),
    words: (time) => t(host.language, "words.time", { time: lag(host.language, time) }),
    get: ({ time = 0 }) => time,
    set: (experiment, time) => ({ ...experiment, time }),
    range: (experiment) => [0, Math.max(0, lastLag(experiment))],
    fine: true,
    ...(pace && { pace }),
  });
}
