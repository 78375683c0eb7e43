/**
 * A figure's animation as a file. A twin of the figure, off screen and on a bench of its own, draws the documents one by
 * one, so that every frame is whole and on time however long it takes, and the reader's own figure stays as it is.
 */
import { serialize } from "../charts/export.ts";
import { drawOn, pngOf } from "../charts/pixels.ts";
import { lightTokens } from "../charts/style.ts";
import { type Film, webm } from "../files/webm.ts";
import { type ZipFile, zip } from "../files/zip.ts";
import { EtxError } from "../model/error.ts";
import type { Experiment, FigureKind } from "../model/types.ts";
import { Bench } from "./bench.ts";

type EtxFigure = HTMLElementTagNameMap["etx-figure"];

export type FilmFormat = "webm" | "png";

export interface FilmOptions {
  kind: FigureKind;
  /** A document a frame. */
  frames: readonly Experiment[];
  millisecondsPerFrame: number;
  format: FilmFormat;
  signal: AbortSignal;
  onProgress(done: number): void;
}

/** Pixels of the film a pixel of the figure. */
const scale = 2;
/** Frames between key frames: how finely a player can jump. */
const keyEvery = 50;
/** Line art on plain paper needs little. */
const bitsPerPixel = 0.12;

export async function film(figure: EtxFigure, options: FilmOptions): Promise<Blob> {
  const { frames, signal, onProgress } = options;
  const first = frames[0];
  if (!first) throw new EtxError("range", "frames: there are none to film");
  const tokens = tokensOf(figure);
  const twin = twinOf(figure, options.kind, first);
  try {
    const chart = await chartOf(twin, signal);
    const canvas = document.createElement("canvas");
    // Video encoders halve the colours' resolution: even numbers of pixels.
    canvas.width = 2 * Math.round((Number(chart.getAttribute("width")) * scale) / 2);
    canvas.height = 2 * Math.round((Number(chart.getAttribute("height")) * scale) / 2);
    const camera = await (options.format === "webm" ? videoCamera : pngCamera)(canvas, options);
    try {
      for (const [i, frame] of frames.entries()) {
        await drawn(twin, options.kind, frame);
        await drawOn(canvas, serialize(chart, tokens));
        signal.throwIfAborted();
        await camera.shoot(i);
        onProgress(i + 1);
      }
      return await camera.develop();
    } finally {
      camera.close();
    }
  } finally {
    twin.bench.release();
    twin.remove();
  }
}

function twinOf(figure: EtxFigure, kind: FigureKind, first: Experiment): EtxFigure {
  const twin = document.createElement("etx-figure");
  twin.nested = true;
  twin.inert = true;
  twin.controls = "none";
  twin.figure = kind;
  twin.lang = figure.language;
  twin.bench = new Bench(first);
  const width = figure.renderRoot.querySelector(".chart")?.clientWidth ?? 0;
  Object.assign(twin.style, { position: "fixed", left: "-10000px", top: "0", width: `${width}px` });
  figure.renderRoot.append(twin);
  twin.bench.acquire(); // it is never on screen, so nobody else asks for pictures
  return twin;
}

/** The colours that the reader sees: a computed token still says light-dark(), but a colour made of it is one. */
function tokensOf(figure: EtxFigure): Record<string, string> {
  const probe = document.createElement("span");
  figure.renderRoot.append(probe);
  const seen = getComputedStyle(probe);
  const colors = Object.keys(lightTokens).filter((name) => name !== "sans" && name !== "serif");
  const tokens = colors.map((name) => {
    probe.style.color = `var(--etx-${name})`;
    return [name, seen.color] as const;
  });
  probe.remove();
  return Object.fromEntries(tokens);
}

/** The twin's chart, once it has one. */
async function chartOf(twin: EtxFigure, signal: AbortSignal): Promise<SVGSVGElement> {
  for (;;) {
    signal.throwIfAborted();
    if (twin.bench.error) throw twin.bench.error;
    const chart = twin.renderRoot.querySelector<SVGSVGElement>(".chart > svg");
    if (chart && twin.exportSVG()) return chart;
    await pause(20);
  }
}

/** Resolves when the twin shows all of this document: no drag that would put off what takes long. */
async function drawn(twin: EtxFigure, kind: FigureKind, frame: Experiment): Promise<void> {
  const { bench } = twin;
  bench.commit(frame);
  while (!bench.resting) await pause(2);
  const answer = bench.error ?? bench.picture?.answers.get(kind);
  if (answer instanceof EtxError) throw answer;
  await twin.updateComplete;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Camera {
  shoot(frame: number): Promise<void>;
  develop(): Promise<Blob>;
  close(): void;
}

async function pngCamera(canvas: HTMLCanvasElement): Promise<Camera> {
  const files: ZipFile[] = [];
  return {
    async shoot(frame) {
      const data = new Uint8Array(await (await pngOf(canvas)).arrayBuffer());
      files.push({ name: `frame-${String(frame).padStart(4, "0")}.png`, data });
    },
    develop: async () => new Blob([zip(files)], { type: "application/zip" }),
    close() {},
  };
}

async function videoCamera(
  canvas: HTMLCanvasElement,
  { millisecondsPerFrame }: FilmOptions,
): Promise<Camera> {
  const { width, height } = canvas;
  const { codec, config } = await encoderFor(width, height, millisecondsPerFrame);
  const frames: { data: Uint8Array; key: boolean }[] = [];
  let failure: unknown;
  const encoder = new VideoEncoder({
    output(chunk) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      frames.push({ data, key: chunk.type === "key" });
    },
    error(reason) {
      failure = reason;
    },
  });
  encoder.configure(config);
  const check = (): void => {
    if (failure) throw new EtxError("unsupported", `the film: ${String(failure)}`);
  };
  return {
    async shoot(frame) {
      const timestamp = frame * millisecondsPerFrame * 1000; // microseconds
      const shot = new VideoFrame(canvas, { timestamp, duration: millisecondsPerFrame * 1000 });
      encoder.encode(shot, { keyFrame: frame % keyEvery === 0 });
      shot.close();
      while (encoder.encodeQueueSize > 4 && !failure)
        await new Promise((resolve) =>
          encoder.addEventListener("dequeue", resolve, { once: true }),
        );
      check();
    },
    async develop() {
      await encoder.flush();
      check();
      return webm({ codec, width, height, millisecondsPerFrame, frames });
    },
    close() {
      if (encoder.state !== "closed") encoder.close();
    },
  };
}

/** The best encoder that this browser has. */
async function encoderFor(
  width: number,
  height: number,
  millisecondsPerFrame: number,
): Promise<{ codec: Film["codec"]; config: VideoEncoderConfig }> {
  const framerate = 1000 / millisecondsPerFrame;
  const bitrate = Math.round(width * height * framerate * bitsPerPixel);
  for (const [codec, name] of [
    ["VP9", "vp09.00.51.08"],
    ["VP8", "vp8"],
  ] as const) {
    const config: VideoEncoderConfig = { codec: name, width, height, framerate, bitrate };
    if ((await VideoEncoder.isConfigSupported(config)).supported) return { codec, config };
  }
  throw new EtxError("unsupported", `the film: this browser encodes no ${width} × ${height} WebM`);
}
