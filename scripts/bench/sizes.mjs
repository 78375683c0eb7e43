/** What a visitor loads, gzipped as servers send it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { print, root } from "./built.mjs";

export function sizes() {
  const rows = ["dist", "site"].flatMap((folder) =>
    files(`${root}${folder}`)
      .filter((file) => /\.(js|wasm|css|html)$/.test(file))
      .map((file) => {
        const bytes = readFileSync(file);
        return [
          file.slice(root.length),
          kilobytes(bytes.length),
          kilobytes(gzipSync(bytes, { level: 9 }).length),
        ];
      }),
  );
  print("Bytes (kB)", ["file", "raw", "gzip"], rows);
}

const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

function files(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "types" ? [] : files(path);
    return [path];
  });
}
