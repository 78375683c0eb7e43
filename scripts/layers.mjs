// The layering of design.md as a check: no arrow against it, no circle. TypeScript imports in web/, C++ includes.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isMain, main, root, Stop } from "./lib/util.mjs";

// What each layer stands on directly; it may use what those stand on as well.
const web = {
  entry: ["elements", "core"],
  pages: ["entry"],
  elements: ["charts", "core", "model", "files", "locales"],
  core: ["gpu", "files", "model"],
  gpu: ["model"],
  files: ["model"],
  charts: [],
  locales: [],
  model: [],
};
const cpp = {
  wasm: ["attention"],
  bench: ["attention"],
  attention: ["group"],
  group: ["linalg"],
  linalg: [],
};
// Packages of others, where a layer is held to some. (Types of D3 come with it.)
const packages = { charts: /^d3-/, locales: /^$/ };
const glue = "build/glue";

export function checkLayers() {
  const faults = [...check(webGraph(), web), ...check(cppGraph(), cpp)];
  if (faults.length > 0)
    throw new Stop(`Against the layering (docs/architecture.md):\n  ${faults.join("\n  ")}`);
}

/** graph: Map(file -> { layer, uses: [{ file, layer } | { package }] }) */
function check(graph, rules) {
  const faults = [];
  for (const [file, { layer, uses }] of graph) {
    if (!(layer in rules)) {
      faults.push(`${file}: "${layer}" is no layer`);
      continue;
    }
    for (const used of uses) {
      if (used.package !== undefined) {
        if (packages[layer]?.test(used.package) === false)
          faults.push(`${file} uses the package ${used.package}`);
      } else if (used.file.startsWith(glue)) {
        if (layer !== "core")
          faults.push(`${file} uses the wasm glue, which is for web/core alone`);
      } else if (used.layer !== layer && !below(layer, rules).has(used.layer)) {
        faults.push(`${file} uses ${used.file}: ${layer} does not stand on ${used.layer}`);
      }
    }
  }
  return [...faults, ...circles(graph)];
}

function below(layer, rules, seen = new Set()) {
  for (const next of rules[layer]) {
    if (!seen.has(next)) below(next, rules, seen.add(next));
  }
  return seen;
}

function circles(graph) {
  const faults = [];
  const done = new Set();
  const visit = (file, path) => {
    const at = path.indexOf(file);
    if (at >= 0) faults.push(`a circle: ${[...path.slice(at), file].join(" -> ")}`);
    if (at >= 0 || done.has(file)) return;
    for (const used of graph.get(file)?.uses ?? [])
      if (used.file) visit(used.file, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return faults;
}

function filesBelow(dir, pattern) {
  return readdirSync(join(root, dir), { recursive: true })
    .filter((name) => pattern.test(name))
    .map((name) => join(dir, name));
}

function webGraph() {
  const imports = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)"([^"]+)"/g;
  const graph = new Map();
  const layerOf = (file) => (file.split("/").length > 2 ? file.split("/")[1] : "entry");
  for (const file of filesBelow("web", /(?<!\.d)\.ts$/)) {
    const uses = [];
    for (const [, name] of readFileSync(join(root, file), "utf8").matchAll(imports)) {
      if (/^[a-z@][\w@/.-]*$/.test(name)) uses.push({ package: name });
      if (!name.startsWith(".")) continue;
      const target = relative(root, resolve(root, dirname(file), name.replace(/\?.*$/, "")));
      const exact = [
        target,
        `${target}.ts`,
        target.replace(/\.js$/, ".ts"),
        `${target}/index.ts`,
      ].find((path) => /\.\w+$/.test(path) && existsSync(join(root, path)));
      uses.push({ file: exact ?? target, layer: layerOf(exact ?? target) });
    }
    graph.set(file, { layer: layerOf(file), uses });
  }
  return graph;
}

function cppGraph() {
  const graph = new Map();
  const layerOf = (file) => (file.startsWith("wasm/") ? "wasm" : file.split("/")[1]);
  for (const file of [...filesBelow("cpp", /\.[ch]pp$/), ...filesBelow("wasm", /\.[ch]pp$/)]) {
    const uses = [];
    for (const [, name] of readFileSync(join(root, file), "utf8").matchAll(
      /^\s*#\s*include\s+"([^"]+)"/gm,
    )) {
      const found = [join("cpp", name), join(dirname(file), name)].find((path) =>
        existsSync(join(root, path)),
      );
      if (found) uses.push({ file: found, layer: layerOf(found) });
    }
    graph.set(file, { layer: layerOf(file), uses });
  }
  return graph;
}

if (isMain(import.meta)) await main(() => checkLayers());
