import fc from "fast-check";
import { expect, test } from "vitest";
import { parseConfigText } from "../../../web/files/config.ts";
import { EtxError } from "../../../web/model/error.ts";

const message = (text: string): string => {
  try {
    parseConfigText(text);
  } catch (error) {
    expect(error).toBeInstanceOf(EtxError);
    return (error as EtxError).message;
  }
  return "accepted";
};

test("JSON is read, with a byte order mark too", () => {
  expect(parseConfigText('\ufeff{"rope_theta": 1e4}\n')).toEqual({ rope_theta: 10000 });
});

test.each([
  ["", "the text is empty; JSON is expected"],
  [" \n ", "the text is empty; JSON is expected"],
  ['{\n  "rope_theta": NaN\n}', 'line 2, column 17: "NaN" stands, where a value is expected'],
  ['{"a": 1,}', 'line 1, column 9: "}" stands, where a key in quotes is expected'],
  ["{'a': 1}", `line 1, column 2: "'" stands, where a key in quotes or "}" is expected`],
  ['{"a" 1}', 'line 1, column 6: "1" stands, where ":" is expected'],
  ['{"a": 1 "b": 2}', 'line 1, column 9: "\\"" stands, where "," or "}" is expected'],
  ["[1, 2", 'line 1, column 6: the text ends, where "," or "]" is expected'],
  ["[1}", 'line 1, column 3: "}" stands, where "," or "]" is expected'],
  ["[01]", 'line 1, column 2: "01" stands, where a value or "]" is expected'],
  ['{"a":1} x', 'line 1, column 9: "x" stands, where the end is expected'],
  ['{"a": "open', 'line 1, column 7: "\\"" stands, where a value is expected'],
  ["<!doctype html>", 'line 1, column 1: "<" stands, where a value is expected'],
])("%j", (text, expected) => {
  expect(message(text)).toBe(expected);
});

test("a key that stands twice in one object is refused, however it is spelt", () => {
  expect(message('{"a": 1,\n "rope_theta": 1, "rope\\u005ftheta": 2}')).toBe(
    'line 2, column 19: the key "rope_theta" stands twice in one object',
  );
  expect(parseConfigText('{"a": {"a": [{"a": 1}, {"a": 2}]}, "__proto__": 1}')).toHaveProperty("a");
  expect(message('{"__proto__": 1, "__proto__": 2}')).toContain("stands twice");
  const wide = Array.from({ length: 200_000 }, (_, i) => `"k${i}":${i}`).join();
  expect(message(`{${wide}}`)).toBe("accepted");
  expect(message(`{${wide},"k7":0}`)).toContain('the key "k7" stands twice');
});

test("huge and deep texts end in a message", () => {
  expect(message("x".repeat(5e6))).toBe(
    "the text has 5000000 characters; at most 4000000 are read",
  );
  expect(message("[".repeat(1e6))).toContain("column 1000001: the text ends");
  expect(message(`["${"a\\n".repeat(1e6)}`)).toContain("column 2");
});

test("it refuses what JSON.parse refuses, at a place inside the text", () => {
  const valid = fc.json();
  const broken = fc
    .tuple(valid, fc.nat(), fc.string({ maxLength: 2 }))
    .map(
      ([json, at, noise]) =>
        json.slice(0, at % (json.length + 1)) + noise + json.slice((at % (json.length + 1)) + 1),
    );
  fc.assert(
    fc.property(fc.oneof(broken, fc.string()), (text) => {
      let parsed: unknown;
      try {
        parsed = JSON.parse(text);
      } catch {
        expect(message(text)).toMatch(/^(line \d+, column \d+: |the text is empty)/);
        return;
      }
      const said = message(text);
      if (said === "accepted") expect(parseConfigText(text)).toEqual(parsed);
      else expect(said).toMatch(/stands twice in one object$/);
    }),
    { numRuns: 5000 },
  );
});
