/** Undo and redo over an immutable value. A drag is one step: `record` its first change, `replace` with the rest. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
}

export const maxSteps = 100;

export function begin<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}

/** A new step; what could be redone is gone. */
export function record<T>(history: History<T>, present: T): History<T> {
  if (present === history.present) return history;
  return { past: [...history.past, history.present].slice(-maxSteps), present, future: [] };
}

/** The step in progress goes on. */
export function replace<T>(history: History<T>, present: T): History<T> {
  return { ...history, present };
}

export function undo<T>(history: History<T>): History<T> {
  if (!canUndo(history)) return history;
  const present = history.past.at(-1) as T;
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future] };
}

export function redo<T>(history: History<T>): History<T> {
  if (!canRedo(history)) return history;
  const [present, ...future] = history.future as readonly [T, ...T[]];
  return { past: [...history.past, history.present], present, future };
}

export function canUndo(history: History<unknown>): boolean {
  return history.past.length > 0;
}

export function canRedo(history: History<unknown>): boolean {
  return history.future.length > 0;
}
