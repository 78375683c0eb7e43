/** The heatmap in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "A parameter against lag",
  "quantity.score": "score",
  "quantity.mean": "mean score",
  "quantity.deviation": "deviation",
  "quantity.weight": "softmax weight",
  "quantity.entropy": "entropy",
  "quantity.effective": "effective context",
  "parameter.factor": "scaling factor",
  "parameter.queryMean": "mean of q",
  "parameter.queryVariance": "variance of q",
  "parameter.keyMean": "mean of k",
  "parameter.angle": "angle between means",
  quantity: "Quantity",
  parameter: "Parameter",
  cursor: "Cell",
  computing: "computing, {part} %",
  done: "{values} values × {lags} lags, computed on {backend}",
  wasm: "the processor (WebAssembly)",
  webgpu: "the graphics card (WebGPU)",
  because: "not on the graphics card: {reason}",
  cellLags: "lags {from} to {to}",
  cellMean: "mean {value}",
  cellRange: "{min} to {max}",
  least: "least",
  most: "most",
  from: "from lag",
  describe:
    "{quantity} for {count} values of {parameter} from {first} to {last}, lags {start} to {end}: between {least} and {most}.",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "参数与间距",
  "quantity.score": "得分",
  "quantity.mean": "平均得分",
  "quantity.deviation": "标准差",
  "quantity.weight": "softmax 权重",
  "quantity.entropy": "熵",
  "quantity.effective": "有效上下文",
  "parameter.factor": "缩放因子",
  "parameter.queryMean": "q 的均值",
  "parameter.queryVariance": "q 的方差",
  "parameter.keyMean": "k 的均值",
  "parameter.angle": "均值之间的夹角",
  quantity: "量",
  parameter: "参数",
  cursor: "格",
  computing: "正在计算，{part} %",
  done: "{values} 个取值 × {lags} 个间距，由{backend}计算",
  wasm: "处理器（WebAssembly）",
  webgpu: "显卡（WebGPU）",
  because: "未使用显卡：{reason}",
  cellLags: "间距 {from} 至 {to}",
  cellMean: "均值 {value}",
  cellRange: "{min} 至 {max}",
  least: "最小",
  most: "最大",
  from: "起始间距",
  describe:
    "{parameter} 由 {first} 到 {last} 的 {count} 个取值在间距 {start} 至 {end} 上的{quantity}：介于 {least} 与 {most} 之间。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
