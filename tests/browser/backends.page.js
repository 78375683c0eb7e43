/** Lets a test sweep and attend on a page, and play tricks on the page's GPU. ETX stands for the package's address. */
import { createEtx } from "ETX";

const etx = await createEtx();
const devices = [];
if (navigator.gpu) {
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function () {
    const device = await requestDevice.call(this);
    devices.push(device);
    return device;
  };
}

globalThis.architecture = async () =>
  (await navigator.gpu?.requestAdapter())?.info.architecture ?? null;

/** The device is lost and that is known; so are as many of the next ones as soon as they have something to do. */
async function loseNext(many) {
  const { submit } = GPUQueue.prototype;
  const lost = new Set([devices.at(-1)?.queue]);
  devices.at(-1)?.destroy();
  GPUQueue.prototype.submit = function (...buffers) {
    submit.apply(this, buffers);
    if (lost.size <= many) {
      lost.add(this);
      devices.at(-1).destroy();
    } else if (!lost.has(this)) GPUQueue.prototype.submit = submit;
  };
  await devices.at(-1)?.lost;
}

/** Four times no memory for buffers of more than so many bytes; answers how often that was said. */
function scarce(bytes) {
  const { createBuffer, popErrorScope } = GPUDevice.prototype;
  let [largest, scopes, refused] = [0, 0, 0];
  GPUDevice.prototype.createBuffer = function (descriptor) {
    largest = Math.max(largest, descriptor.size);
    return createBuffer.call(this, descriptor);
  };
  GPUDevice.prototype.popErrorScope = async function () {
    const memory = scopes++ % 2 === 0; // the scopes are popped in pairs, this one first
    const beyond = memory && largest > bytes && refused < 4;
    if (memory) largest = 0;
    const error = await popErrorScope.call(this);
    if (!beyond) return error;
    refused++;
    return new GPUOutOfMemoryError(`${bytes} bytes are all there is`);
  };
  return () => {
    Object.assign(GPUDevice.prototype, { createBuffer, popErrorScope });
    return refused;
  };
}

/** At the given number of reports of progress beyond `after` the trick happens; answers what `call` does, and what was counted. */
async function watched(call, { destroyAt, vanishAt, abortAt, loses, memory, after = 0 } = {}) {
  const controller = new AbortController();
  if (loses !== undefined) await loseNext(loses);
  const restore = memory === undefined ? () => 0 : scarce(memory);
  let reports = 0;
  const onProgress = (fraction) => {
    if (fraction <= after) return;
    reports++;
    if (reports === vanishAt) navigator.gpu.requestAdapter = async () => null;
    if (reports === destroyAt || reports === vanishAt) devices.at(-1).destroy();
    if (reports === abortAt) controller.abort();
  };
  const counted = () => ({ reports, devices: devices.length, refused: restore() });
  try {
    const answer = await call({ onProgress, signal: controller.signal });
    return { ...answer, ...counted() };
  } catch ({ code, message }) {
    return { code, message, ...counted() };
  }
}

globalThis.sweep = (question, tricks) =>
  watched(async (manners) => {
    const { mean, min, max, backend, reason } = await etx.sweep({ ...question, ...manners });
    return { mean: [...mean], min: [...min], max: [...max], backend, reason };
  }, tricks);

/** Rows of a long sequence, made here: a test's own take their time to the page. */
function waves(from, rows, cols) {
  const data = Float64Array.from({ length: rows * cols }, (_, i) => Math.sin(from + i * i));
  return { rows, cols, data: data.map((x) => (1.4 * x) / cols ** 0.25) };
}

/** A test's own rows, which come as the bytes of their doubles. */
function unpacked({ base64, ...matrix }) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return { ...matrix, data: new Float64Array(bytes.buffer) };
}

globalThis.statistics = ({ encoding, length, ...question }, tricks) =>
  watched(async (manners) => {
    const rows = (given, from) =>
      given ? unpacked(given) : waves(from, length, encoding.dimension);
    const query = rows(question.query, 0.2);
    const key = rows(question.key, 1.1);
    const options = { query, key, backend: question.backend, ...manners };
    const found = await etx.attentionStatistics(encoding, options);
    const [entropy, effective, massByLag, sink] = [
      found.entropy,
      found.effective,
      found.massByLag,
      found.sink,
    ].map((values) => [...values]);
    const thumbnail = { ...found.thumbnail, data: [...found.thumbnail.data] };
    const { backend, reason } = found;
    return { entropy, effective, massByLag, sink, thumbnail, backend, reason };
  }, tricks);

globalThis.ready = true;
