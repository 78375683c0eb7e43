/** Several ways to write one number, side by side: a picture of the plane and a line of matrices for each. */
import { add, px, root, set, size } from "./dom.ts";
import { expressionPart, type Line } from "./expression.ts";
import { type PlanarData, planarChart } from "./planar.ts";
import type { Chart, ChartOptions, MovePhase, Point } from "./types.ts";

export interface LiftForm {
  plane: PlanarData;
  lines: readonly Line[];
}

export interface LiftOptions extends ChartOptions {
  /** How many forms there will be. */
  forms: number;
  format: { tick(value: number): string };
  onMove?(form: number, id: string, to: Point, phase: MovePhase): void;
}

const narrowest = 250;
const gap = 28;
const planeHeight = 190;

export function liftChart(options: LiftOptions): Chart<readonly LiftForm[]> {
  const document = options.document ?? globalThis.document;
  let { width } = options;
  let data: readonly LiftForm[] = [];

  const node = root(document, "lift");
  const forms = Array.from({ length: options.forms }, (_, form) => {
    const group = add(node, "g");
    const plane = planarChart({
      document,
      width: narrowest,
      height: planeHeight,
      format: options.format,
      onMove: (id, to, phase) => options.onMove?.(form, id, to, phase),
    });
    group.append(plane.node);
    return { group, plane, words: expressionPart(add(group, "g", { "aria-hidden": "true" })) };
  });

  function draw(): void {
    const across = Math.max(
      1,
      Math.min(forms.length, Math.floor((width + gap) / (narrowest + gap))),
    );
    const wide = (width - gap * (across - 1)) / across;
    let top = 0;
    let tallest = 0;
    forms.forEach(({ group, plane, words }, i) => {
      const column = i % across;
      if (column === 0) {
        top += i === 0 ? 0 : tallest + gap;
        tallest = 0;
      }
      set(group, { transform: `translate(${px(column * (wide + gap))},${px(top)})` });
      plane.resize(wide, planeHeight);
      const tall = words.draw(data[i]?.lines ?? [], 0, planeHeight + 14, wide);
      tallest = Math.max(tallest, planeHeight + 14 + tall);
    });
    size(node, width, Math.ceil(top + tallest + 8));
  }

  return {
    node,
    update(next) {
      data = next;
      forms.forEach(({ plane }, i) => {
        const form = next[i];
        if (form) plane.update(form.plane);
      });
      draw();
    },
    resize(w) {
      width = w;
      draw();
    },
    destroy() {
      for (const { plane } of forms) plane.destroy();
      node.remove();
    },
  };
}
