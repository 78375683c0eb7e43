/** The slow, obvious rotary frequencies of a request: the formulas as transformers writes them. */
import type { RotaryRequest } from "../../../web/files/config.ts";

export function frequencies(request: RotaryRequest): number[] {
  const { rotaryDimension: r, ropeType, factor = 1, divisors = [] } = request;
  const { originalContext: context = 1, sequenceLength = 1, rotatedPairs = r / 2 } = request;
  const growth = (factor * Math.max(sequenceLength, context)) / context - (factor - 1);
  const base = request.base * (ropeType === "dynamic" ? growth ** (r / (r - 2)) : 1);
  const plain = Array.from({ length: r / 2 }, (_, i) => base ** ((-2 * i) / r));
  switch (ropeType) {
    case "default":
    case "dynamic":
      return plain;
    case "linear":
      return plain.map((w) => w / factor);
    case "longrope":
      return plain.map((w, i) => w / (divisors[i] as number));
    case "proportional":
      return plain.map((w, i) => (i < rotatedPairs ? w / factor : 0));
    case "yarn": {
      const { low, high } = yarnRamp(request);
      return plain.map((w, i) => {
        const along = Math.min(Math.max((i - low) / (high - low), 0), 1);
        return w * (1 - along) + (w / factor) * along;
      });
    }
    case "llama3": {
      const { lowFrequencyFactor: low = 1, highFrequencyFactor: high = 1 } = request;
      return plain.map((w) => {
        const wavelength = (2 * Math.PI) / w;
        if (wavelength < context / high) return w;
        if (wavelength > context / low) return w / factor;
        const smooth = (context / wavelength - low) / (high - low);
        return ((1 - smooth) * w) / factor + smooth * w;
      });
    }
  }
}

export function yarnRamp(request: RotaryRequest): { low: number; high: number } {
  const { rotaryDimension: r, base, originalContext = 1, betaFast = 32, betaSlow = 1 } = request;
  const pairOf = (turns: number) =>
    (r * Math.log(originalContext / (turns * 2 * Math.PI))) / (2 * Math.log(base));
  const [floor, ceil] =
    request.truncate === false ? [(x: number) => x, (x: number) => x] : [Math.floor, Math.ceil];
  const low = Math.max(floor(pairOf(betaFast)), 0);
  const high = Math.min(ceil(pairOf(betaSlow)), r - 1);
  return { low, high: high === low ? high + 0.001 : high };
}
