/** A picture of at most 256 colours as a PNG in a data: URL, without a canvas, so that a figure draws in Node as it does on a page. */

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** indices: row by row; palette: red, green, blue of each index. */
export function pngUrl(
  width: number,
  height: number,
  indices: Uint8Array,
  palette: Uint8Array,
): string {
  const rows = new Uint8Array(height * (width + 1)); // each after a byte that says "no filter"
  for (let row = 0; row < height; row++)
    rows.set(indices.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits, palette
  const bytes = join([
    Uint8Array.from(signature),
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", stored(rows)),
    chunk("IEND", new Uint8Array(0)),
  ]);
  let text = "";
  // `apply`, because spreading takes ten times as long as all the rest.
  for (let at = 0; at < bytes.length; at += 0x2000)
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + 0x2000) as never);
  return `data:image/png;base64,${btoa(text)}`;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + data.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) out[4 + i] = type.charCodeAt(i);
  out.set(data, 8);
  view.setUint32(8 + data.length, crc(out.subarray(4, 8 + data.length)));
  return out;
}

/** zlib's format in blocks that are not compressed. */
function stored(data: Uint8Array): Uint8Array {
  const most = 0xffff;
  const blocks = Math.max(1, Math.ceil(data.length / most));
  const out = new Uint8Array(2 + 5 * blocks + data.length + 4);
  const view = new DataView(out.buffer);
  out.set([0x78, 0x01]);
  let at = 2;
  for (let block = 0; block < blocks; block++) {
    const part = data.subarray(block * most, (block + 1) * most);
    out[at] = Number(block === blocks - 1);
    view.setUint16(at + 1, part.length, true);
    view.setUint16(at + 3, ~part.length & 0xffff, true);
    out.set(part, at + 5);
    at += 5 + part.length;
  }
  view.setUint32(at, adler(data));
  return out;
}

function adler(data: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let at = 0; at < data.length; ) {
    // For so many bytes the sums stay exact without a remainder.
    const end = Math.min(data.length, at + 5552);
    for (; at < end; at++) {
      a += data[at] as number;
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return ((b << 16) | a) >>> 0;
}

const remainders = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc(data: Uint8Array): number {
  let c = 0xffffffff;
  for (let i = 0; i < data.length; i++)
    c = (remainders[(c ^ (data[i] as number)) & 0xff] as number) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
