/** Writes a ZIP archive whose files are stored as they are: PNG frames would not get smaller. (APPNOTE 6.3.10, without ZIP64.) */
import { EtxError } from "../model/error.ts";

export interface ZipFile {
  name: string;
  data: Uint8Array;
}

const mostFiles = 0xffff;
const mostBytes = 0xffff_ffff;
/** 1 January 1980, the format's first day: the same files make the same archive. */
const firstDay = (1 << 5) | 1;
const utf8Names = 1 << 11;
const version = 20;

export function zip(files: readonly ZipFile[]): Uint8Array<ArrayBuffer> {
  if (files.length > mostFiles)
    throw new EtxError("too-large", `files: ${files.length}; a ZIP archive holds ${mostFiles}`);
  const entries = files.map(({ name, data }) => ({
    name: new TextEncoder().encode(name),
    data,
    crc: crc32(data),
  }));
  const local = entries.reduce((sum, { name, data }) => sum + 30 + name.length + data.length, 0);
  const directory = entries.reduce((sum, { name }) => sum + 46 + name.length, 0);
  const size = local + directory + 22;
  if (size > mostBytes)
    throw new EtxError("too-large", `files: ${size} bytes; a ZIP archive holds ${mostBytes}`);

  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const u16 = (...values: number[]): void => {
    for (const value of values) {
      view.setUint16(at, value, true);
      at += 2;
    }
  };
  const u32 = (...values: number[]): void => {
    for (const value of values) {
      view.setUint32(at, value, true);
      at += 4;
    }
  };
  const raw = (data: Uint8Array): void => {
    bytes.set(data, at);
    at += data.length;
  };
  /** What a local header and its entry in the directory share. */
  const header = ({ name, data, crc }: (typeof entries)[number]): void => {
    u16(version, utf8Names, 0, 0, firstDay);
    u32(crc, data.length, data.length);
    u16(name.length, 0);
  };

  const starts = entries.map((entry) => {
    const start = at;
    u32(0x04034b50);
    header(entry);
    raw(entry.name);
    raw(entry.data);
    return start;
  });
  entries.forEach((entry, i) => {
    u32(0x02014b50);
    u16(version);
    header(entry);
    u16(0, 0, 0); // no comment, first disk, no attributes
    u32(0, starts[i] as number);
    raw(entry.name);
  });
  u32(0x06054b50);
  u16(0, 0, entries.length, entries.length);
  u32(directory, local);
  u16(0);
  return bytes;
}

/** The CRC of IEEE 802.3, reflected, polynomial 0xedb88320. */
export function crc32(data: Uint8Array): number {
  let crc = ~0;
  for (let i = 0; i < data.length; i++)
    crc = (table[(crc ^ (data[i] as number)) & 0xff] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});
