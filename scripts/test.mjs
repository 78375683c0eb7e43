// Sets up, builds, checks and runs every suite; the last line is the count over all of them.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { check } from "./check.mjs";
import { buildNative } from "./lib/native.mjs";
import { buildEnv, main, pool, readToolchain, relaxedFlag, root, run, Stop } from "./lib/util.mjs";
import { setup } from "./setup.mjs";

const reports = join(root, "build/reports");
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const times = [];

await main(async () => {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  // Nothing can run without these two; every later step runs even if one before it failed.
  await step("set-up", () => setup(), { needed: true });
  await step("build", () => build(), { needed: true });
  await step("check", () => check());
  for (const presets of [["native"], ["asan"], ["wasm", "wasm-relaxed"]]) {
    await step(`C++ tests, ${presets.join(" and ")}`, () => cppTests(presets));
  }
  await step("TypeScript tests", () => vitest("unit"));
  await step("browser tests", () => vitest("browser", ["--config", "vitest.browser.config.ts"]));

  console.log(`\n${times.join("\n")}`);
  for (const name of failures) console.log(`failed: ${name}`);
  if (total.skipped > 0) console.log(`(${total.skipped} skipped)`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  if (failures.length > 0 || total.failed > 0) process.exit(1);
});

async function step(name, job, { needed = false } = {}) {
  console.log(`\n=== ${name} ===`);
  const start = Date.now();
  try {
    await job();
  } catch (error) {
    if (!(error instanceof Stop) || needed) throw error;
    console.error(error.message);
    failures.push(name);
  }
  times.push(`${((Date.now() - start) / 1000).toFixed(1).padStart(7)} s  ${name}`);
}

/**
 * A native binary's tests are dealt out to many processes, as many at a time as there are cores: some tests take ten
 * times others. GoogleTest reads its share from an environment that wasm lacks.
 */
async function cppTests(presets) {
  for (const preset of presets) await buildNative(preset, ["etx_tests"]);
  const tasks = presets.flatMap((preset) => {
    const binary = join(root, "build", preset, "tests/cpp/etx_tests");
    const wasm = preset.startsWith("wasm");
    const [program, ...before] = wasm
      ? [process.execPath, ...relaxedFlag(preset), `${binary}.js`]
      : [binary];
    const shards = wasm ? 1 : 6 * availableParallelism();
    return Array.from({ length: shards }, (_, shard) => async () => {
      const report = join(reports, `cpp-${preset}-${shard}.json`);
      const flags = ["--gtest_brief=1", `--gtest_output=json:${report}`];
      const env = { ...sanitizerEnv(), GTEST_TOTAL_SHARDS: shards, GTEST_SHARD_INDEX: shard };
      const { code } = await run(program, [...before, ...flags], { mayFail: true, env });
      return { report, code };
    });
  });
  const numbers = ({ tests, failures: failed, disabled }) => ({
    passed: tests - failed - disabled,
    failed,
    skipped: disabled,
  });
  const faults = [];
  await pool(
    availableParallelism(),
    tasks.map((task) => async () => {
      const { report, code } = await task();
      faults.push(count(report, code, numbers));
    }),
  );
  stopIf(faults.find(Boolean));
}

function sanitizerEnv() {
  return {
    ...process.env,
    UBSAN_OPTIONS: "print_stacktrace=1",
    ASAN_OPTIONS: "detect_stack_use_after_return=1",
  };
}

async function vitest(name, args = []) {
  const report = join(reports, `${name}.json`);
  const { chromium } = readToolchain();
  const env = {
    ...buildEnv(),
    ...(chromium ? { ETX_CHROMIUM: chromium } : {}),
    // Where CI runs, a missing WebGPU is a failure: headless Chromium always brings SwiftShader.
    ...(process.env.CI ? { ETX_REQUIRE_GPU: "1" } : {}),
  };
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const program = join(root, "node_modules/.bin/vitest");
  const { code } = await run(program, ["run", ...args, ...reporters], { env, mayFail: true });
  const wrong = count(report, code, (json) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
    skipped: json.numPendingTests + json.numTodoTests,
  }));
  stopIf(wrong);
}

/**
 * Adds a report's numbers; what is wrong with the suite, if anything. One that fails without a failed test (it crashed,
 * say) counts as one.
 */
function count(report, code, numbers) {
  const none = { passed: 0, failed: 0, skipped: 0 };
  const { passed, failed, skipped } = existsSync(report)
    ? numbers(JSON.parse(readFileSync(report, "utf8")))
    : none;
  total.passed += passed;
  total.failed += failed === 0 && code !== 0 ? 1 : failed;
  total.skipped += skipped;
  if (code !== 0) return `exit code ${code}`;
  return passed === 0 ? "no test ran" : undefined;
}

function stopIf(wrong) {
  if (wrong) throw new Stop(wrong);
}
