/** What the GPU bench measures, on a page: the device's own limits, then one sweep by each kernel and on wasm. */
import { startWorkshop } from "../../web/core/engine.ts";
import { finish } from "../../web/core/jobs.ts";
import { wasmUrls } from "../../web/core/urls.ts";
import { Device } from "../../web/gpu/device.ts";
import { Gpu } from "../../web/gpu/gpu.ts";
import { checkPhases } from "../../web/gpu/self-test.ts";
import { GpuSweep } from "../../web/gpu/sweep.ts";

/** The least of a few rounds, in milliseconds. */
async function least(work, rounds = 5) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** GFLOP/s of multiply-adds in registers: eight sums of four a thread. */
async function flops(device, turns) {
  const [threads, groups] = [64, 256];
  const sums = Array.from({ length: 8 }, (_, i) => i);
  const code = `
    @group(0) @binding(0) var<storage, read_write> out: array<vec4f>;
    @compute @workgroup_size(${threads}) fn main(@builtin(global_invocation_id) id: vec3u) {
      let x = vec4f(f32(id.x) * 1e-9);
      ${sums.map((i) => `var s${i} = vec4f(${i}.0);`).join("\n")}
      for (var i = 0u; i < ${turns}u; i++) { ${sums.map((i) => `s${i} = fma(s${i}, x, x);`).join(" ")} }
      out[id.x] = ${sums.map((i) => `s${i}`).join(" + ")};
    }`;
  const pipeline = await device.createComputePipelineAsync({
    layout: "auto",
    compute: { module: device.createShaderModule({ code }) },
  });
  const usage = GPUBufferUsage.STORAGE;
  const out = device.createBuffer({ size: 16 * threads * groups, usage });
  const group = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [{ binding: 0, resource: { buffer: out } }],
  });
  const time = await least(() => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(groups);
    pass.end();
    device.queue.submit([encoder.finish()]);
    return device.queue.onSubmittedWorkDone();
  });
  out.destroy();
  return (2 * 4 * sums.length * turns * threads * groups) / time / 1e6;
}

/** GB/s read and written by a copy. */
async function copied(device, bytes = 2 ** 26) {
  const [from, to] = [GPUBufferUsage.COPY_SRC, GPUBufferUsage.COPY_DST].map((usage) =>
    device.createBuffer({ size: bytes, usage }),
  );
  const time = await least(() => {
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(from, 0, to, 0, bytes);
    device.queue.submit([encoder.finish()]);
    return device.queue.onSubmittedWorkDone();
  });
  for (const buffer of [from, to]) buffer.destroy();
  return (2 * bytes) / time / 1e6;
}

globalThis.measure = async ({ pairs, lags, rows, columns }) => {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter) return null;
  const { vendor, architecture } = adapter.info;
  const raw = await adapter.requestDevice();
  const software = architecture === "swiftshader";
  const limits = { flops: await flops(raw, software ? 256 : 65536), bytes: await copied(raw) };
  raw.destroy();

  const { jobs } = await startWorkshop({ wasm: "auto", urls: wasmUrls() });
  const job = (name, ...args) => finish(jobs[name](...args));
  const spent = { terms: 0, tables: 0 };
  const timed = async (name, ...args) => {
    const start = performance.now();
    const answer = job(name === "terms" ? "sweepTerms" : "sweepTables", ...args);
    spent[name] += performance.now() - start;
    return answer;
  };
  const source = {
    terms: (question) => timed("terms", question),
    tables: (question, row, starts, width) => timed("tables", question, row, starts, width),
  };
  const question = {
    encoding: { kind: "rope", dimension: 2 * pairs },
    parameter: "base",
    values: Array.from({ length: rows }, (_, i) => 1000 * 1.02 ** i),
    lags: { start: 0, step: 1, count: lags },
    query: { mean: 1, variance: 0 },
    key: { mean: 1, variance: 0 },
    quantity: "score",
    width: columns,
  };
  const context = { signal: new AbortController().signal, progress() {} };
  const byKernel = {};
  for (const turns of [false, true]) {
    const device = await Device.open();
    await checkPhases(device);
    await checkPhases(device);
    const own = { time: 0, bytes: 0 };
    const watched = {
      software,
      name: device.name,
      gone: device.gone,
      lost: false,
      get latency() {
        return device.latency;
      },
      destroy: () => device.destroy(),
      async run(dispatch) {
        const start = performance.now();
        const cells = await device.run(dispatch);
        own.time += performance.now() - start;
        own.bytes += dispatch.inputs.reduce((sum, { byteLength }) => sum + byteLength, 0);
        return cells;
      },
    };
    const gpu = new Gpu({ open: async () => watched });
    const sweep = new GpuSweep(source, gpu, { turns });
    await sweep.compute({ ...question, values: [1000] }, context); // compiles the shader
    own.time = own.bytes = spent.tables = 0;
    const start = performance.now();
    await sweep.compute(question, context);
    byKernel[turns ? "turn" : "product"] = { whole: performance.now() - start, ...own, ...spent };
    gpu.end();
  }
  const start = performance.now();
  job("sweep", question);
  return {
    adapter: `${vendor} ${architecture}`.trim(),
    limits,
    ...byKernel,
    wasm: performance.now() - start,
  };
};
globalThis.ready = true;
