/**
 * Writes a silent WebM film from encoded frames of equal duration (RFC 9559, and the WebM project's subset of it): one
 * track, a cluster from each key frame on, and cues, so that players can jump.
 */

export interface Film {
  codec: "VP8" | "VP9";
  width: number;
  height: number;
  /** Whole, so that the film is even. */
  millisecondsPerFrame: number;
  /** The first is a key frame. */
  frames: readonly { data: Uint8Array; key: boolean }[];
}

const id = {
  header: 0x1a45dfa3,
  headerVersion: 0x4286,
  headerReadVersion: 0x42f7,
  longestId: 0x42f2,
  longestSize: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  lacing: 0x9c,
  codec: 0x86,
  frameDuration: 0x23e383,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cuePositions: 0xb7,
  cueTrack: 0xf7,
  cueCluster: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
};

const nanosecondsPerMillisecond = 1_000_000;
/** A block's time is a signed 16-bit number of milliseconds from its cluster's. */
const longestCluster = 30_000;

export function webm({ codec, width, height, millisecondsPerFrame, frames }: Film): Blob {
  const clusters = clustersOf(frames, millisecondsPerFrame);
  const info = master(
    id.info,
    uint(id.timestampScale, nanosecondsPerMillisecond),
    float(id.duration, frames.length * millisecondsPerFrame),
    text(id.muxingApp, "etX"),
    text(id.writingApp, "etX"),
  );
  const tracks = master(
    id.tracks,
    master(
      id.trackEntry,
      uint(id.trackNumber, 1),
      uint(id.trackUid, 1),
      uint(id.trackType, 1), // video
      uint(id.lacing, 0),
      text(id.codec, `V_${codec}`),
      uint(id.frameDuration, millisecondsPerFrame * nanosecondsPerMillisecond),
      master(id.video, uint(id.pixelWidth, width), uint(id.pixelHeight, height)),
    ),
  );
  // Cues hold where clusters begin, counted from the segment's first byte; all have the same size wherever that is.
  const cuesAt = (first: number): Part => {
    let at = first;
    const points = clusters.map(({ time, part }) => {
      const point = master(
        id.cuePoint,
        uint(id.cueTime, time),
        master(id.cuePositions, uint(id.cueTrack, 1), uint(id.cueCluster, at)),
      );
      at += part.size;
      return point;
    });
    return master(id.cues, ...points);
  };
  const cues = cuesAt(info.size + tracks.size + cuesAt(0).size);
  const header = master(
    id.header,
    uint(id.headerVersion, 1),
    uint(id.headerReadVersion, 1),
    uint(id.longestId, 4),
    uint(id.longestSize, 8),
    text(id.docType, "webm"),
    uint(id.docTypeVersion, 4),
    uint(id.docTypeReadVersion, 2),
  );
  const segment = master(id.segment, info, tracks, cues, ...clusters.map(({ part }) => part));
  return new Blob([...header.bytes, ...segment.bytes] as BlobPart[], { type: "video/webm" });
}

function clustersOf(frames: Film["frames"], milliseconds: number): { time: number; part: Part }[] {
  const groups: { time: number; blocks: Part[] }[] = [];
  frames.forEach(({ data, key }, i) => {
    const time = i * milliseconds;
    let group = groups.at(-1);
    if (!group || key || time - group.time > longestCluster) {
      group = { time, blocks: [] };
      groups.push(group);
    }
    const head = new Uint8Array(4);
    head[0] = 0x81; // track 1
    new DataView(head.buffer).setInt16(1, time - group.time);
    head[3] = key ? 0x80 : 0;
    group.blocks.push(element(id.simpleBlock, head, data));
  });
  return groups.map(({ time, blocks }) => ({
    time,
    part: master(id.cluster, uint(id.timestamp, time), ...blocks),
  }));
}

/** An element's bytes, not yet joined: frames are not copied until the file is. */
interface Part {
  bytes: Uint8Array[];
  size: number;
}

function element(name: number, ...bytes: Uint8Array[]): Part {
  const body = bytes.reduce((sum, { length }) => sum + length, 0);
  const head = new Uint8Array([...idBytes(name), ...sizeBytes(body)]);
  return { bytes: [head, ...bytes], size: head.length + body };
}

const master = (name: number, ...parts: Part[]): Part =>
  element(name, ...parts.flatMap(({ bytes }) => bytes));
const text = (name: number, value: string): Part => element(name, new TextEncoder().encode(value));

function uint(name: number, value: number): Part {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return element(name, bytes);
}

function float(name: number, value: number): Part {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(name, bytes);
}

/** An id carries its own length in its first bits. */
function idBytes(name: number): number[] {
  const bytes = [name >>> 24, (name >>> 16) & 0xff, (name >>> 8) & 0xff, name & 0xff];
  return bytes.slice(bytes.findIndex((byte) => byte > 0));
}

/** A length as 8 bytes, the first of which says that there are 8. */
function sizeBytes(size: number): number[] {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(size));
  bytes[0] = 0x01;
  return [...bytes];
}
