/** What leaves a chart: a standalone SVG, the numbers. (As pixels: pixels.ts.) */
import { lightTokens, rules } from "./style.ts";

/** Live-only parts: they have no meaning on paper. */
const live = ".etx-cursor, .etx-reach, .etx-layer, .etx-focus, .etx-halo";
const interactive = ["tabindex", "role", "class"];

/**
 * A chart as an SVG file's text: its own declarations as attributes, tokens as their light values or those given, a
 * sheet of paper behind. It needs no layout engine, so Node and a browser write the same file.
 */
export function serialize(
  node: SVGSVGElement,
  tokens: Readonly<Record<string, string>> = {},
): string {
  const values = { ...lightTokens, ...tokens };
  const resolve = (value: string): string =>
    value.replace(
      /var\(--etx-([\w-]+),[^)]*\)/g,
      (_, name: string) => values[name] ?? "currentColor",
    );
  const copy = node.cloneNode(true) as SVGSVGElement;
  for (const part of copy.querySelectorAll(live)) part.remove();

  for (const [selector, declarations] of rules) {
    const matching = [...copy.querySelectorAll(selector)];
    if (selector === ".etx-chart") matching.push(copy);
    for (const part of matching) {
      for (const name in declarations) part.setAttribute(name, resolve(declarations[name] ?? ""));
    }
  }
  for (const part of copy.querySelectorAll("*")) {
    // Some readers of SVG know no currentColor: write the colour itself.
    for (const name of ["fill", "stroke"]) {
      if (part.getAttribute(name) === "currentColor")
        part.setAttribute(name, colorOf(part) ?? values.ink ?? "black");
    }
    for (const name of [...part.attributes].map((attribute) => attribute.name)) {
      if (interactive.includes(name) || name.startsWith("aria-")) part.removeAttribute(name);
    }
  }
  for (const part of copy.querySelectorAll("[color]")) part.removeAttribute("color");
  copy.removeAttribute("class");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");

  const paper = copy.ownerDocument.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of [
    ["width", "100%"],
    ["height", "100%"],
    ["fill", values.paper ?? "white"],
  ] as const) {
    paper.setAttribute(name, value);
  }
  copy.prepend(paper);
  // HTML's serialiser would leave markup that is not XML; a browser has XMLSerializer, and linkedom's outerHTML is XML for SVG.
  const view = node.ownerDocument.defaultView as (Window & typeof globalThis) | null;
  return view?.XMLSerializer ? new view.XMLSerializer().serializeToString(copy) : copy.outerHTML;
}

function colorOf(node: Element): string | null {
  for (let at: Element | null = node; at; at = at.parentElement) {
    const color = at.getAttribute("color");
    if (color) return color;
  }
  return null;
}

/** RFC 4180. Numbers as JavaScript prints them: they read back to the same double. Short columns end in empty cells. */
export function toCSV(
  columns: readonly ArrayLike<number | string>[],
  header: readonly string[],
): string {
  const cell = (value: number | string | undefined): string => {
    const text = value === undefined ? "" : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = [header.map(cell).join(",")];
  const length = Math.max(0, ...columns.map((column) => column.length));
  for (let i = 0; i < length; i++) rows.push(columns.map((column) => cell(column[i])).join(","));
  return `${rows.join("\r\n")}\r\n`;
}
