/**
 * Remembers answers by what was asked, for as long as the last two pictures need them: a drag recomputes only the
 * encoding that moves, and long curves of a while ago don't pile up.
 */
export class Memo {
  #now = new Map<string, Promise<unknown>>();
  #before = new Map<string, Promise<unknown>>();

  get<T>(question: unknown, ask: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(question);
    const answer = this.#now.get(key) ?? this.#before.get(key) ?? ask();
    this.#now.set(key, answer);
    answer.catch(() => this.#now.delete(key)); // a failure is asked again
    return answer as Promise<T>;
  }

  /** A picture is done: what it did not ask for is forgotten after the next one. */
  turn(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }
}
