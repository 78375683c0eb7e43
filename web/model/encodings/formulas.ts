/**
 * What each kind makes of a query and a key at lag τ = t − s, on one line and without words: ^{raised} and _{lowered} parts,
 * ΔΦ what a clock of the data counts from s to t.
 * Nothing imports this at start; whoever lists kinds loads it.
 */
export const formulas: Readonly<Record<string, string>> = {
  nope: "qᵀk",
  decay: "e^{λτ} qᵀk",
  rope: "qᵀ R(−θτ) k, θ_{i} = base^{−2i/d}",
  "damped-rope": "e^{λτ} qᵀ R(−θτ) k",
  generator: "qᵀ e^{τX} k",
  matrix: "qᵀ e^{τX} k",
  j2: "q₁k₁ + q₂k₂ + τ q₁k₂",
  alibi: "qᵀk − mτ",
  xpos: "Σ ζ_{i}^{τ/512} q_{i}ᵀ R(−θ_{i}τ) k_{i}",
  retnet: "γ^{τ} qᵀ R(−θτ) k, γ = 1 − 2^{−5−h}",
  lightning: "e^{−sτ} qᵀk",
  gla: "e^{−ΔΦ} qᵀk",
  fox: "qᵀk − ΔΦ",
  mamba: "e^{aΔΦ} qᵀ R(−θΔΦ) k",
  "grape-m": "qᵀ e^{τL} k, L = baᵀ − abᵀ",
  "grape-a": "qᵀk − ωτ (σ(vᵀq) + σ(uᵀk)), σ = softplus",
  sinusoidal: "(q + p_{t})ᵀ(k + p_{s}), p = sin, cos",
  learned: "(q + p_{t})ᵀ(k + p_{s})",
  shaw: "qᵀ(k + a_{clip(s−t)})",
  t5: "qᵀk + b_{bucket(τ)}",
  kerple: "qᵀk − p ln(1 + a|τ|)",
  fire: "qᵀk + f(ln(cτ + 1) / ln(c max(t, L) + 1))",
  sandwich: "qᵀk + (Σ cos(θ_{i}τ) − d/2) H/8h",
  cope: "qᵀ(k + e_{p}), p = Σ σ(qᵀk)",
  axial2d: "qᵀ R(−θx) ⊕ R(−θy) k",
  mixed2d: "qᵀ R(−(θ_{x}x + θ_{y}y)) k",
  lie2d: "qᵀ e^{−(xX+yY)} e^{x′X+y′Y} k",
};
