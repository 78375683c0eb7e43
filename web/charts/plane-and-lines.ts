/** A picture of the plane and, beside it or under it where there is no room, what it shows in matrices. */
import { add, px, root, set, size } from "./dom.ts";
import { expressionPart, type Line } from "./expression.ts";
import { type PlanarData, type PlanarOptions, planarChart } from "./planar.ts";
import type { Chart } from "./types.ts";

export interface PlaneAndLines {
  plane: PlanarData;
  lines: readonly Line[];
}

const gap = 28;
const wideEnough = 700;

export function planeAndLinesChart(options: PlanarOptions): Chart<PlaneAndLines> {
  const document = options.document ?? globalThis.document;
  let { width } = options;
  let data: PlaneAndLines | null = null;

  const node = root(document, "plane-and-lines");
  const plane = planarChart({ ...options, document });
  node.append(plane.node);
  const words = add(node, "g", { "aria-hidden": "true" });
  const lines = expressionPart(words);

  function draw(): void {
    const beside = width >= wideEnough;
    const planeWidth = beside ? Math.round(width * 0.44) : width;
    const planeHeight = Math.round(Math.min(400, Math.max(240, planeWidth * 0.72)));
    plane.resize(planeWidth, planeHeight);
    const [x, y] = beside ? [planeWidth + gap, 6] : [0, planeHeight + 12];
    set(words, { transform: `translate(${px(x)},${px(y)})` });
    const tall = lines.draw(data?.lines ?? [], 2, 0, width - x - 4);
    size(node, width, Math.ceil(Math.max(planeHeight, y + tall + 6)));
  }

  return {
    node,
    update(next) {
      data = next;
      plane.update(next.plane);
      draw();
    },
    resize(w) {
      width = w;
      draw();
    },
    destroy() {
      plane.destroy();
      node.remove();
    },
  };
}
