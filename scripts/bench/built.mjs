import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A benchmark of stale files would mislead. */
export async function ensureBuilt() {
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Every table that was printed, by the section it was printed in. */
export const tables = [];
let section = "";

export function begin(name) {
  section = name;
}

/** Rows of text under a title, columns aligned; the first column to the left. */
export function print(title, header, rows) {
  tables.push({ section, title, header, rows });
  const lines = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_, i) => Math.max(...lines.map((line) => line[i].length)));
  console.log(`\n${title}`);
  for (const line of lines) {
    console.log(
      `  ${line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  ")}`,
    );
  }
}
