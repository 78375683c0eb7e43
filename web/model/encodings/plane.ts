import type { PlaneKind } from "./kind.ts";

const kinds: readonly PlaneKind[] = ["axial2d", "mixed2d", "lie2d"];

/** Whether an encoding's positions lie in the plane. */
export const isPlane = (kind: unknown): kind is PlaneKind => kinds.some((one) => one === kind);
