import { expect, test } from "vitest";
import { webm } from "../../../web/files/webm.ts";

interface Node {
  id: number;
  /** Where the element begins, and its body. */
  at: number;
  body: Uint8Array;
  children: Node[];
}

const masters = new Set([
  0x1a45dfa3, 0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x1c53bb6b, 0xbb, 0xb7, 0x1f43b675,
]);

/** EBML (RFC 8794): an id whose leading zeros say how long it is, a size alike, a body. */
function read(bytes: Uint8Array, offset = 0): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  const vint = (keepMarker: boolean): number => {
    const length = Math.clz32(bytes[at] as number) - 23;
    let value = keepMarker
      ? (bytes[at] as number)
      : (bytes[at] as number) & ((1 << (8 - length)) - 1);
    for (let i = 1; i < length; i++) value = value * 256 + (bytes[at + i] as number);
    at += length;
    return value;
  };
  while (at < bytes.length) {
    const begin = at;
    const id = vint(true);
    const size = vint(false);
    const body = bytes.subarray(at, at + size);
    expect(body.length).toBe(size);
    nodes.push({
      id,
      at: offset + begin,
      body,
      children: masters.has(id) ? read(body, offset + at) : [],
    });
    at += size;
  }
  return nodes;
}

const number = (node: Node | undefined): number =>
  [...(node?.body ?? [])].reduce((value, byte) => value * 256 + byte, 0);
const ascii = (node: Node | undefined): string => new TextDecoder().decode(node?.body);
const find = (node: Node | undefined, ...ids: number[]): Node | undefined =>
  ids.reduce<Node | undefined>((at, id) => at?.children.find((one) => one.id === id), node);

test("every frame stands at its time, in clusters that begin with key frames and that the cues name", async () => {
  const frames = Array.from({ length: 120 }, (_, i) => ({
    data: Uint8Array.from({ length: 3 + (i % 7) }, (_, j) => i + j),
    key: i % 50 === 0,
  }));
  const film = webm({ codec: "VP9", width: 640, height: 480, millisecondsPerFrame: 40, frames });
  expect(film.type).toBe("video/webm");
  const bytes = new Uint8Array(await film.arrayBuffer());
  const [header, segment, ...rest] = read(bytes);
  expect(rest).toEqual([]);
  expect(ascii(find(header, 0x4282))).toBe("webm");
  expect(number(find(segment, 0x1549a966, 0x2ad7b1))).toBe(1_000_000);
  const duration = find(segment, 0x1549a966, 0x4489)?.body.slice() as Uint8Array;
  expect(new DataView(duration.buffer).getFloat64(0)).toBe(120 * 40);
  const track = find(segment, 0x1654ae6b, 0xae);
  expect(ascii(find(track, 0x86))).toBe("V_VP9");
  expect([number(find(track, 0xe0, 0xb0)), number(find(track, 0xe0, 0xba))]).toEqual([640, 480]);
  expect(number(find(track, 0x23e383))).toBe(40_000_000);

  const clusters = segment?.children.filter(({ id }) => id === 0x1f43b675) ?? [];
  expect(clusters).toHaveLength(3);
  const blocks = clusters.flatMap((cluster) =>
    cluster.children
      .filter(({ id }) => id === 0xa3)
      .map(({ body }, i) => {
        const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
        expect(view.getUint8(0)).toBe(0x81);
        expect(Boolean(view.getUint8(3) & 0x80)).toBe(i === 0);
        return {
          time: number(find(cluster, 0xe7)) + view.getInt16(1),
          data: body.slice(4),
        };
      }),
  );
  expect(blocks.map(({ time }) => time)).toEqual(frames.map((_, i) => i * 40));
  expect(blocks.map(({ data }) => data)).toEqual(frames.map(({ data }) => data));

  const start = (segment?.at ?? 0) + 12; // behind its id and its size
  const cues = find(segment, 0x1c53bb6b)?.children ?? [];
  expect(cues.map((cue) => number(find(cue, 0xb7, 0xf1)) + start)).toEqual(
    clusters.map(({ at }) => at),
  );
  expect(cues.map((cue) => number(find(cue, 0xb3)))).toEqual([0, 2000, 4000]);
});

test("a cluster ends before its blocks' 16-bit times do", async () => {
  const frames = Array.from({ length: 900 }, (_, i) => ({
    data: new Uint8Array(1),
    key: i === 0,
  }));
  const film = webm({ codec: "VP8", width: 2, height: 2, millisecondsPerFrame: 40, frames });
  const [, segment] = read(new Uint8Array(await film.arrayBuffer()));
  const clusters = segment?.children.filter(({ id }) => id === 0x1f43b675) ?? [];
  expect(clusters.map((cluster) => number(find(cluster, 0xe7)))).toEqual([0, 30_040]);
});
