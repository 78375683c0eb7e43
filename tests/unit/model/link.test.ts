import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeLink, encodeLink, maxLinkLength } from "../../../web/model/link.ts";
import { presetNames, presets } from "../../../web/model/presets.ts";
import { parseExperiment } from "../../../web/model/schema.ts";
import type { Experiment } from "../../../web/model/types.ts";
import { experiments } from "./arbitrary.ts";

const long = (count: number): Experiment => ({
  ...presets.rope,
  query: { values: Array.from({ length: count }, (_, i) => Math.sin(i * i)) },
});

async function deflated(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = Buffer.from(await new Response(stream).arrayBuffer());
  return `e=z${bytes.toString("base64url")}z`;
}

test.each(presetNames)("the link of preset %s is short, readable, and comes back", async (name) => {
  const link = await encodeLink(presets[name]);
  expect(link).toMatch(/^e='encodings':[A-Za-z0-9'()!$,:.%-]*1$/);
  expect(link.length).toBeLessThan(300);
  expect(await decodeLink(`#${link}`)).toEqual(presets[name]);
});

test("what a link looks like", async () => {
  expect(await encodeLink(presets.rope)).toBe(
    "e='encodings':!('id':'rope','encoding':('kind':'rope','dimension':128,'base':10000))$,'time':37,'v':1",
  );
});

test("any document comes back", async () => {
  await fc.assert(
    fc.asyncProperty(experiments, async (experiment) => {
      const canonical = parseExperiment(experiment);
      const link = await encodeLink(canonical);
      expect(link).toMatch(/^[\x21-\x7e]+$/);
      expect(new URL(`https://example.org/#${link}`).hash).toBe(`#${link}`);
      expect(await decodeLink(link)).toEqual(canonical);
    }),
    { numRuns: 500 },
  );
});

test("a link survives programs that percent-encode what they like", async () => {
  const link = await encodeLink(presets.default);
  const encoded = link.slice(2).replace(/['()!$,:]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  expect(await decodeLink(`#e=${encoded}`)).toEqual(presets.default);
});

test("the experiment is found among other parameters, and its absence is no error", async () => {
  const link = await encodeLink(presets.j2);
  expect(await decodeLink(`#figure=orbit&${link}&x=1`)).toEqual(presets.j2);
  for (const hash of ["", "#", "#figure=orbit", "#section-2"])
    expect(await decodeLink(hash)).toBeNull();
});

test("beyond 2000 characters a link is compressed, beyond 8000 it wants a file", async () => {
  const packed = await encodeLink(long(150));
  expect(packed).toMatch(/^e=z[\w-]+z$/);
  expect(packed.length).toBeLessThan(maxLinkLength);
  expect(await decodeLink(packed)).toEqual(long(150));
  await expect(encodeLink(long(1000))).rejects.toMatchObject({
    code: "too-large",
    message: /save it as a file/,
  });
});

describe("bad links end in a message", () => {
  test("cut short", async () => {
    const plain = await encodeLink(presets.rope);
    const packed = await encodeLink(long(150));
    for (const link of [plain.slice(0, -9), packed.slice(0, -9), "e=", "e=z", "e=zz"]) {
      await expect(decodeLink(link)).rejects.toMatchObject({
        code: "parse",
        message: /^the link is damaged/,
      });
    }
  });

  test("not base64, not deflated, not JSON, not an experiment", async () => {
    for (const link of [
      "e=z***z",
      "e=zAAAAAz",
      "e=zabcdez",
      "e=%",
      "e=%E0%A4%A",
      await deflated("{]"),
    ]) {
      await expect(decodeLink(link)).rejects.toMatchObject({ code: "parse" });
    }
    await expect(decodeLink("e='v':1")).rejects.toThrow("encodings is missing");
    await expect(decodeLink(await deflated("[]"))).rejects.toThrow("the document is a list of 0");
    await expect(decodeLink("e='__proto__':(),'encodings':!$,'v':1")).rejects.toThrow(
      "not allowed",
    );
  });

  test("a bomb is given up early", async () => {
    const bomb = await deflated(" ".repeat(30e6));
    const start = performance.now();
    await expect(decodeLink(bomb)).rejects.toThrow("unpacks to more than 1048576 bytes");
    expect(performance.now() - start).toBeLessThan(2000);
    await expect(decodeLink(`e=${"1".repeat(2e6)}`)).rejects.toThrow("is longer than");
  });

  test("noise", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.base64String().map((s) => `z${s}z`),
        ),
        async (noise) => {
          await decodeLink(`#e=${noise}`).catch((error) =>
            expect(error).toMatchObject({ name: "EtxError", code: "parse" }),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });
});
