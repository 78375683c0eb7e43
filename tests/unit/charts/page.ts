/** A page without a browser: what charts are drawn into here, and events to put to them. */
import { parseHTML } from "linkedom";

export const page = (): Document =>
  parseHTML("<!doctype html><body></body>").document as unknown as Document;

/** linkedom has no pointer or keyboard events: an Event with their fields serves. */
export function send(target: Element, type: string, fields: Record<string, unknown> = {}): Event {
  const { Event: PageEvent } = target.ownerDocument.defaultView as unknown as {
    Event: typeof Event;
  };
  const event = new PageEvent(type, { bubbles: true, cancelable: true });
  const all = { button: 0, isPrimary: true, pointerId: 1, pointerType: "mouse", ...fields };
  for (const [name, value] of Object.entries(all)) Object.defineProperty(event, name, { value });
  target.dispatchEvent(event);
  return event;
}

export const press = (target: Element, key: string, fields: Record<string, unknown> = {}): Event =>
  send(target, "keydown", { key, ...fields });

/** The numbers of a path or a transform, in order. */
export const numbersIn = (text: string | null): number[] =>
  (text?.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
