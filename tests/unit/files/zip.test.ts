import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 as zlibCrc } from "node:zlib";
import { expect, test } from "vitest";
import { crc32, zip } from "../../../web/files/zip.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const files = [
  { name: "frame-0000.png", data: Uint8Array.from({ length: 5000 }, (_, i) => (i * i) & 0xff) },
  { name: "空.txt", data: new Uint8Array(0) },
  { name: "b.txt", data: bytes("PK\u0003\u0004 inside") },
];

/** Reads an archive by its directory, as APPNOTE 6.3.10 lays it out. */
function unzip(archive: Uint8Array) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  let at = view.getUint32(end + 16, true);
  expect(at + view.getUint32(end + 12, true)).toBe(end);
  return Array.from({ length: view.getUint16(end + 10, true) }, () => {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    const [crc, size, length] = [16, 20, 28].map((offset) =>
      offset === 28 ? view.getUint16(at + offset, true) : view.getUint32(at + offset, true),
    ) as [number, number, number];
    const local = view.getUint32(at + 42, true);
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + length));
    at += 46 + length;
    expect(view.getUint32(local, true)).toBe(0x04034b50);
    expect(view.getUint32(local + 14, true)).toBe(crc);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    return { name, crc, data: archive.slice(start, start + size) };
  });
}

test("the archive gives back every file, with its CRC", () => {
  const read = unzip(zip(files));
  expect(read.map(({ name, data }) => ({ name, data }))).toEqual(files);
  for (const { crc, data } of read) expect(crc).toBe(zlibCrc(data));
  expect(unzip(zip([]))).toEqual([]);
});

test("the CRC is the one of the standard's check value", () => {
  expect(crc32(bytes("123456789"))).toBe(0xcbf43926);
});

test("another program reads it", () => {
  const folder = mkdtempSync(join(tmpdir(), "etx-zip-"));
  try {
    const path = join(folder, "a.zip");
    writeFileSync(path, zip(files));
    const script =
      "import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print(sum(i.file_size for i in z.infolist()))";
    // Emscripten needs a python3 as well, so there is one wherever this runs.
    const said = execFileSync("python3", ["-c", script, path], { encoding: "utf8" });
    expect(Number(said)).toBe(files.reduce((sum, { data }) => sum + data.length, 0));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("more files than the format counts are refused in words", () => {
  const many = Array.from({ length: 65_536 }, () => ({ name: "a", data: new Uint8Array(0) }));
  expect(() => zip(many)).toThrow("65536");
});
