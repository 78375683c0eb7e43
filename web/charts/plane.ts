/** The plane of eigenvalues: rate across, frequency up, each one a handle for mouse, finger, pen and keys. */
import { axis } from "./axis.ts";
import { seriesClass } from "./color.ts";
import { add, list, px, root, set, size, write } from "./dom.ts";
import { dotPath, type Handle, handle, squarePath } from "./plane-handle.ts";
import { type Grip, type Held, hands } from "./plane-hands.ts";
import { type PlaneScale, planeScale } from "./plane-scale.ts";
import { type Anchor, type Box, inside, overlap, shorten, textBox, textWidth } from "./text.ts";
import { powerTicks, thin } from "./ticks.ts";
import type { Chart, Eigenvalue, PlaneData, PlaneOptions, PlaneSeries } from "./types.ts";

type Side = readonly [dx: number, dy: number, anchor: Anchor];

/** Where the selected value may stand about its dot: the first that has room, the last choice if it still has. */
const sides: readonly Side[] = [
  [-19, -11, "end"],
  [19, -11, "start"],
  [-19, 20, "end"],
  [19, 20, "start"],
  [0, -22, "middle"],
  [0, 30, "middle"],
];

/** How far a handle's ring reaches beyond its place. */
const rim = 13;

/** More eigenvalues than this are drawn smaller. */
const crowd = 24;

type Moved = Pick<Held, "id" | "now">;

export function planeChart(options: PlaneOptions): Chart<PlaneData> {
  const document = options.document ?? globalThis.document;
  const { rates = [-1, 1], frequencyLimit = Math.PI, threshold = 1e-4 } = options;
  const limits = { rates, frequency: frequencyLimit, threshold };
  let { width, height } = options;
  let data: PlaneData = { series: [] };
  let scale: PlaneScale;
  let frame: Box;
  let side = 0;
  let grips: Grip[] = [];
  /** Where a hand left an eigenvalue, until the data say so themselves. */
  let kept: Moved | null = null;

  const node = root(document, "plane");
  const shade = add(node, "rect", { class: "etx-unstable", "aria-hidden": "true" });
  const across = axis(node, "bottom", false);
  const up = axis(node, "left");
  const words = add(node, "g", { "aria-hidden": "true" });
  const rateTitle = add(words, "text", { class: "etx-title", "text-anchor": "end" });
  const frequencyTitle = add(words, "text", { class: "etx-title", x: 0, y: 11 });
  const grows = add(words, "text", { class: "etx-title", "text-anchor": "middle" });
  // What leaves the plot is cut, but for the rim of a handle at its edge.
  const stage = add(node, "svg");
  const layers = add(stage, "g");
  const near = add(stage, "circle", {
    class: "etx-halo etx-accent",
    r: 10,
    visibility: "hidden",
    "aria-hidden": "true",
  });
  const mark = add(stage, "g", { class: "etx-accent", "aria-hidden": "true" });
  const rings = list(mark, "circle", { class: "etx-ring" });
  const core = add(mark, "path");
  const badges = list(mark, "text", { class: "etx-badge-held", "text-anchor": "middle" });
  const value = add(mark, "text", { class: "etx-words etx-strong" });
  const surface = add(node, "path", { class: "etx-reach" });

  const groups = new Map<string, { node: SVGGElement; dots: SVGPathElement }>();
  const handles = new Map<string, Handle>();

  const held = hands({
    svg: node,
    surface,
    limits,
    scale: () => scale,
    grips: () => grips,
    selected: () => data.selected,
    ring: (id) => seriesOf(id)?.eigenvalues.filter(({ movable }) => movable) ?? [],
    focus: (id) => handles.get(id)?.node.focus?.({ preventScroll: true }),
    select(id) {
      if (id !== data.selected) options.onSelect?.(id);
    },
    moved(_, id, to, phase) {
      kept = phase === "end" ? { id, now: to } : null;
      if (phase === "move") follow(id);
      else draw();
      options.onMove?.(id, to, phase);
    },
    hover(grip) {
      set(
        near,
        grip ? { cx: px(grip.x), cy: px(grip.y), visibility: null } : { visibility: "hidden" },
      );
      surface.classList.toggle("etx-reach-near", grip !== null);
    },
  });

  const seriesOf = (id: string): PlaneSeries | undefined =>
    data.series.find(({ eigenvalues }) => eigenvalues.some((one) => one.id === id));
  /** What a hand holds is where the hand is, however late the data come. */
  const shown = (one: Eigenvalue): Eigenvalue => {
    const now: Moved | null = held.held() ?? kept;
    return now?.id === one.id ? { ...one, ...now.now } : one;
  };

  function layout(): void {
    size(node, width, height);
    const angles = powerTicks(-frequencyLimit, frequencyLimit, threshold);
    const labels = angles.map(options.format.tick);
    const left = Math.ceil(Math.max(...labels.map((label) => textWidth(label)))) + 10;
    frame = { left, top: 20, right: width - 4, bottom: height - 36 };
    scale = planeScale(frame, limits);
    const [above, tall] = [frame.top - rim, frame.bottom - frame.top + 2 * rim];
    set(stage, { y: above, width, height: tall, viewBox: `0 ${above} ${width} ${tall}` });
    const tick = options.format.tick;
    const turns = angles.map((one, i) => ({ at: scale.y(one), label: labels[i] ?? "" }));
    up.draw(
      thin(turns, 6, "y", (i) => Math.abs(angles[i] ?? 0)),
      frame,
      scale.y(0),
    );
    const speeds = powerTicks(...rates, threshold);
    const marks = speeds.map((one) => ({ at: scale.x(one), label: tick(one) }));
    across.draw(
      thin(marks, 8, "x", (i) => Math.abs(speeds[i] ?? 0)),
      frame,
      scale.x(0),
    );
    const edge = px(scale.x(0));
    set(shade, {
      x: edge,
      y: frame.top,
      width: px(frame.right - edge),
      height: px(frame.bottom - frame.top),
    });
    write(rateTitle, options.labels.rate);
    set(rateTitle, { x: frame.right, y: height - 4 });
    write(frequencyTitle, options.labels.frequency);
    write(grows, shorten(options.labels.grows, frame.right - edge - 8));
    set(grows, { x: px((edge + frame.right) / 2), y: frame.top + 16 });
  }

  function draw(): void {
    const now = held.held();
    const selected = data.selected;
    const active =
      (selected && seriesOf(selected)) || data.series.find(({ muted }) => !muted) || data.series[0];
    const stop =
      active?.eigenvalues.find((one) => one.id === selected && one.movable) ??
      active?.eigenvalues.find(({ movable }) => movable);
    const language = `${options.labels.rate} ${options.labels.frequency}`;
    const seen = new Set<string>();
    grips = [];

    for (const series of data.series) {
      let group = groups.get(series.id);
      if (!group) {
        const node = add(layers, "g");
        group = { node, dots: add(node, "path", { "aria-hidden": "true" }) };
        groups.set(series.id, group);
      }
      set(group.node, { class: seriesClass(series.colorIndex) });
      const radius = series.muted ? 2.2 : series.eigenvalues.length > crowd ? 3 : 4;
      let dots = "";
      for (const given of series.eigenvalues) {
        const one = shown(given);
        let drawn = handles.get(one.id);
        if (!drawn) {
          drawn = handle(
            group.node,
            rates,
            (event, eigenvalue) => held.key(event, eigenvalue),
            held.release,
            () => {
              if (one.id !== data.selected) options.onSelect?.(one.id);
            },
          );
          handles.set(one.id, drawn);
        }
        seen.add(one.id);
        const places = drawn.draw(one, series, scale, frame, now !== null && now.id !== one.id);
        // The selected one's dot is the accent's, which a hand moves before the data come.
        if (one.size === 1 && one.id !== selected)
          for (const [x, y] of places) dots += dotPath(x, y, radius);
        // While one is held the others' words can wait: they cost more than their dots.
        if (!now || now.id === one.id)
          drawn.say(one, series, options.format, language, one.id === stop?.id);
        if (one.movable)
          for (const [i, [x, y]] of places.entries())
            grips.push({ eigenvalue: one, mirror: i ? -1 : 1, x, y });
      }
      set(group.dots, { class: series.muted ? "etx-dot-muted" : "etx-dot", d: dots });
    }
    for (const [id, drawn] of handles) {
      // Eigenvalues that a hand brings together may part again before it lets go.
      if (seen.has(id) || now) continue;
      drawn.node.remove();
      handles.delete(id);
    }
    for (const [id, group] of groups) {
      if (data.series.some((series) => series.id === id)) continue;
      group.node.remove();
      groups.delete(id);
    }
    raise(active && groups.get(active.id)?.node);
    hold(active);
    if (!now) reach();
  }

  /** What a hand holds moves at once; the others come with the data, and drawing them twice would cost the frame. */
  function follow(id: string): void {
    const series = seriesOf(id);
    const given = series?.eigenvalues.find((one) => one.id === id);
    if (!series || !given) return;
    handles.get(id)?.draw(shown(given), series, scale, frame, false);
    hold(series);
  }

  /** The others go below it; it is not moved itself, for that would take the focus from its handle. */
  function raise(top: SVGGElement | undefined): void {
    if (!top) return;
    while (top.nextElementSibling) layers.insertBefore(top.nextElementSibling, top);
  }

  /** The surface: a disc about each place of a handle that moves. Nothing else withholds a finger from the page. */
  function reach(): void {
    const coarse = document.defaultView?.matchMedia?.("(any-pointer: coarse)").matches;
    set(surface, { d: grips.map(({ x, y }) => dotPath(x, y, coarse ? 22 : 12)).join("") });
  }

  /** The selected one, in the accent: its ring, its conjugate's, its value. */
  function hold(series: PlaneSeries | undefined): void {
    const given = series?.eigenvalues.find(({ id }) => id === data.selected);
    set(mark, { visibility: given ? null : "hidden" });
    if (!given) return;
    const one = shown(given);
    const places = (handles.get(one.id)?.places ?? []).slice();
    const block = one.size > 1;
    set(core, {
      class: block ? "etx-block-held" : "etx-dot",
      d: places
        .map(([x, y], i) => (block ? squarePath(x, y, 7.5) : dotPath(x, y, i ? 3.5 : 5.5)))
        .join(""),
    });
    const labels = badges(block ? places.length : 0);
    const circles = rings(one.movable ? places.length : 0);
    places.forEach(([x, y], i) => {
      if (circles[i])
        set(circles[i], { cx: px(x), cy: px(y), r: i ? 8 : 11, "stroke-opacity": i ? 0.5 : null });
      if (labels[i]) {
        set(labels[i], { x: px(x), y: px(y + 3.2) });
        write(labels[i], String(one.size));
      }
    });
    const [x, y] = places[0] ?? [0, 0];
    const text = options.format.value(one);
    write(value, text);
    const grown = textBox(
      options.labels.grows,
      (scale.x(0) + frame.right) / 2,
      frame.top + 16,
      "middle",
    );
    const boxes = [...handles.values()].flatMap(({ note }) => note ?? []);
    const boxAt = ([dx, dy, anchor]: Side) => textBox(text, x + dx, y + dy, anchor, 11.8);
    const fits = (at: Side): boolean => {
      const box = boxAt(at);
      return (
        inside(box, frame) && !overlap(box, grown) && !boxes.some((other) => overlap(box, other))
      );
    };
    const clear = (at: Side): boolean => {
      const { left, right, top, bottom } = boxAt(at);
      const covers = (one: Grip) =>
        one.x > left - 3 && one.x < right + 3 && one.y > top && one.y < bottom;
      return fits(at) && !grips.some(covers);
    };
    // Off the other dots if it can be; where it was if that is as good as any.
    for (const good of [clear, fits, () => true]) {
      const found = [side, ...sides.keys()].find((i) => good(sides[i] as Side));
      if (found === undefined) continue;
      side = found;
      break;
    }
    const [dx, dy, anchor] = sides[side] ?? [0, 0, "start"];
    set(value, { x: px(x + dx), y: px(y + dy), "text-anchor": anchor });
  }

  layout();
  return {
    node,
    update(next) {
      const now = held.held();
      data = next;
      kept = null;
      if (now && !seriesOf(now.id)) held.drop();
      if (!now) layout(); // in a drag neither size nor words change
      draw();
    },
    resize(w, h) {
      width = w;
      height = h;
      layout();
      draw();
    },
    destroy() {
      held.drop();
      node.remove();
    },
  };
}
