/** A worker built as a file of its own, by its URL. */
declare module "*?worker&url" {
  const url: string;
  export default url;
}
