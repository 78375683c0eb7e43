export interface StoryWords {
  title: string;
  /** One sentence, for the card. */
  lead: string;
  /** Paragraphs apart by blank lines. */
  text: string;
  /** Names of the variants to pick from, where there are several. */
  variants?: Readonly<Record<string, string>>;
}

/** The same stories in another language. */
export type Translated<Words> = Readonly<Record<keyof Words, StoryWords>>;
