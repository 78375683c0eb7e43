/** How every figure over lags speaks of a lag and of the scores there; each may say some of it its own way. */
import type { CurveOptions } from "../../charts/types.ts";
import { t } from "../../locales/index.ts";
import { lag as lagText, plain, tick } from "../format.ts";
import type { JointHost } from "./joint.ts";

export function overLags(
  host: JointHost,
  own: Partial<CurveOptions["format"]> = {},
): Pick<CurveOptions, "labels" | "format"> {
  const lag = (value: number): string => lagText(host.language, value);
  const title = (value: number): string => t(host.language, "words.lag", { lag: lag(value) });
  return {
    labels: {
      get cursor() {
        return t(host.language, "axis.lag");
      },
    },
    format: {
      lag,
      tick: (value) => tick(host.language, value),
      title,
      value: (value) => plain(host.language, value),
      valueText: ({ lag: at, values }) =>
        [
          title(at),
          ...values.map(({ label, value }) => `${label} ${plain(host.language, value)}`),
        ].join(t(host.language, "words.separator")),
      ...own,
    },
  };
}
