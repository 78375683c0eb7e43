/** Lets a test sweep on a page, and play tricks on the page's GPU. ETX stands for the package's address. */
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

/** At the given number of reports of progress the trick happens. */
globalThis.sweep = async (question, { destroyAt, vanishAt, abortAt } = {}) => {
  const controller = new AbortController();
  let reports = 0;
  const onProgress = () => {
    reports++;
    if (reports === vanishAt) navigator.gpu.requestAdapter = async () => null;
    if (reports === destroyAt || reports === vanishAt) devices.at(-1).destroy();
    if (reports === abortAt) controller.abort();
  };
  const counted = () => ({ reports, devices: devices.length });
  try {
    const asked = { ...question, onProgress, signal: controller.signal };
    const { mean, min, max, backend, reason } = await etx.sweep(asked);
    const columns = { mean: [...mean], min: [...min], max: [...max] };
    return { ...columns, backend, reason, ...counted() };
  } catch ({ code, message }) {
    return { code, message, ...counted() };
  }
};

globalThis.ready = true;
