/** The types that keep the tables honest: same keys, and a value for every placeholder. */

/** A text with {placeholders}, or one for each plural category that English has. */
export type Message = string | { readonly one: string; readonly other: string };
export type Table = Readonly<Record<string, Message>>;
/** A table for another language; whether a text depends on a count is that language's own matter. */
export type Translation<T extends Table> = { readonly [Key in keyof T]: Message };

type PlaceholdersIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;
type TextsOf<M extends Message> = M extends string
  ? M
  : M extends { one: infer One; other: infer Other }
    ? (One | Other) & string
    : never;
export type Placeholders<M extends Message> =
  | PlaceholdersIn<TextsOf<M>>
  | (M extends string ? never : "count");
