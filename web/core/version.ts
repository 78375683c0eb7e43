/** The package's version, put in by the build. */
declare const __ETX_VERSION__: string;
export const version = __ETX_VERSION__;
