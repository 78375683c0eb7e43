/** Series take their colour from a class, so that themes, forced colours and exports decide what it is. */
import type { ColorIndex } from "./types.ts";

export const seriesCount = 6;

export const seriesClass = (index: ColorIndex): string =>
  `etx-s${(((index % seriesCount) + seriesCount) % seriesCount) + 1}`;
