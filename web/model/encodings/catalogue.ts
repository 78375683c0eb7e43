/** The kinds that are described by a Spec. A new one is one file and one line here. */
import { alibi } from "./alibi.ts";
import { fox } from "./fox.ts";
import { gla } from "./gla.ts";
import { grapeA } from "./grape-a.ts";
import { grapeM } from "./grape-m.ts";
import { lightning } from "./lightning.ts";
import { mamba } from "./mamba.ts";
import { retnet } from "./retnet.ts";
import type { Spec } from "./spec.ts";
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
];
