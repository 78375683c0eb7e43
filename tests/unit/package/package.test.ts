/** The package as its users get it: packed, unpacked somewhere else, imported. */
import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const dist = join(root, "dist");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const run = promisify(execFile);

describe("dist", () => {
  const modules = ["simd.wasm", "simd-rest.wasm", "relaxed.wasm", "relaxed-rest.wasm"];
  const files = readdirSync(dist);
  const scripts = files.filter((file) => file.endsWith(".js"));
  const read = (file: string): string => readFileSync(join(dist, file), "utf8");

  test("holds worker and wasm as files of their own", () => {
    expect(files).toEqual(expect.arrayContaining(["etx.js", "worker.js", ...modules]));
    for (const file of modules) {
      expect([...readFileSync(join(dist, file)).subarray(0, 4)], file).toEqual([
        0, 0x61, 0x73, 0x6d,
      ]);
    }
  });

  test("inlines nothing and makes no code from strings: strict policies forbid both", () => {
    for (const file of scripts) {
      // The glue knows the first half of a data: URL, to recognise one.
      expect(read(file), file).not.toMatch(/;base64,[\w+/]|new Function\(|\beval\(/);
    }
  });

  test("the CDN file and the worker need nobody to resolve their imports", () => {
    for (const file of ["etx.js", "worker.js", "engine.js"]) {
      const imports = [
        ...read(file).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*[`"']([^`"'\s()]+)[`"']/g),
      ].map((match) => match[1]);
      for (const source of imports) expect(source, file).toMatch(/^\.\//);
    }
  });
});

describe("a packed copy", () => {
  const home = mkdtempSync(join(tmpdir(), "etx-package-"));
  const node = async (code: string): Promise<string> =>
    (
      await run(process.execPath, ["--input-type=module", "-e", code], {
        cwd: home,
        timeout: 30_000,
      })
    ).stdout.trim();

  beforeAll(async () => {
    const { stdout } = await run(
      "npm",
      ["pack", "--json", "--ignore-scripts", "--pack-destination", home],
      { cwd: root },
    );
    const [{ filename }] = JSON.parse(stdout);
    const target = join(home, "node_modules/etx");
    mkdirSync(target, { recursive: true });
    await run("tar", ["-xzf", join(home, filename), "-C", target, "--strip-components=1"]);
    // What `npm install` would bring, without a network.
    for (const name of Object.keys(manifest.dependencies)) {
      mkdirSync(dirname(join(home, "node_modules", name)), { recursive: true });
      symlinkSync(join(root, "node_modules", name), join(home, "node_modules", name));
    }
  }, 60_000);
  afterAll(() => rmSync(home, { recursive: true }));

  test("every entry imports in Node, where there is no DOM", async () => {
    const entries = Object.keys(manifest.exports).filter((entry) => !entry.endsWith(".json"));
    expect(entries).toEqual([".", "./engine", "./elements", "./dist/etx.js"]);
    for (const entry of entries) {
      const name = entry.replace(/^\./, "etx");
      const names = await node(`console.log(Object.keys(await import("${name}")).join())`);
      if (entry !== "./elements") expect(names, name).toMatch(/createEtx|createEngine/);
    }
  });

  test("computes, promised and plain, and lets the process end", async () => {
    const call = `curve({ kind: "nope", dimension: 1 }, { query: [2], key: [3], lags: [0, 1] })`;
    const promised = await node(`
      import { createEtx } from "etx";
      const etx = await createEtx();
      console.log(etx.versions.etx, ...(await etx.${call}));`);
    expect(promised).toBe(`${manifest.version} 6 6`);
    const plain = await node(`
      import { createEngine } from "etx/engine";
      console.log(...(await createEngine()).${call});`);
    expect(plain).toBe("6 6");
  });

  test("its types are found, and bite", async () => {
    const source = `
      import { createEtx, type Encoding, type Etx } from "etx";
      import { createEngine } from "etx/engine";
      const etx: Etx = await createEtx();
      const encoding: Encoding = { kind: "nope", dimension: 1 };
      const options = { query: [1], key: [1], lags: [0] };
      export const scores: Float64Array = await etx.curve(encoding, options);
      export const same: Float64Array = (await createEngine()).curve(encoding, options);
      // @ts-expect-error
      export const wrong: string = await etx.curve(encoding, options);
    `;
    writeFileSync(join(home, "use.mts"), source);
    const settings = [
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--target",
      "es2022",
      "--module",
      "nodenext",
    ];
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, ...settings, "use.mts"], {
      cwd: home,
    }).catch((error) => error);
    expect(stdout).toBe("");
  });
});
