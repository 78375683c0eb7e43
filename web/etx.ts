/** One module for a CDN: defines the elements and hands out everything of `etx`. */
import "./elements.ts";

export * from "./index.ts";
