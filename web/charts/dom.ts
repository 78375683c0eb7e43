/** The few words of SVG that the charts speak. Nothing here touches a document before it is handed one. */

const namespace = "http://www.w3.org/2000/svg";

type Tag = keyof SVGElementTagNameMap;
export type Attributes = Record<string, string | number | null>;

/** Writes only what differs, so that an update in place costs what it changes. */
export function set(node: Element, attributes: Attributes): void {
  for (const name in attributes) {
    const value = attributes[name];
    if (value === null || value === undefined) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
  }
}

export function write(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** The chart's root. */
export function root(document: Document, name: string): SVGSVGElement {
  const node = document.createElementNS(namespace, "svg");
  set(node, { class: `etx-chart etx-${name}`, xmlns: namespace });
  return node;
}

/** Appends a new child. */
export function add<T extends Tag>(
  parent: Element,
  tag: T,
  attributes: Attributes = {},
): SVGElementTagNameMap[T] {
  const node = parent.ownerDocument.createElementNS(namespace, tag);
  set(node, attributes);
  parent.append(node);
  return node;
}

/** A list of children of one kind that grows and shrinks at its end; the nodes that stay are the same nodes. */
export function list<T extends Tag>(
  parent: Element,
  tag: T,
  attributes: Attributes = {},
): (length: number) => readonly SVGElementTagNameMap[T][] {
  const nodes: SVGElementTagNameMap[T][] = [];
  return (length) => {
    while (nodes.length < length) nodes.push(add(parent, tag, attributes));
    while (nodes.length > length) nodes.pop()?.remove();
    return nodes;
  };
}

/** Sets the size in user units; CSS may stretch the node, coordinates stay these. */
export function size(node: SVGSVGElement, width: number, height: number): void {
  set(node, { width, height, viewBox: `0 0 ${width} ${height}` });
}

/** Hundredths of a pixel are enough for the eye and short in the file. */
export const px = (value: number): number => Math.round(value * 100) / 100;

type Locator = (event: { clientX: number; clientY: number }) => [number, number];

/** Where events lie in the chart's coordinates, whatever scales or transforms the page applies. Asking costs a layout. */
export function locator(svg: SVGSVGElement): Locator {
  const matrix = svg.getScreenCTM?.()?.inverse();
  if (!matrix) return ({ clientX, clientY }) => [clientX, clientY];
  const { a, b, c, d, e, f } = matrix;
  return ({ clientX: x, clientY: y }) => [a * x + c * y + e, b * x + d * y + f];
}
