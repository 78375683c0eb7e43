/** Colours of a heatmap: cividis for amounts, which the colour-blind see alike, and blue to red through paper for signs. */

export type Colors = "amount" | "sign";

const stops: Record<Colors, readonly string[]> = {
  // Nuñez, Anderton & Renslow, Optimizing colormaps with consideration for color vision deficiency (2018)
  amount: [
    "00204d",
    "00336f",
    "39486b",
    "575d6d",
    "707173",
    "8a8779",
    "a69d75",
    "c4b56c",
    "e4cf5b",
    "ffea46",
  ],
  sign: ["1d4f8c", "4a86c0", "a9c9e2", "f4f1e9", "f0b59c", "cf6550", "8f1f2b"],
};

/** Index 0: no number. The rest runs from the least to the most. */
const first = 1;
const last = 255;
const nothing = [140, 140, 140];

export function palette(colors: Colors): Uint8Array {
  const known = stops[colors].map((hex) =>
    [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)),
  );
  const out = new Uint8Array(3 * (last + 1));
  out.set(nothing);
  for (let index = first; index <= last; index++) {
    const place = ((index - first) / (last - first)) * (known.length - 1);
    const low = Math.min(Math.floor(place), known.length - 2);
    for (let c = 0; c < 3; c++) {
      const [a, b] = [known[low]?.[c] ?? 0, known[low + 1]?.[c] ?? 0];
      out[3 * index + c] = Math.round(a + (b - a) * (place - low));
    }
  }
  return out;
}

/** place: where the least value is 0 and the largest 1. */
export const colorIndex = (place: number): number =>
  Number.isNaN(place) ? 0 : first + Math.round(Math.min(1, Math.max(0, place)) * (last - first));
