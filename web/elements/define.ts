import { EtxError } from "../model/error.ts";

/**
 * Defines a custom element once. Two copies of etX on one page (a blog and its widget, say) must not throw:
 * the first one serves both, and the console says so when their versions differ.
 */
export function define(
  tag: string,
  element: CustomElementConstructor & { version?: string },
): void {
  const registry = globalThis.customElements;
  if (!registry) return; // a server renderer: importing is enough
  const present = registry.get(tag) as { version?: string } | undefined;
  if (!present) registry.define(tag, element);
  else if (present.version !== element.version) {
    console.warn(
      `<${tag}> is already defined by etX ${present.version}; version ${element.version} stands back.`,
    );
  }
}

/** Anything thrown, as an EtxError whose message a person may read. */
export function asEtxError(reason: unknown): EtxError {
  if (reason instanceof EtxError) return reason;
  return new EtxError("crashed", reason instanceof Error ? reason.message : String(reason));
}
