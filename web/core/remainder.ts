/**
 * The second module of a build (scripts/lib/split.mjs makes them). Where the first calls into it, it finds a placeholder among
 * its imports, until an instance of the second has written its functions over them.
 */
import { compileOnce, explain } from "./compile.ts";

/** For one instance of the first. */
export class Remainder {
  readonly #url: string;
  #module: WebAssembly.Module | undefined;
  #first: WebAssembly.Instance | undefined;
  #joined = false;

  constructor(url: string) {
    this.#url = url;
  }

  async load(): Promise<void> {
    this.#module = await compileOnce(this.#url);
    this.#write();
  }

  join(first: WebAssembly.Instance): void {
    this.#first = first;
    this.#write();
  }

  /** Stand-ins named by their place in the first module's table: each fetches the rest and passes the call on. */
  readonly placeholders: WebAssembly.ModuleImports = new Proxy(
    {},
    {
      get:
        (_, place) =>
        (...args: unknown[]) => {
          this.#module ??= new WebAssembly.Module(fetchNow(this.#url));
          this.#write();
          return this.#table.get(Number(place))(...args);
        },
    },
  );

  get #table(): WebAssembly.Table {
    return Object.values(this.#first?.exports ?? {}).find(
      (exported) => exported instanceof WebAssembly.Table,
    ) as WebAssembly.Table;
  }

  /** An instance of the rest writes its functions into the table of the first. */
  #write(): void {
    if (this.#joined || !this.#module || !this.#first) return;
    this.#joined = true;
    new WebAssembly.Instance(this.#module, { primary: this.#first.exports });
  }
}

/** Without leaving the call: only a worker may. */
function fetchNow(url: string): ArrayBuffer {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", url, false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status === 200) return request.response;
  } catch {
    // it says no more than its status
  }
  throw explain(new Error(`the server answered ${request.status}`), url);
}
