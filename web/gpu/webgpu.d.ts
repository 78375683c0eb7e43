/** As much of WebGPU as the backend uses (TypeScript 5.9's DOM does not know it yet). */

interface GPU {
  requestAdapter(options?: { powerPreference?: "high-performance" }): Promise<GPUAdapter | null>;
}
interface GPUAdapter {
  readonly info: { vendor: string; architecture: string; isFallbackAdapter?: boolean };
  readonly isFallbackAdapter?: boolean;
  requestDevice(): Promise<GPUDevice>;
}
interface GPUDevice extends EventTarget {
  readonly lost: Promise<{ reason: string; message: string }>;
  readonly queue: {
    submit(commands: GPUCommandBuffer[]): void;
    writeBuffer(
      buffer: GPUBuffer,
      offset: number,
      data: ArrayBufferView | ArrayBuffer,
      from?: number,
      size?: number,
    ): void;
    onSubmittedWorkDone(): Promise<void>;
  };
  createBuffer(descriptor: { size: number; usage: number }): GPUBuffer;
  createShaderModule(descriptor: { code: string }): GPUShaderModule;
  createBindGroupLayout(descriptor: { entries: object[] }): GPUBindGroupLayout;
  createPipelineLayout(descriptor: { bindGroupLayouts: GPUBindGroupLayout[] }): GPUPipelineLayout;
  createComputePipelineAsync(descriptor: {
    layout: GPUPipelineLayout;
    compute: { module: GPUShaderModule; constants?: Record<string, number> };
  }): Promise<GPUComputePipeline>;
  createBindGroup(descriptor: { layout: GPUBindGroupLayout; entries: object[] }): GPUBindGroup;
  createCommandEncoder(): GPUCommandEncoder;
  pushErrorScope(filter: "out-of-memory" | "validation" | "internal"): void;
  popErrorScope(): Promise<{ message: string } | null>;
  destroy(): void;
}
interface GPUBuffer {
  readonly size: number;
  mapAsync(mode: number, offset?: number, size?: number): Promise<void>;
  getMappedRange(offset?: number, size?: number): ArrayBuffer;
  unmap(): void;
  destroy(): void;
}
interface GPUCommandEncoder {
  beginComputePass(): GPUComputePassEncoder;
  copyBufferToBuffer(
    from: GPUBuffer,
    fromOffset: number,
    to: GPUBuffer,
    toOffset: number,
    size: number,
  ): void;
  finish(): GPUCommandBuffer;
}
interface GPUComputePassEncoder {
  setPipeline(pipeline: GPUComputePipeline): void;
  setBindGroup(index: number, group: GPUBindGroup): void;
  dispatchWorkgroups(x: number, y?: number): void;
  end(): void;
}
interface GPUShaderModule {
  getCompilationInfo(): Promise<{ messages: { type: string; message: string; lineNum: number }[] }>;
}
type GPUCommandBuffer = object;
type GPUBindGroup = object;
type GPUBindGroupLayout = object;
type GPUPipelineLayout = object;
type GPUComputePipeline = object;

interface Navigator {
  readonly gpu?: GPU;
}

declare module "*.wgsl?raw" {
  const code: string;
  export default code;
}
