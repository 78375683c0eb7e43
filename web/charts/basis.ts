/** The columns of a 2×2 matrix as two arrows in the plane, whose tips can be moved. A part of other drawings. */
import { add, px, set, write } from "./dom.ts";
import { draggable } from "./drag.ts";
import type { MovePhase } from "./types.ts";

export interface BasisData {
  /** Row-major a, b, c, d: the arrows are (a, c) and (b, d). */
  matrix: readonly [number, number, number, number];
  /** Written at the tips, and what a screen reader says of each. */
  labels: readonly [string, string];
  words: readonly [string, string];
}

export interface BasisPart {
  draw(data: BasisData, x: number, y: number, side: number): void;
}

/** Half the side of the square shown. */
const reach = 2.2;
const step = 0.05;

export function basisPart(
  svg: SVGSVGElement,
  onMove: (matrix: [number, number, number, number], phase: MovePhase) => void,
): BasisPart {
  const node = add(svg, "g");
  const paper = add(node, "path", { class: "etx-grid" });
  const cell = add(node, "path", { class: "etx-band etx-accent" });
  const unit = add(node, "circle", { class: "etx-circle" });
  let data: BasisData | undefined;
  let scale = 1;

  const arrows = ([0, 1] as const).map((column) => {
    const group = add(node, "g", {
      class: "etx-handle etx-accent",
      tabindex: 0,
      role: "slider",
      "aria-valuemin": -reach,
      "aria-valuemax": reach,
    });
    const shaft = add(group, "path", { class: "etx-vector" });
    const tip = add(group, "circle", { class: "etx-block-held", r: 6 });
    const focus = add(group, "circle", { class: "etx-focus", r: 12 });
    const name = add(group, "text", { class: "etx-math", "text-anchor": "middle" });
    const surface = add(group, "circle", { class: "etx-reach etx-reach-near", r: 22 });

    const at = (): [number, number] => {
      const m = data?.matrix ?? [1, 0, 0, 1];
      return [m[column], m[column + 2] as number];
    };
    const to = ([x, y]: [number, number], phase: MovePhase): void => {
      const m = [...(data?.matrix ?? [1, 0, 0, 1])] as [number, number, number, number];
      [m[column], m[column + 2]] = [bounded(x), bounded(y)];
      onMove(m, phase);
    };
    let from: [number, number] = [0, 0];
    /** Where the hand wants it: what is drawn may come a little later. */
    let wished = from;
    const hold = draggable(svg, surface, {
      start() {
        from = wished = at();
        svg.classList.add("etx-pointing");
        group.focus?.();
        return true;
      },
      move(dx, dy) {
        wished = [from[0] + dx / scale, from[1] - dy / scale];
        to(wished, "move");
      },
      end: () => to(wished, "end"),
      cancel: () => to(from, "cancel"),
    });
    group.addEventListener("keydown", (event) => {
      svg.classList.remove("etx-pointing");
      if (event.key === "Escape" && hold.active) {
        hold.cancel();
        event.preventDefault();
        return;
      }
      const by = (event.shiftKey ? 10 : 1) * step;
      const way = {
        ArrowLeft: [-by, 0],
        ArrowRight: [by, 0],
        ArrowUp: [0, by],
        ArrowDown: [0, -by],
      }[event.key];
      if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const [x, y] = at();
      to([x + (way[0] ?? 0), y + (way[1] ?? 0)], "end");
    });
    return { group, shaft, tip, focus, name, surface };
  });

  return {
    draw(next, x, y, side) {
      data = next;
      scale = side / 2 / reach;
      const [cx, cy] = [x + side / 2, y + side / 2];
      const [a, b, c, d] = next.matrix;
      const place = (u: number, v: number): string => `${px(cx + u * scale)},${px(cy - v * scale)}`;
      set(paper, { d: `M${px(x)},${px(cy)}h${px(side)}M${px(cx)},${px(y)}v${px(side)}` });
      set(unit, { cx: px(cx), cy: px(cy), r: px(scale) });
      set(cell, {
        d: `M${place(0, 0)}L${place(a, c)}L${place(a + b, c + d)}L${place(b, d)}Z`,
      });
      arrows.forEach(({ group, shaft, tip, focus, name, surface }, column) => {
        const [u, v] = column === 0 ? [a, c] : [b, d];
        const [tx, ty] = [px(cx + u * scale), px(cy - v * scale)];
        set(shaft, { d: `M${px(cx)},${px(cy)}L${tx},${ty}` });
        for (const circle of [tip, focus, surface]) set(circle, { cx: tx, cy: ty });
        const far = Math.hypot(u, v) || 1;
        set(name, { x: px(tx + (17 * u) / far), y: px(ty - (17 * v) / far + 5) });
        write(name, next.labels[column] ?? "");
        set(group, {
          "aria-label": next.labels[column] ?? "",
          "aria-valuenow": px(u),
          "aria-valuetext": next.words[column] ?? "",
        });
      });
    },
  };
}

/** To a hundredth: a hand has no more digits than that to give. */
const bounded = (x: number): number => Math.round(100 * Math.max(-2, Math.min(2, x))) / 100 + 0;
