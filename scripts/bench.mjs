/**
 * Speed, accuracy and size, measured in one run: etX against peers on the same work, errors against 50-digit answers,
 * frames while an eigenvalue is dragged and while a story plays, and the bytes that a visitor loads. Ratios are what to
 * read; times are this machine's. Nothing here is asserted. --write: the tables of docs/numerics.md are written anew.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { accuracy } from "./bench/accuracy.mjs";
import { begin, ensureBuilt, root, tables } from "./bench/built.mjs";
import { frames } from "./bench/frames.mjs";
import { kernels } from "./bench/kernels.mjs";
import { numbers } from "./bench/numbers.mjs";
import { sizes } from "./bench/sizes.mjs";
import { stories } from "./bench/stories.mjs";
import { structure } from "./bench/structure.mjs";
import { sweeps } from "./bench/sweeps.mjs";

await ensureBuilt();
begin("speed");
await kernels(await numbers());
await structure();
await sweeps();
begin("accuracy");
await accuracy();
begin("");
await frames();
await stories();
sizes();
if (process.argv.includes("--write")) write(`${root}docs/numerics.md`);

/** Between `<!-- table:section -->` and `<!-- end -->` stand the tables of that section. */
function write(file) {
  const text = readFileSync(file, "utf8").replace(
    /(<!-- table:(\w+) -->\n).*?(<!-- end -->)/gs,
    (_, open, section, close) =>
      `${open}\n${tables
        .filter((table) => table.section === section)
        .map(markdown)
        .join("\n")}\n${close}`,
  );
  writeFileSync(file, text);
}

function markdown({ title, header, rows }) {
  const line = (cells) => `| ${cells.join(" | ")} |\n`;
  return `${title}\n\n${line(header)}${line(header.map((_, i) => (i ? "---:" : "---")))}${rows.map(line).join("")}`;
}
