import type { LitElement, TemplateResult } from "lit";
import type { Language } from "../../locales/index.ts";
import type { Experiment } from "../../model/types.ts";
import type { Bench } from "../bench.ts";
import type { Picture, Question } from "../picture.ts";

/** What a joint needs of the figure that holds it. */
export interface JointHost extends LitElement {
  readonly bench: Bench;
  readonly language: Language;
  readonly visible: boolean;
}

/** Columns of equal length under their names. */
export interface DataTable {
  header: string[];
  columns: ArrayLike<string | number>[];
}

/** The controls that play one number of the document, and the film that they would show. */
export interface Player {
  readonly playing: boolean;
  stop(): void;
  render(): TemplateResult;
  /** The document in each frame, at the speed that is set. */
  film(framesPerSecond: number): Experiment[];
}

/** Joins one kind of chart to the bench: what it shows, what a hand on it does, what it says in words. */
export interface Joint {
  readonly node: SVGSVGElement;
  update(picture: Picture): void;
  resize(width: number): void;
  destroy(): void;
  /** The state in a sentence or two, for who can't see the chart. */
  describe(): string;
  /** At most `limit` rows. */
  data(limit: number): DataTable;
  /** Beside the title. */
  note?(): unknown;
  /** To the right of the title. */
  controls?(): unknown;
  /** Under the chart. */
  below?(): unknown;
  /** What plays in it: such a figure can be filmed. */
  readonly player?: Player | undefined;
}

/** A kind of figure: how it is made, and what it asks the engine. */
export interface Figure {
  title(language: Language, experiment: Experiment): string;
  make: MakeJoint;
  ask?: Question;
}

export type MakeJoint = (host: JointHost, width: number) => Joint;
