// The machine's own package sources and packages, on Debian and its kin.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run, Stop, say, which } from "./util.mjs";

export function osRelease() {
  if (!existsSync("/etc/os-release")) return {};
  const lines = readFileSync("/etc/os-release", "utf8").matchAll(/^(\w+)="?([^"\n]*)"?$/gm);
  return Object.fromEntries([...lines].map((line) => [line[1], line[2]]));
}

export function isDebian() {
  const { ID, ID_LIKE = "" } = osRelease();
  return (
    process.arch === "x64" &&
    [ID, ...ID_LIKE.split(" ")].includes("debian") &&
    which("apt-get") !== null
  );
}

/** The first entry of this machine's main archive, with its suite exchanged: { kind: "sources" | "list", text }. */
export function debianSource(suite, etc = "/etc/apt", codename = osRelease().VERSION_CODENAME) {
  const parts = join(etc, "sources.list.d");
  const names = existsSync(parts)
    ? readdirSync(parts)
        .sort()
        .map((name) => join(parts, name))
    : [];
  for (const file of [join(etc, "sources.list"), ...names]) {
    if (!existsSync(file)) continue;
    const text = readFileSync(file, "utf8");
    const found = file.endsWith(".sources")
      ? fromStanzas(text, codename, suite)
      : file.endsWith(".list")
        ? fromLines(text, codename, suite)
        : null;
    if (found) return found;
  }
  throw new Stop(
    `No entry for the suite "${codename}" was found in ${etc}/sources.list or ${etc}/sources.list.d.`,
  );
}

function fromStanzas(text, codename, suite) {
  for (const stanza of text.split(/\n\s*\n/)) {
    const lines = stanza.split("\n").filter((line) => line.trim() && !line.startsWith("#"));
    const field = (name) =>
      lines.find((line) => line.toLowerCase().startsWith(`${name}:`))?.split(/:\s*/)[1] ?? "";
    if (!/\bdeb\b/.test(field("types")) || /^no/i.test(field("enabled"))) continue;
    if (!field("suites").split(/\s+/).includes(codename)) continue;
    const changed = lines.map((line) =>
      /^suites:/i.test(line) ? `Suites: ${suite}` : /^types:/i.test(line) ? "Types: deb" : line,
    );
    return { kind: "sources", text: `${changed.join("\n")}\n` };
  }
  return null;
}

function fromLines(text, codename, suite) {
  for (const line of text.split("\n")) {
    const parts = line.match(/^\s*deb\s+(\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s+(.+)$/);
    if (parts?.[3] !== codename) continue;
    return { kind: "list", text: `deb ${parts[1] ?? ""}${parts[2]} ${suite} ${parts[4]}\n` };
  }
  return null;
}

/** Installs packages with apt-get, as root or by sudo; stops with the words to type where it may not. */
export async function install(packages) {
  const words = `sudo apt-get update && sudo apt-get install --yes --no-install-recommends ${packages.join(" ")}`;
  const root = process.getuid() === 0;
  if (!root && !which("sudo")) {
    throw new Stop(
      `These packages are missing, and this user may not install them. Type as root:\n  ${words.replaceAll("sudo ", "")}`,
    );
  }
  const apt = (...args) => {
    const command = [
      "env",
      "DEBIAN_FRONTEND=noninteractive",
      "apt-get",
      "-o",
      "Acquire::Retries=3",
      ...args,
    ];
    // sudo may ask for its password where there is someone to ask.
    if (!root) command.unshift("sudo", ...(process.stdin.isTTY ? [] : ["--non-interactive"]));
    return run(command[0], command.slice(1), {
      quiet: true,
      stdio: [root ? "ignore" : "inherit", "pipe", "pipe"],
    });
  };
  say(`installing ${packages.join(", ")} (a minute or two)`);
  try {
    await apt("update");
    await apt("install", "--yes", "--no-install-recommends", ...packages);
  } catch (error) {
    throw new Stop(
      `${error.message}\nInstalling failed. If it was interrupted earlier, \`sudo dpkg --configure -a\` mends it. Otherwise type:\n  ${words}`,
    );
  }
}
