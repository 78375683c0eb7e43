/** The kinds that are described by a Spec. A new one is one file and one line here. */
import { alibi } from "./alibi.ts";
import { axial2d } from "./axial2d.ts";
import { cope } from "./cope.ts";
import { fire } from "./fire.ts";
import { fox } from "./fox.ts";
import { gla } from "./gla.ts";
import { grapeA } from "./grape-a.ts";
import { grapeM } from "./grape-m.ts";
import { kerple } from "./kerple.ts";
import { learned } from "./learned.ts";
import { lie2d } from "./lie2d.ts";
import { lightning } from "./lightning.ts";
import { mamba } from "./mamba.ts";
import { mixed2d } from "./mixed2d.ts";
import { retnet } from "./retnet.ts";
import { sandwich } from "./sandwich.ts";
import { shaw } from "./shaw.ts";
import { sinusoidal } from "./sinusoidal.ts";
import type { Spec } from "./spec.ts";
import { t5 } from "./t5.ts";
import { xpos } from "./xpos.ts";

export const catalogue: readonly Spec[] = [
  alibi,
  xpos,
  retnet,
  lightning,
  gla,
  fox,
  mamba,
  grapeM,
  grapeA,
  sinusoidal,
  learned,
  shaw,
  t5,
  kerple,
  fire,
  sandwich,
  cope,
  axial2d,
  mixed2d,
  lie2d,
];
