import { afterEach, beforeEach, expect, vi } from "vitest";
import { loadLanguage } from "../../web/locales/index.ts";

await loadLanguage("zh-Hans");

/** A test passes in silence: a warning nobody reads is a bug nobody mends. */
beforeEach(() => {
  vi.spyOn(console, "warn");
  vi.spyOn(console, "error");
});

afterEach(() => {
  const said = [console.warn, console.error].flatMap((speaker) => vi.mocked(speaker).mock.calls);
  vi.restoreAllMocks();
  expect(said, "console warnings and errors").toEqual([]);
});
