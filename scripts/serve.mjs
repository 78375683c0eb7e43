// A small static server for the built site and for tests of it: `serve({ root })` -> { url, port, close }.

import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".wasm": "application/wasm", // anything else and browsers refuse to compile while streaming
  ".svg": "image/svg+xml; charset=utf-8",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/plain; charset=utf-8",
  ".ts": "text/plain; charset=utf-8",
  ".wgsl": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/**
 * root     the folder to serve
 * port     0: any free one. Another port is never taken instead: the promise rejects with EADDRINUSE
 * base     the path that the folder appears under, "/" or like "/some/where/"
 * headers  added to every answer (CORS, a content security policy), or a function of the path giving them
 */
export async function serve({ root, port = 0, host = "127.0.0.1", base = "/", headers = {} }) {
  const home = await realpath(root);

  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url, "http://localhost");
    const extra = typeof headers === "function" ? headers(pathname) : headers;
    const answer = (status, more, text) => {
      response.writeHead(status, { "cache-control": "no-cache", ...more, ...extra });
      response.end(text);
    };
    if (request.method !== "GET" && request.method !== "HEAD") {
      return answer(
        405,
        { allow: "GET, HEAD", "content-type": types[".txt"] },
        "Only GET and HEAD.\n",
      );
    }
    const found = await find(home, base, pathname);
    if (found.redirect) return answer(301, { location: found.redirect + search }, "");
    if (!found.file)
      return answer(404, { "content-type": types[".txt"] }, `Not here: ${pathname}\n`);
    response.writeHead(200, {
      "cache-control": "no-cache",
      "content-type": types[extname(found.file).toLowerCase()] ?? "application/octet-stream",
      "content-length": found.size,
      ...extra,
    });
    if (request.method === "HEAD") return response.end();
    createReadStream(found.file)
      .on("error", () => response.destroy())
      .pipe(response);
  });

  await new Promise((done, fail) => server.once("error", fail).listen(port, host, done));
  const taken = server.address().port;
  return {
    url: `http://${host}:${taken}${base}`,
    port: taken,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

async function find(home, base, pathname) {
  try {
    if (`${pathname}/` === base) return { redirect: base };
    if (!pathname.startsWith(base)) return {};
    // Links are resolved before the check, so neither "..", encoded or not, nor a link leads out of the folder.
    const path = await realpath(join(home, decodeURIComponent(pathname.slice(base.length))));
    if (path !== home && !path.startsWith(home + sep)) return {};
    const facts = await stat(path);
    if (facts.isFile()) return { file: path, size: facts.size };
    if (!pathname.endsWith("/")) return { redirect: `${pathname}/` };
    const index = join(path, "index.html");
    return { file: index, size: (await stat(index)).size };
  } catch {
    return {}; // no such file, or not a path at all
  }
}
