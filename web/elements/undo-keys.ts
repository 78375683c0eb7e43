/** The keys that go through a bench's history: Ctrl+Z and Ctrl+Shift+Z, with ⌘ on a Mac. */
import type { Bench } from "./bench.ts";

export function undoByKey(event: KeyboardEvent, bench: Bench): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
  if (takesText(event)) return;
  event.preventDefault();
  if (event.shiftKey) bench.redo();
  else bench.undo();
}

/** Whether keys and pasted text belong to what has the focus. */
export function takesText(event: Event): boolean {
  const into = event.composedPath()[0];
  if (into instanceof HTMLInputElement) return !["range", "checkbox", "file"].includes(into.type);
  return (
    into instanceof HTMLTextAreaElement || (into instanceof HTMLElement && into.isContentEditable)
  );
}
