/** A change of basis in the hand, beside what it does to a product of two factors: nothing. */
import { type BasisData, basisPart } from "./basis.ts";
import { root, size } from "./dom.ts";
import { expressionPart, type Line } from "./expression.ts";
import type { Chart, ChartOptions, MovePhase } from "./types.ts";

export interface FactorsData {
  /** Absent: there is nothing to factorise. */
  basis?: BasisData;
  lines: readonly Line[];
}

export interface FactorsOptions extends ChartOptions {
  onMove(matrix: [number, number, number, number], phase: MovePhase): void;
}

/** Below this width the plane stands over the lines. */
const wide = 600;
const side = 216;

export function factorsChart(options: FactorsOptions): Chart<FactorsData> {
  const node = root(options.document ?? globalThis.document, "factors");
  const basis = basisPart(node, options.onMove);
  const expression = expressionPart(node);
  let { width } = options;
  let data: FactorsData = { lines: [] };

  function draw(): void {
    const beside = width >= wide;
    const plane = data.basis ? side : 0;
    if (data.basis) basis.draw(data.basis, beside ? 0 : (width - side) / 2, 0, side);
    const left = beside && plane > 0 ? side + 32 : 2;
    const top = beside || plane === 0 ? 4 : side + 14;
    const height = expression.draw(data.lines, left, top, width - left - 2);
    size(node, width, Math.ceil(Math.max(beside ? plane : 0, top + height) + 8));
  }

  return {
    node,
    update(next) {
      data = next;
      draw();
    },
    resize(w) {
      width = w;
      draw();
    },
    destroy: () => node.remove(),
  };
}
