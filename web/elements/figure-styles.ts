/** How a figure lies around its chart: caption, controls, what is beneath. */
import { css } from "lit";

export const figureStyles = css`
  :host(:not([nested])) {
    padding: 10px 14px;
  }
  figure {
    margin: 0;
    min-width: 0;
    position: relative;
  }
  figcaption {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 12px;
    min-height: 34px;
    margin-bottom: 2px;
  }
  /* The attribute bare makes a thumbnail: a window on the drawing, laid out wider than it is and shown as small. */
  :host([bare]) figcaption {
    display: none;
  }
  :host([bare]) figure {
    display: grid;
    align-content: safe center;
    height: 244px;
    overflow: hidden;
  }
  :host([bare]) .chart {
    width: calc(140% - 24px); /* the last number of an axis stands out a little */
  }
  :host([bare]) .chart > svg {
    width: calc(100% / 1.4);
    height: auto;
    max-height: 244px;
  }
  /* One that is too tall is laid out wider, and so lower; what is left is made smaller as a whole. */
  :host([bare][tall]) .chart {
    width: calc(240% - 24px);
  }
  :host([bare][tall]) .chart > svg {
    width: calc(100% / 2.4);
  }
  figcaption h3 {
    font: italic 1.143em/1.3 var(--etx-serif);
    margin: 0;
  }
  figcaption .note {
    color: var(--etx-soft);
    font-size: 0.893em;
  }
  .controls {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 4px;
    margin-left: auto;
    color: var(--etx-soft);
    font-size: 0.893em;
  }
  select {
    background: var(--etx-paper);
    border: 1px solid transparent;
    border-radius: 6px;
    min-height: 30px;
    padding: 0 4px;
    color: inherit;
  }
  select:hover {
    background: var(--etx-wash);
  }
  .controls button,
  .below .choice button,
  .below summary {
    padding: 3px 8px;
    min-width: 30px;
  }
  .controls button[aria-pressed="true"],
  .below button[aria-pressed="true"] {
    color: var(--etx-ink);
    background: var(--etx-wash);
  }
  .controls label {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: 30px;
    cursor: pointer;
  }
  input[type="checkbox"] {
    accent-color: var(--etx-accent);
    margin: 0;
  }
  .choice {
    display: inline-flex;
  }
  .below {
    color: var(--etx-soft);
    font-size: 0.893em;
  }
  .below .row {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 6px;
  }
  .below summary {
    list-style: none;
    display: inline-flex;
    align-items: center;
  }
  .below summary::-webkit-details-marker {
    display: none;
  }
  .below summary::after {
    content: "▾";
    margin-left: 5px;
    font-size: 0.643em;
  }
  .scrubber {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    align-items: center;
  }
  .scrubber > span:first-child {
    min-width: 5.5em;
  }
  .scrubber input {
    flex: 1 1 110px;
    width: 0;
  }
  .scrubber button {
    width: 34px;
    padding: 0;
    color: var(--etx-accent);
  }
  .scrubber output {
    min-width: 86px;
    text-align: right;
    color: var(--etx-ink);
  }
  .scrubber .pace {
    display: inline-flex;
    margin-left: auto;
  }
  .scrubber .pace button {
    color: inherit;
  }
  .scrubber .pace button[aria-pressed="true"] {
    color: var(--etx-ink);
    background: var(--etx-wash);
  }
  .filming {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-height: 30px;
  }
  .filming progress {
    width: 90px;
    accent-color: var(--etx-accent);
  }
  .sliders {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr));
    gap: 0 28px;
  }
  .sliders .scrubber {
    flex-wrap: nowrap;
  }
  .sliders .scrubber > span {
    min-width: 92px;
  }
  .sliders .scrubber output {
    min-width: 60px;
  }
  .param {
    display: grid;
    grid-template-columns: 92px minmax(0, 1fr) 60px;
    gap: 8px;
    align-items: center;
    min-height: 28px;
  }
  .param output {
    color: var(--etx-ink);
    text-align: right;
  }
  .menu {
    position: relative;
  }
  .menu .items {
    position: absolute;
    z-index: 5;
    bottom: 100%;
    left: 0;
    display: flex;
    background: var(--etx-paper);
    border: 1px solid var(--etx-line);
    border-radius: 6px;
    padding: 3px;
  }
  .chart {
    min-width: 0;
    position: relative;
    contain: layout style; /* what moves in a chart moves nothing outside it */
  }
  .state {
    min-height: 120px;
    display: grid;
    place-content: center;
    color: var(--etx-soft);
    font: italic 1.071em/1.4 var(--etx-serif);
    text-align: center;
  }
  .state.error {
    color: var(--etx-accent);
  }
  table {
    border-collapse: collapse;
    font-size: 0.857em;
    margin: 4px 0 0;
  }
  th,
  td {
    text-align: right;
    padding: 2px 10px 2px 0;
    border-top: 1px solid var(--etx-line);
    font-weight: 400;
  }
  th {
    color: var(--etx-soft);
  }
  .data {
    max-height: 320px;
    overflow: auto;
  }
  @media print {
    figcaption .controls,
    .below {
      display: none;
    }
  }
`;
