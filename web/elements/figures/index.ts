import type { FigureKind } from "../../model/types.ts";
import { curveJoint } from "./curve.ts";
import type { MakeJoint } from "./joint.ts";
import { orbitJoint } from "./orbit.ts";
import { planeJoint } from "./plane.ts";

/** The figures that can be drawn, by name. */
export const joints = {
  plane: planeJoint,
  orbit: orbitJoint,
  curve: curveJoint,
} as const satisfies Partial<Record<FigureKind, MakeJoint>>;

export type DrawnKind = keyof typeof joints;

export type { Joint } from "./joint.ts";
