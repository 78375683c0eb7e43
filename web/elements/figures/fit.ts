import { html, nothing } from "lit";
import { curveChart } from "../../charts/curve.ts";
import type { CurveSeries } from "../../charts/types.ts";
import { say } from "../../locales/figures/fit.ts";
import { type Language, t } from "../../locales/index.ts";
import { EtxError } from "../../model/error.ts";
import type { Block } from "../../model/types.ts";
import { asEtxError } from "../define.ts";
import { type FitPicture, fitOf, orders, readColumn } from "../fit-answer.ts";
import { plain, tick } from "../format.ts";
import { nameOf, wordsOf } from "../names.ts";
import type { Picture } from "../picture.ts";
import { withOptions } from "../views.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { overLags } from "./over-lags.ts";

export const fit: Figure = {
  title: (language) => say(language, "title"),
  make: fitJoint,
  ask: fitOf,
};

/** A curve's samples as dots, the nearest generator's curve through them, and how near each order comes. */
function fitJoint(host: JointHost, width: number): Joint {
  let found: FitPicture | undefined;
  let complaint = "";
  const name = (): string =>
    found?.entry
      ? nameOf(host.bench.experiment, found.entry, host.language)
      : say(host.language, "column");
  const chart = curveChart({
    width,
    height: heightFor(width),
    ...overLags(host),
  });
  const choose = (options: Record<string, unknown>): void =>
    host.bench.commit(withOptions(host.bench.experiment, "fit", options));

  /** The fit alone, with the query and key that make its curve. */
  function take(): void {
    const chosen = chosenOf(found);
    if (!chosen) return;
    const { generator, query, key } = chosen;
    host.bench.commit({
      ...withOptions(host.bench.experiment, "fit", { samples: undefined }),
      encodings: [
        {
          id: "fit",
          name: name(),
          encoding: {
            kind: "generator",
            generator: { blocks: generator.blocks },
          },
        },
      ],
      query: { values: Array.from(query) },
      key: { values: Array.from(key) },
    });
  }

  function bring(event: SubmitEvent): void {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).elements.namedItem("column");
    try {
      const samples = readColumn((field as HTMLTextAreaElement).value);
      complaint = "";
      choose({ samples });
    } catch (reason) {
      complaint = wordsOf(asEtxError(reason), host.language);
      host.requestUpdate();
    }
  }

  return {
    node: chart.node,
    update(next) {
      found = answerIn(next);
      if (found) chart.update(dataOf(found, name(), host.language));
    },
    resize: (size) => chart.resize(size, heightFor(size)),
    destroy: () => chart.destroy(),
    describe: () => noteOf(found, host.language, "describe"),
    data: (limit) => table(found, name(), host.language, limit),
    note: () => noteOf(found, host.language, "note"),
    below() {
      const { language } = host;
      if (!found) return nothing;
      const { view, residuals } = found;
      const chosen = chosenOf(found);
      const choice = (order: number) => {
        const left = residuals[order - 1];
        const residual = left === undefined ? "–" : tick(language, digits(left));
        return html`<button type="button" aria-pressed=${order === view.order}
          aria-label=${left === undefined ? say(language, "tooFew", { order }) : say(language, "choice", { order, residual })}
          @click=${() => choose({ order })}><b>${order}</b> ${residual}</button>`;
      };
      return html`<div class="row" role="group" aria-label=${say(language, "orders")}><span>${say(language, "order")}</span>${orders.map(choice)}</div>
        ${
          chosen
            ? html`<p>${say(language, "blocks", { list: chosen.generator.blocks.map((block) => blockText(block, language)).join(say(language, "apart")) })}
          <button type="button" @click=${take}>${say(language, "take")}</button></p>`
            : nothing
        }
        <details>
          <summary>${say(language, "paste")}</summary>
          <form @submit=${bring}>
            <textarea name="column" rows="3" cols="40" aria-label=${say(language, "paste")} placeholder=${say(language, "pasteHint")}></textarea>
            <button type="submit">${say(language, "fit")}</button>
            ${view.samples ? html`<button type="button" @click=${() => choose({ samples: undefined })}>${say(language, "back")}</button>` : nothing}
          </form>
          <p role="alert">${complaint}</p>
        </details>`;
    },
  };
}

const heightFor = (width: number): number => Math.round(Math.min(380, Math.max(240, width * 0.33)));
const digits = (value: number): number => Number(value.toPrecision(2));

function answerIn(picture: Picture | undefined): FitPicture | undefined {
  const answer = picture?.answers.get("fit");
  return answer instanceof EtxError ? undefined : (answer as FitPicture | undefined);
}

function chosenOf(found: FitPicture | undefined) {
  return found?.fit instanceof EtxError ? undefined : found?.fit;
}

function noteOf(
  found: FitPicture | undefined,
  language: Language,
  key: "note" | "describe",
): string {
  if (!found) return "";
  const chosen = chosenOf(found);
  const { order } = found.view;
  const refused = found.fit;
  if (refused instanceof EtxError && refused.code === "overflow") return wordsOf(refused, language);
  if (!chosen) return say(language, "none", { order });
  return say(language, key, { order, residual: plain(language, digits(chosen.residual)) });
}

function blockText(block: Block, language: Language): string {
  const rate = plain(language, block.rate);
  const said =
    block.kind === "pair"
      ? say(language, "pair", { rate, frequency: plain(language, block.frequency) })
      : say(language, "real", { rate });
  const size = block.size ?? 1;
  return size > 1 ? say(language, "times", { block: said, size }) : said;
}

const lagsOf = ({ start, step, samples }: FitPicture): Float64Array =>
  Float64Array.from(samples, (_, i) => start + i * step);

function dataOf(found: FitPicture, name: string, language: Language) {
  const { start, step, samples, curve, colorIndex, view } = found;
  const series: CurveSeries[] = [
    { id: "samples", label: name, colorIndex, start, step, values: samples, lags: lagsOf(found) },
  ];
  if (curve)
    series.push({
      id: "fit",
      label: say(language, "fitted", { order: view.order }),
      colorIndex: (colorIndex + 1) % 6,
      emphasised: true,
      start,
      step,
      values: curve,
    });
  return {
    series,
    xScale: "linear" as const,
    xLabel: t(language, "axis.lag"),
    yLabel: t(language, "axis.score"),
  };
}

function table(
  found: FitPicture | undefined,
  name: string,
  language: Language,
  limit: number,
): DataTable {
  const count = Math.min(limit, found?.samples.length ?? 0);
  return {
    header: [
      t(language, "axis.lag"),
      name,
      say(language, "fitted", { order: found?.view.order ?? 0 }),
    ],
    columns: [
      found ? lagsOf(found).subarray(0, count) : [],
      found?.samples.subarray(0, count) ?? [],
      found?.curve?.subarray(0, count) ?? new Float64Array(count).fill(Number.NaN),
    ],
  };
}
