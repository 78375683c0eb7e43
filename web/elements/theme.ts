import { css } from "lit";

/**
 * Paper and ink: the tokens of every etX element. Each can be set from outside as a CSS custom property.
 * An element inside another one inherits its tokens instead of setting them again.
 */
export const theme = css`
  :host(:not([nested])) {
    color-scheme: light dark;
    --etx-paper: light-dark(#fdfcf9, #16181b);
    --etx-ink: light-dark(#1f2328, #e7e5df);
    --etx-soft: light-dark(#62676f, #9fa4ac);
    --etx-line: light-dark(#e2ded4, #2f333a);
    --etx-wash: light-dark(#f4f1e9, #1f2227);
    --etx-accent: light-dark(#b3401f, #ff9b73);
    --etx-unstable: light-dark(#f9ece6, #251b19);
    --etx-series-1: light-dark(#2f6297, #7db4ea);
    --etx-series-2: light-dark(#b83b62, #f08fa9);
    --etx-series-3: light-dark(#26743a, #79c98b);
    --etx-series-4: light-dark(#7d6d12, #d8c55b);
    --etx-series-5: light-dark(#6d4c9e, #bda3ea);
    --etx-series-6: light-dark(#17737a, #6cc7cd);
    --etx-serif: "Iowan Old Style", "Charter", "Bitstream Charter", "Source Serif 4", Cambria, Georgia, "Songti SC", "Noto Serif CJK SC", serif;
    --etx-sans: system-ui, -apple-system, "Segoe UI", "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
  }
  :host([theme="light"]) {
    color-scheme: light;
  }
  :host([theme="dark"]) {
    color-scheme: dark;
  }
  :host(:not([nested])) {
    font-size: max(14px, 0.875rem);
  }
  :host {
    display: block;
    color: var(--etx-ink);
    background: var(--etx-paper);
    font-family: var(--etx-sans);
    line-height: 1.45;
    font-variant-numeric: tabular-nums;
    -webkit-text-size-adjust: 100%;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  /* Han characters have no italics; slanting them by force hurts the eye. */
  :host(:lang(zh)) :is(h1, h2, h3, h4, p) {
    font-style: normal;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  button,
  select,
  summary {
    font: inherit;
    color: inherit;
  }
  button,
  summary {
    background: none;
    border: 1px solid transparent;
    border-radius: 6px;
    padding: 3px 9px;
    min-height: 30px;
    cursor: pointer;
  }
  button:hover:not(:disabled),
  summary:hover {
    background: var(--etx-wash);
  }
  button:disabled {
    opacity: 0.35;
    cursor: default;
  }
  :focus-visible {
    outline: 2px solid var(--etx-accent);
    outline-offset: 2px;
  }
  input[type="range"] {
    width: 100%;
    margin: 0;
    height: 24px;
    accent-color: var(--etx-accent);
    background: transparent;
  }
  @media (pointer: coarse) {
    button,
    summary {
      min-height: 44px;
    }
    input[type="range"] {
      height: 44px;
    }
  }
  @media print {
    :host(:not([nested])),
    :host([theme]) {
      color-scheme: light;
    }
  }
  @media (forced-colors: active) {
    /* Marked as a selection is: the quiet wash of other themes would be lost. */
    button[aria-pressed="true"] {
      forced-color-adjust: none;
      background: Highlight !important;
      color: HighlightText !important;
      border-color: Highlight;
    }
    :host(:not([nested])) {
      --etx-paper: Canvas;
      --etx-ink: CanvasText;
      --etx-soft: CanvasText;
      --etx-line: GrayText;
      --etx-wash: Canvas;
      --etx-accent: Highlight;
      --etx-unstable: Canvas;
      --etx-series-1: LinkText;
      --etx-series-2: CanvasText;
      --etx-series-3: GrayText;
      --etx-series-4: LinkText;
      --etx-series-5: CanvasText;
      --etx-series-6: GrayText;
    }
  }
`;
