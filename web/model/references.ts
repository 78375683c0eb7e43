/** Where each kind of encoding is defined. Nothing imports this at start; whoever shows a reference loads it. */
export interface Reference {
  authors: string;
  year: number;
  title: string;
  /** Section, equation or code. */
  where: string;
}

const grape = {
  authors: "Zhang et al.",
  year: 2025,
  title: "Group Representational Position Encoding",
};
const heo = {
  authors: "Heo et al.",
  year: 2024,
  title: "Rotary Position Embedding for Vision Transformer",
};
const vaswani = { authors: "Vaswani et al.", year: 2017, title: "Attention Is All You Need" };

export const references: Readonly<Record<string, Reference>> = {
  nope: {
    authors: "Kazemnejad et al.",
    year: 2023,
    title: "The Impact of Positional Encoding on Length Generalization in Transformers",
    where: "section 2",
  },
  rope: {
    authors: "Su et al.",
    year: 2021,
    title: "RoFormer: Enhanced Transformer with Rotary Position Embedding",
    where: "section 3.2.2, equations 14 to 16",
  },
  "rope-prefix": {
    authors: "Black et al.",
    year: 2022,
    title: "GPT-NeoX-20B: An Open-Source Autoregressive Language Model",
    where: "section 2.1: a quarter of each head",
  },
  "rope-proportional": {
    authors: "Hugging Face",
    year: 2026,
    title: "Transformers",
    where: "modeling_rope_utils.py, rope_type “proportional”",
  },
  "p-rope": {
    authors: "Barbero et al.",
    year: 2024,
    title: "Round and Round We Go! What Makes Rotary Positional Encodings Useful?",
    where: "section 6.1",
  },
  "rope-floor": {
    authors: "Hua et al.",
    year: 2024,
    title: "Fourier Position Embedding",
    where: "frequencies that complete no turn in training; its mixing of frequencies is left out",
  },
  "mrope-contiguous": {
    authors: "Wang et al.",
    year: 2024,
    title: "Qwen2-VL: Enhancing Vision-Language Model’s Perception of the World at Any Resolution",
    where: "multimodal rotary position embedding; mrope_section of its config.json",
  },
  "mrope-interleaved": {
    authors: "Bai et al.",
    year: 2025,
    title: "Qwen3-VL Technical Report",
    where: "interleaved MRoPE; mrope_section and mrope_interleaved of its config.json",
  },
  alibi: {
    authors: "Press, Smith & Lewis",
    year: 2022,
    title: "Train Short, Test Long",
    where: "section 3; slopes of other numbers of heads: get_slopes in the released code",
  },
  xpos: {
    authors: "Sun et al.",
    year: 2023,
    title: "A Length-Extrapolatable Transformer",
    where: "section 3.2; scale 512: the released code",
  },
  retnet: {
    authors: "Sun et al.",
    year: 2023,
    title: "Retentive Network: A Successor to Transformer for Large Language Models",
    where: "section 2.1, equations 3 to 6; decays of the heads: section 2.2",
  },
  lightning: {
    authors: "Qin et al.",
    year: 2024,
    title: "Lightning Attention-2",
    where: "decays: flash-linear-attention's LightningAttention",
  },
  gla: {
    authors: "Yang et al.",
    year: 2024,
    title: "Gated Linear Attention Transformers with Hardware-Efficient Training",
    where: "section 4.1",
  },
  fox: {
    authors: "Lin et al.",
    year: 2025,
    title: "Forgetting Transformer: Softmax Attention with a Forget Gate",
    where: "section 3",
  },
  mamba: {
    authors: "Dao & Gu",
    year: 2024,
    title: "Transformers are SSMs",
    where: "section 2; rotation: Mamba-3's released code",
  },
  "grape-m": { ...grape, where: "GRAPE-M: section 3" },
  "grape-a": { ...grape, where: "GRAPE-A: section 4" },
  sinusoidal: { ...vaswani, where: "section 3.5" },
  learned: {
    authors: "Radford et al.",
    year: 2019,
    title: "Language Models are Unsupervised Multitask Learners",
    where: "the released code's wpe",
  },
  shaw: {
    authors: "Shaw, Uszkoreit & Vaswani",
    year: 2018,
    title: "Self-Attention with Relative Position Representations",
    where: "section 3, equations 4 and 5",
  },
  t5: {
    authors: "Raffel et al.",
    year: 2020,
    title: "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
    where: "section 2.1; buckets: the released code's relative_position_bucket",
  },
  kerple: {
    authors: "Chi et al.",
    year: 2022,
    title: "KERPLE: Kernelized Relative Positional Embedding for Length Extrapolation",
    where: "section 4",
  },
  fire: {
    authors: "Li et al.",
    year: 2024,
    title: "Functional Interpolation for Relative Positions Improves Long Context Transformers",
    where: "section 3",
  },
  sandwich: {
    authors: "Chi et al.",
    year: 2023,
    title: "Dissecting Transformer Length Extrapolation via the Lens of Receptive Field Analysis",
    where: "section 5",
  },
  cope: {
    authors: "Golovneva et al.",
    year: 2024,
    title: "Contextual Position Encoding: Learning to Count What's Important",
    where: "section 4",
  },
  axial2d: { ...heo, where: "section 3.2, axial frequencies" },
  mixed2d: { ...heo, where: "section 3.2, RoPE-Mixed" },
  lie2d: {
    authors: "Ostmeier et al.",
    year: 2025,
    title: "LieRE: Lie Rotational Positional Encodings",
    where: "section 4",
  },
};
