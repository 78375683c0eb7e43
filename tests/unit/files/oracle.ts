/** The slow, obvious rotary frequencies of a request: the formulas as transformers writes them. */
import type { RotaryRequest } from "../../../web/files/config.ts";

export function frequencies(request: RotaryRequest): number[] {
  const {
    rotaryDimension: r,
    base,
    ropeType,
    factor = 1,
    lowFrequencyFactor: low = 1,
    highFrequencyFactor: high = 1,
    originalContext = 1,
  } = request;
  const plain = Array.from({ length: r / 2 }, (_, i) => base ** ((-2 * i) / r));
  if (ropeType === "default") return plain;
  if (ropeType === "linear") return plain.map((w) => w / factor);
  return plain.map((w) => {
    const wavelength = (2 * Math.PI) / w;
    if (wavelength < originalContext / high) return w;
    if (wavelength > originalContext / low) return w / factor;
    const smooth = (originalContext / wavelength - low) / (high - low);
    return ((1 - smooth) * w) / factor + smooth * w;
  });
}
