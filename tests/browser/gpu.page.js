/** Runs one compute shader and puts its numbers where the test finds them; null where there is no adapter. */
const count = 1024;
const code = `
  @group(0) @binding(0) var<storage, read_write> out: array<u32>;
  @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
    out[id.x] = id.x * id.x * 2654435761u + 12345u; // wraps, as u32 must
  }`;

async function compute() {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) return null;
  const device = await adapter.requestDevice();
  const pipeline = await device.createComputePipelineAsync({
    layout: "auto",
    compute: { module: device.createShaderModule({ code }) },
  });
  const { STORAGE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
  const out = device.createBuffer({ size: 4 * count, usage: STORAGE | COPY_SRC });
  const staging = device.createBuffer({ size: 4 * count, usage: MAP_READ | COPY_DST });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  const entries = [{ binding: 0, resource: { buffer: out } }];
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(count / 64);
  pass.end();
  encoder.copyBufferToBuffer(out, 0, staging, 0, 4 * count);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const values = [...new Uint32Array(staging.getMappedRange())];
  return { architecture: adapter.info.architecture, values };
}

globalThis.computed = compute();
