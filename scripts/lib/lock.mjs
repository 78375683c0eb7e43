// A lock file: holds the owner's process id, and its date is renewed while the owner lives.
// Nothing is broken if two owners ever meet (all work is done aside and renamed), only done twice.
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { say } from "./util.mjs";

const beat = 5_000;
const silence = 60_000; // also catches a reused process id, or an owner on another machine

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function stale(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > silence) return true;
    process.kill(Number(readFileSync(file, "utf8")), 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

/** `what` is for the one who waits: "another build is running". */
export async function withLock(file, what, job) {
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; ; await sleep(500)) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (stale(file)) rmSync(file, { force: true });
    else if (!told) {
      say(`another ${what} is running: waiting for it`);
      told = true;
    }
  }
  const release = () => rmSync(file, { force: true });
  const timer = setInterval(() => utimesSync(file, new Date(), new Date()), beat);
  process.on("exit", release);
  try {
    return await job();
  } finally {
    clearInterval(timer);
    process.off("exit", release);
    release();
  }
}
