import { asEtxError } from "./define.ts";

/**
 * Remembers answers by what was asked, for as long as the last two pictures need them: a drag recomputes only the
 * encoding that moves, and long curves of a while ago don't pile up.
 */
export class Memo {
  #now = new Map<string, Promise<unknown>>();
  #before = new Map<string, Promise<unknown>>();
  #wanted = new Map<string, () => Promise<unknown>>();
  #due = new Map<string, () => Promise<unknown>>();
  readonly #settled = new WeakMap<Promise<unknown>, { value: unknown } | { reason: unknown }>();

  get<T>(question: unknown, ask: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(question);
    const answer = this.#now.get(key) ?? this.#before.get(key) ?? ask();
    this.#now.set(key, answer);
    answer.catch(() => this.#now.delete(key)); // a failure is asked again
    return answer as Promise<T>;
  }

  /**
   * The answer where it is known; else undefined, and it is asked once the hand rests (`settle`): for what takes so long
   * that a picture should not wait for it. A failure is thrown once, then asked again.
   */
  later<T>(question: unknown, ask: () => Promise<T>): T | undefined {
    const key = JSON.stringify(question);
    const known = this.#now.get(key) ?? this.#before.get(key);
    const settled = known && this.#settled.get(known);
    if (!settled) {
      this.#wanted.set(key, ask);
      return undefined;
    }
    if ("reason" in settled) {
      this.#now.delete(key);
      this.#before.delete(key);
      throw settled.reason;
    }
    this.#now.set(key, known);
    return settled.value as T;
  }

  /** Asks what the last picture wanted later; whether there was anything. */
  async settle(): Promise<boolean> {
    const due = [...this.#due];
    this.#due.clear();
    for (const [key, ask] of due) {
      const answer = ask();
      const settled = await answer.then(
        (value) => ({ value }),
        (reason: unknown) => ({ reason }),
      );
      if ("reason" in settled && asEtxError(settled.reason).code === "aborted") continue; // nobody looks any more
      this.#settled.set(answer, settled);
      this.#now.set(key, answer);
    }
    return due.length > 0;
  }

  /** A picture is done: what it did not ask for is forgotten after the next one. */
  turn(): void {
    this.#before = this.#now;
    this.#now = new Map();
    this.#due = this.#wanted;
    this.#wanted = new Map();
  }
}
