/** What the laboratory's panels share: a heading, tables, notes, sliders. */
import { css } from "lit";

export const panelStyles = css`
  section {
    border-top: 1px solid var(--etx-line);
    padding-top: 8px;
    min-width: 0;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 12px;
  }
  header h3 {
    font: italic 1.143em/1.3 var(--etx-serif);
    margin: 0;
    overflow-wrap: anywhere;
  }
  header .close {
    margin-left: auto;
    min-width: 30px;
  }
  header .note {
    flex-basis: 100%;
  }
  h4 {
    font: italic 1em/1.3 var(--etx-serif);
    margin: 12px 0 2px;
  }
  label {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    color: var(--etx-soft);
    font-size: 0.893em;
  }
  select {
    background: var(--etx-paper);
    border: 1px solid var(--etx-line);
    border-radius: 6px;
    min-height: 30px;
    max-width: 100%;
    min-width: 0;
    color: var(--etx-ink);
  }
  button[aria-pressed="true"] {
    background: var(--etx-wash);
  }
  .note {
    color: var(--etx-soft);
    font-size: 0.893em;
    margin: 2px 0 4px;
  }
  .error {
    color: var(--etx-accent);
    overflow-wrap: anywhere;
  }
  .data {
    overflow-x: auto;
    min-width: 0;
  }
  table {
    border-collapse: collapse;
    font-size: 0.893em;
    width: 100%;
  }
  caption {
    text-align: left;
    font-weight: 600;
    padding: 6px 0 4px;
    overflow-wrap: anywhere;
  }
  th,
  td {
    text-align: left;
    padding: 3px 12px 3px 0;
    border-top: 1px solid var(--etx-line);
    font-weight: 400;
    vertical-align: baseline;
  }
  th {
    color: var(--etx-soft);
  }
  .warnings {
    margin: 0;
    padding-left: 18px;
    font-size: 0.893em;
    overflow-wrap: anywhere;
  }
  .slider {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 12px;
    font-size: 0.893em;
  }
  .slider label {
    flex: 1 1 260px;
    font-size: inherit;
    white-space: nowrap;
  }
  .slider output {
    min-width: 9em;
  }
  summary {
    list-style: none;
    display: inline-flex;
    align-items: center;
    color: var(--etx-soft);
    padding-left: 0;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::after {
    content: "▾";
    margin-left: 5px;
    font-size: 0.643em;
  }
  .compare {
    margin-top: 8px;
  }
`;
