// Brings everything that building and testing needs: system packages (Debian, Ubuntu), a private C++ toolchain in the
// user's cache folder, node_modules. Idempotent; says nothing and takes no time when nothing is missing.
//
//   node scripts/setup.mjs            everything
//   node scripts/setup.mjs --build    only what building and serving the site needs
//
// Settings: ETX_SUITE     the suite that the private toolchain is taken from
//           ETX_CHROMIUM  the browser that the tests drive
//           XDG_CACHE_HOME
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { install, isDebian, osRelease } from "./lib/apt.mjs";
import { withLock } from "./lib/lock.mjs";
import { findToolchain, makeToolchain } from "./lib/toolchain.mjs";
import { cacheDir, isMain, main, root, run, Stop, say, toolchainFile, which } from "./lib/util.mjs";

const oldestEmcc = "3.1.69"; // --emit-tsd, ES modules in Node
const oldestCmake = "3.25"; // presets version 6

const anyOf = (...names) => names.map((name) => which(name)).find(Boolean);
const chromium = () =>
  process.env.ETX_CHROMIUM ||
  anyOf("chromium", "chromium-browser", "google-chrome-stable", "google-chrome");

// What must be on the machine: how to tell, and the Debian package that brings it.
const forBuild = [
  { name: "python3 (runs emcc)", there: () => which("python3"), package: "python3" },
  { name: `cmake >= ${oldestCmake}`, there: () => which("cmake"), package: "cmake" },
  { name: "ninja", there: () => which("ninja"), package: "ninja-build" },
];
const forTests = [
  { name: "a C++20 compiler", there: () => anyOf("c++", "g++", "clang++"), package: "g++" },
  {
    name: "GoogleTest",
    there: () => existsSync("/usr/include/gtest/gtest.h"),
    package: "libgtest-dev",
    debianOnly: true,
  },
  {
    name: "GoogleTest's sources",
    there: () => existsSync("/usr/src/googletest"),
    package: "googletest",
    debianOnly: true,
  },
  { name: "Chromium (or set ETX_CHROMIUM)", there: chromium, package: "chromium" },
  { name: "a Chinese font", there: hasChineseFont, package: "fonts-noto-cjk", debianOnly: true },
];

export async function setup({ tests = true } = {}) {
  checkNode();
  const needs = [...forBuild, ...(tests ? forTests : [])];
  const lacking = () => needs.filter((need) => (isDebian() || !need.debianOnly) && !need.there());
  const emcc = usableEmcc();
  const settings = { suite: suite(), emscripten: emcc === null };
  const done = () =>
    lacking().length === 0 &&
    (!isDebian() || findToolchain(settings) !== null) &&
    nodeModulesAreCurrent();

  if (!done()) {
    await withLock(join(cacheDir, "lock"), "set-up", async () => {
      await installMissing(lacking());
      if (isDebian() && !findToolchain(settings)) await makeToolchain(settings);
      if (!nodeModulesAreCurrent()) await installNodeModules();
    });
  }
  await checkCmake();
  if (!isDebian() && !emcc) throw new Stop(elsewhere(["emcc"]));
  writeFacts({
    ...(isDebian() ? findToolchain(settings) : {}),
    ...emcc,
    chromium: chromium() ?? null,
  });
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Stop(
      `Node.js ${process.versions.node} is too old: install 20.19 or later (nodejs.org, or \`nvm install\`).`,
    );
  }
  if (!which("git"))
    throw new Stop("git is missing. On Debian or Ubuntu type: sudo apt-get install git");
}

function suite() {
  // Stable suites: they will not move. (Only Debian's has been tried.)
  return process.env.ETX_SUITE || (osRelease().ID === "ubuntu" ? "resolute" : "trixie");
}

const older = (version, than) => {
  const [a, b] = [version, than].map((text) => text.split(".").map(Number));
  const at = a.findIndex((part, i) => part !== (b[i] ?? 0));
  return at >= 0 && a[at] < (b[at] ?? 0);
};

/** An Emscripten that the user has on PATH and that is new enough, else null. */
function usableEmcc() {
  const emcc = which("emcc");
  if (!emcc) return null;
  const home = dirname(realpathSync(emcc));
  const stamp = join(home, "emscripten-version.txt");
  if (!existsSync(stamp)) return null; // a wrapper script, such as a distribution's: cmake could not find its home
  const version = readFileSync(stamp, "utf8")
    .replaceAll('"', "")
    .trim()
    .split(/[-~+ ]/)[0];
  if (older(version, oldestEmcc)) return null;
  return { emcc, emscripten: home, version };
}

function hasChineseFont() {
  return [
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/wqy",
  ].some((path) => existsSync(path));
}

async function installMissing(lacking) {
  if (lacking.length === 0) return;
  if (!isDebian()) throw new Stop(elsewhere(lacking.map((need) => need.name)));
  await install(lacking.map((need) => need.package));
  const left = lacking.filter((need) => !need.there());
  if (left.length > 0)
    throw new Stop(`Still missing after installing: ${left.map((need) => need.name).join(", ")}`);
}

function elsewhere(names) {
  return `Missing: ${names.join(", ")}.
On Debian and Ubuntu (x86-64) this script installs them. Here, please install them yourself and start again:
  Emscripten ${oldestEmcc} or later: git clone https://github.com/emscripten-core/emsdk && emsdk/emsdk install latest && emsdk/emsdk activate latest && . emsdk/emsdk_env.sh
  macOS: brew install cmake ninja llvm eigen googletest python && brew install --cask chromium
  Fedora: dnf install cmake ninja-build gcc-c++ eigen3-devel gtest-devel python3 chromium`;
}

async function checkCmake() {
  const { output } = await run("cmake", ["--version"], { quiet: true });
  const version = output.match(/[\d.]+/)[0];
  if (older(version, oldestCmake))
    throw new Stop(`CMake ${version} is too old: install ${oldestCmake} or later.`);
}

const lockHash = () =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
const lockStamp = join(root, "node_modules/.etx-lock");

function nodeModulesAreCurrent() {
  return existsSync(lockStamp) && readFileSync(lockStamp, "utf8") === lockHash();
}

// Short waits: without a network npm would otherwise try for minutes.
const npmCi = [
  "ci",
  "--no-audit",
  "--no-fund",
  "--fetch-retry-mintimeout=1000",
  "--fetch-retry-maxtimeout=5000",
];

async function installNodeModules() {
  say("installing node_modules (npm ci)");
  await run("npm", npmCi, { quiet: true });
  writeFileSync(lockStamp, lockHash());
}

/** Written only when something changed, so that no build tool sees a newer file for nothing. */
function writeFacts(facts) {
  const text = `${JSON.stringify(facts, null, 2)}\n`;
  if (existsSync(toolchainFile) && readFileSync(toolchainFile, "utf8") === text) return;
  mkdirSync(dirname(toolchainFile), { recursive: true });
  writeFileSync(`${toolchainFile}.new`, text);
  renameSync(`${toolchainFile}.new`, toolchainFile);
}

if (isMain(import.meta)) await main(() => setup({ tests: !process.argv.includes("--build") }));
