/** A GPU that is there, that computes right, and that may be lost at any moment. */
import attention from "./attention.wgsl?raw";
import { Unfit } from "./backend.ts";
import product from "./product.wgsl?raw";
import reduce from "./reduce.wgsl?raw";
import turn from "./turn.wgsl?raw";

const kernels = { product: reduce + product, turn: reduce + turn, attention };
export type Kernel = keyof typeof kernels;
/** What reduce.wgsl leaves open. */
export interface Variant {
  weighed: boolean;
  root: boolean;
}

const usage = { mapRead: 1, copySource: 4, copyTarget: 8, uniform: 64, storage: 128 };
const compute = 4; // GPUShaderStage.COMPUTE
/** Milliseconds for an adapter, and for its device: a GPU's process may have to start. */
const patience = 10_000;

/** Buffers were asked for and not given: the caller tries again with less. */
export class OutOfMemory extends Error {
  override name = "OutOfMemory";
}

export interface Dispatch {
  kernel: Kernel;
  variant?: Variant;
  /** Words of the kernel's Shape. */
  shape: readonly number[];
  /** Bindings 1, 2 and 3. */
  inputs: readonly (Float32Array | Uint32Array)[];
  groups: readonly [number, number];
  /** Numbers that come back. */
  results: number;
}

/** What the browser was asked for; a GPU's process that hangs must not hold up who could do without. */
async function soon<T>(what: string, asked: T | Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const reason = `the browser was asked for a WebGPU ${what} and does not answer`;
    timer = setTimeout(() => reject(new Unfit(reason)), patience);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

export class Device {
  readonly #device: GPUDevice;
  readonly #pipelines = new Map<string, Promise<GPUComputePipeline>>();
  readonly #layout: GPUBindGroupLayout;
  #lost: string | undefined;
  /** Resolves when it is lost. */
  readonly gone: Promise<void>;
  /** Milliseconds of its shortest run so far: what any run costs beside its work. */
  latency = Number.POSITIVE_INFINITY;
  /** What it calls itself. */
  readonly name: string;
  /** A program that plays a GPU: right, but never faster than wasm. */
  readonly software: boolean;

  private constructor(device: GPUDevice, adapter: GPUAdapter) {
    this.#device = device;
    const { vendor, architecture } = adapter.info;
    this.name = [vendor, architecture].filter(Boolean).join(" ");
    this.software =
      (adapter.info.isFallbackAdapter ?? adapter.isFallbackAdapter ?? false) ||
      architecture === "swiftshader";
    this.gone = device.lost.then(({ message }) => {
      this.#lost = message || "no reason was given";
    });
    const buffer = (binding: number, type: string): object => ({
      binding,
      visibility: compute,
      buffer: { type },
    });
    const input = "read-only-storage";
    this.#layout = device.createBindGroupLayout({
      entries: [
        buffer(0, "uniform"),
        buffer(1, input),
        buffer(2, input),
        buffer(3, input),
        buffer(4, "storage"),
      ],
    });
  }

  /** Throws Unfit where there is none. */
  static async open(): Promise<Device> {
    const asked = globalThis.navigator?.gpu?.requestAdapter({
      powerPreference: "high-performance",
    });
    const adapter = await soon("adapter", asked);
    if (!adapter) throw new Unfit("this browser gives no WebGPU adapter");
    try {
      return new Device(await soon("device", adapter.requestDevice()), adapter);
    } catch (error) {
      if (error instanceof Unfit) throw error;
      throw new Unfit(`the WebGPU adapter gives no device: ${(error as Error).message}`);
    }
  }

  get lost(): boolean {
    return this.#lost !== undefined;
  }

  destroy(): void {
    this.#device.destroy();
  }

  /** Runs a kernel and reads its cells back. Rejects with OutOfMemory, with Unfit, or with any error where it is lost. */
  async run({ kernel, variant, shape, inputs, groups, results }: Dispatch): Promise<Float32Array> {
    const device = this.#device;
    const pipeline = await this.#pipeline(kernel, variant);
    const begun = performance.now();
    const buffers: GPUBuffer[] = [];
    const make = (bytes: number, use: number): GPUBuffer => {
      const buffer = device.createBuffer({
        size: Math.max(16, Math.ceil(bytes / 16) * 16),
        usage: use,
      });
      buffers.push(buffer);
      return buffer;
    };
    try {
      device.pushErrorScope("validation");
      device.pushErrorScope("out-of-memory");
      const uniform = make(4 * shape.length, usage.uniform | usage.copyTarget);
      device.queue.writeBuffer(uniform, 0, new Uint32Array(shape));
      const bound = inputs.map((data) => {
        const buffer = make(data.byteLength, usage.storage | usage.copyTarget);
        device.queue.writeBuffer(buffer, 0, data);
        return buffer;
      });
      const bytes = 4 * results;
      const out = make(bytes, usage.storage | usage.copySource);
      const staging = make(bytes, usage.mapRead | usage.copyTarget);
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(
        0,
        device.createBindGroup({
          layout: this.#layout,
          entries: [uniform, ...bound, out].map((buffer, binding) => ({
            binding,
            resource: { buffer },
          })),
        }),
      );
      pass.dispatchWorkgroups(...groups);
      pass.end();
      encoder.copyBufferToBuffer(out, 0, staging, 0, bytes);
      device.queue.submit([encoder.finish()]);
      const scopes = [device.popErrorScope(), device.popErrorScope()];
      const [memory, validation] = await Promise.all(scopes);
      if (this.#lost !== undefined) throw new Error(this.#lost);
      if (memory) throw new OutOfMemory(memory.message);
      if (validation) throw new Unfit(`the GPU refused the work: ${validation.message}`);
      await staging.mapAsync(1, 0, bytes);
      const answer = new Float32Array(staging.getMappedRange(0, bytes).slice(0));
      this.latency = Math.min(this.latency, performance.now() - begun);
      return answer;
    } finally {
      for (const buffer of buffers) buffer.destroy();
    }
  }

  #pipeline(kernel: Kernel, variant: Variant | undefined): Promise<GPUComputePipeline> {
    const key = `${kernel} ${variant?.weighed} ${variant?.root}`;
    const known = this.#pipelines.get(key);
    if (known) return known;
    const module = this.#device.createShaderModule({ code: kernels[kernel] });
    const layout = this.#device.createPipelineLayout({ bindGroupLayouts: [this.#layout] });
    const constants = variant && {
      weighed: Number(variant.weighed),
      root: Number(variant.root),
    };
    const made = this.#device
      .createComputePipelineAsync({ layout, compute: { module, ...(constants && { constants }) } })
      .catch(async (error: Error) => {
        const { messages } = await module.getCompilationInfo();
        const said = messages.map(({ lineNum, message }) => `line ${lineNum}: ${message}`);
        throw new Unfit(`the GPU's shader was refused: ${[error.message, ...said].join("; ")}`);
      });
    this.#pipelines.set(key, made);
    return made;
  }
}
