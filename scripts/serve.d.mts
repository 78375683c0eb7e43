export interface Server {
  /** Ends in the base path. */
  url: string;
  port: number;
  close(): Promise<void>;
}

export function serve(options: {
  root: string;
  port?: number;
  host?: string;
  base?: string;
  headers?: Record<string, string> | ((path: string) => Record<string, string>);
}): Promise<Server>;
