/** Counted positions against a clock's, in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "Counted, and told by a clock",
  note: "the newest token at the right",
  counted: "counted",
  clock: "by the data’s clock Φ",
  timestamps: "by their timestamps",
  steady: "by a steady clock",
  back: "{back} back",
  now: "now",
  cursor: "Token",
  reading: "{index} back: {back}",
  describe:
    "{count} tokens. Half of all time passes within the newest {half} of them, where a steady clock would take {even}.",
  step: "each token's step",
  "step.mamba": "each token's step Δt",
  "step.fox": "each token's step −ln f",
  "step.gla": "each token's step −ln α",
  most: "at most {most}",
  from: "step {step}",
  "from.mamba": "Δt = softplus({before}) = {step}",
  "from.gate": "−ln {gate} = {step}",
  "made.mamba":
    "Of a Mamba step, h ← exp(Δt X) h + Δt B x and y = Cᵀh, only Δt makes Φ: it is softplus(w·x + b), never negative, so the clock only runs forward. X is the same for all tokens; B and C stand for key and query.",
  "made.fox":
    "Of a FoX logit, qᵀk + Σ ln f over the tokens in between, only the gates make Φ: each adds −ln f with f = σ(w·x + b) between 0 and 1, so the clock only runs forward. q and k are left alone.",
  "made.gla":
    "Of a step of gated linear attention, S ← α S + k vᵀ and o = qᵀS, only the gate makes Φ: it adds −ln α, never negative, so the clock only runs forward.",
  token: "tokens back",
  added: "step",
  time: "time back",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "计数的位置与时钟的位置",
  note: "最新的词元在右端",
  counted: "按计数",
  clock: "按数据时钟 Φ",
  timestamps: "按时间戳",
  steady: "按匀速时钟",
  back: "之前 {back}",
  now: "现在",
  cursor: "词元",
  reading: "往前第 {index} 个：{back}",
  describe: "{count} 个词元。总时间的一半在最新的 {half} 个之内流过，匀速时钟需要 {even} 个。",
  step: "每个词元的步长",
  "step.mamba": "每个词元的步长 Δt",
  "step.fox": "每个词元的步长 −ln f",
  "step.gla": "每个词元的步长 −ln α",
  most: "最大 {most}",
  from: "步长 {step}",
  "from.mamba": "Δt = softplus({before}) = {step}",
  "from.gate": "−ln {gate} = {step}",
  "made.mamba":
    "Mamba 的一步是 h ← exp(Δt X) h + Δt B x，y = Cᵀh，其中只有 Δt 造成 Φ：它是 softplus(w·x + b)，从不为负，所以时钟只向前走。X 对所有词元相同；B 与 C 相当于键与查询。",
  "made.fox":
    "FoX 的 logit 是 qᵀk 加上其间各词元的 Σ ln f，其中只有门造成 Φ：每个门加上 −ln f，而 f = σ(w·x + b) 在 0 与 1 之间，所以时钟只向前走。q 与 k 不受影响。",
  "made.gla":
    "门控线性注意力的一步是 S ← α S + k vᵀ，o = qᵀS，其中只有门造成 Φ：它加上 −ln α，从不为负，所以时钟只向前走。",
  token: "往前的词元数",
  added: "步长",
  time: "往前的时间",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
