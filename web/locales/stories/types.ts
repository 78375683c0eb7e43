export interface StoryWords {
  title: string;
  /** One sentence, for the card. */
  lead: string;
  /** Paragraphs apart by blank lines. */
  text: string;
  /** Names of the variants to pick from, where there are several. */
  variants?: Readonly<Record<string, string>>;
  /** Under the figures; each row is as long as the header, and its first cell names it. */
  table?: { header: readonly string[]; rows: readonly (readonly string[])[] };
}

/** The same stories in another language. */
export type Translated<Words> = Readonly<Record<keyof Words, StoryWords>>;
