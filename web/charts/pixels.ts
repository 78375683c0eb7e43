/** A chart as pixels; in a browser only. */
import { serialize } from "./export.ts";

/** A PNG `scale` times the chart's size. */
export async function toPNG(
  node: SVGSVGElement,
  scale = 2,
  tokens: Readonly<Record<string, string>> = {},
): Promise<Blob> {
  const canvas = node.ownerDocument.createElement("canvas");
  canvas.width = Math.round(Number(node.getAttribute("width")) * scale);
  canvas.height = Math.round(Number(node.getAttribute("height")) * scale);
  await drawOn(canvas, serialize(node, tokens));
  return pngOf(canvas);
}

/** The text of an SVG file, over all of the canvas. */
export async function drawOn(canvas: HTMLCanvasElement, file: string): Promise<void> {
  const image = canvas.ownerDocument.createElement("img");
  // A data URL rather than a blob: more pages' policies allow it, and it never taints the canvas.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(file)}`;
  await image.decode();
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
}

export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("the canvas gave no PNG"))),
      "image/png",
    );
  });
}
