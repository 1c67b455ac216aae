/*
 * What the browser talks to in development: it passes each request on to the server, adds the script that reloads the
 * page, and serves the stylesheet as it was last compiled. The server itself is the same as in production, with its
 * Content-Security-Policy: script and events come from the page's own origin.
 */
import { once } from "node:events";
import { createReadStream, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { pipeline } from "node:stream/promises";
import { STYLES_FOLDER, USWDS_FOLDER } from "../app/programs/sass.mjs";
import { stylePageDocument } from "./style-page/document";

/** No route of the service begins like this. */
const PREFIX = "/__dev/";
const SCRIPT = readFileSync(join(import.meta.dirname, "reload.js"));
const SPRITE = join(STYLES_FOLDER, "generated/icons.svg");
/** The stylesheet of the pages, under the name that the compiler gave it when it last compiled a page. */
const STYLESHEET = /^\/assets\/_assets\/styles-\w+\.css(\?|$)/;
/** The only page that the service does not have. */
const STYLE_PAGE = /^\/styles\/?(\?|$)/;
const FAILED = "The server did not start. The terminal says why. This page reloads when it has started.";

export interface Front {
  listen(port: number, host: string): Promise<number>;
  /** Keeps requests waiting. */
  hold(): void;
  /** Lets requests go to the server on this port, and reloads every page. */
  serveFrom(port: number): void;
  /** Tells requests that no server runs. */
  fail(): void;
  /** Serves this stylesheet from now on, and swaps it in on every page. */
  showStyles(css: string): void;
  close(): void;
}

/** Sends a file, or 404 if there is none, such as one that is not built yet. */
function sendFile(response: ServerResponse, path: string): void {
  createReadStream(path)
    .on("error", () => (response.headersSent ? response.destroy() : response.writeHead(404).end()))
    .pipe(response);
}

export function openFront(): Front {
  let server = Promise.withResolvers<number | null>();
  let isWaiting = true;
  let styles = "";
  // Never the same again, so that a page from before a restart of this process is reloaded too.
  let build = Date.now();
  const pages = new Set<ServerResponse>();

  const settle = (port: number | null) => {
    if (!isWaiting) server = Promise.withResolvers();
    isWaiting = false;
    server.resolve(port);
  };
  const tell = (event: string, data: string | number) => {
    for (const page of pages) page.write(`event: ${event}\ndata: ${data}\n\n`);
  };
  const withScript = (html: string) => {
    const tag = `<script src="${PREFIX}reload.js" data-build="${build}"></script>`;
    return html.includes("</body>") ? html.replace(/<\/body>(?![\s\S]*<\/body>)/, () => `${tag}</body>`) : html + tag;
  };
  const sendPage = (response: ServerResponse, status: number, headers: IncomingMessage["headers"], html: string) => {
    const { etag: _etag, "content-length": _length, "transfer-encoding": _encoding, ...rest } = headers;
    response.writeHead(status, { ...rest, "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    response.end(withScript(html));
  };

  const passOn = (request: IncomingMessage, response: ServerResponse, port: number) => {
    // Compressed pages could not take the script.
    const { "accept-encoding": _encoding, expect: _expect, ...headers } = request.headers;
    const onward = send({ host: "127.0.0.1", port, method: request.method, path: request.url, headers, agent: false });
    onward.on("response", async (answer) => {
      const isPage = answer.headers["content-type"]?.startsWith("text/html") && request.method !== "HEAD";
      // If either side breaks off, so does the other.
      try {
        if (isPage && answer.headers["content-disposition"] === undefined) {
          const html = Buffer.concat(await answer.toArray()).toString("utf8");
          sendPage(response, answer.statusCode ?? 200, answer.headers, html);
        } else {
          response.writeHead(answer.statusCode ?? 200, answer.headers);
          await pipeline(answer, response);
        }
      } catch {
        response.destroy();
      }
    });
    onward.on("error", () => {
      if (response.headersSent) response.destroy();
      else sendPage(response, 502, {}, "<p>The server ended this connection.</p>");
    });
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  };

  const sendEvents = (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(`event: build\ndata: ${build}\n\n`);
    pages.add(response);
    response.on("close", () => pages.delete(response));
  };

  const http = createServer(async (request, response) => {
    const { url = "/" } = request;
    if (STYLE_PAGE.test(url)) {
      const { status, text } = await stylePageDocument();
      sendPage(response, status, {}, text);
    } else if (STYLESHEET.test(url) || url === `${PREFIX}styles.css`) {
      response.writeHead(200, { "content-type": "text/css", "cache-control": "no-store" }).end(styles);
    } else if (url.startsWith(`${PREFIX}uswds/`)) {
      const file = join(USWDS_FOLDER, "dist", normalize(`/${url.slice(`${PREFIX}uswds/`.length).split("?")[0]}`));
      sendFile(response, file);
    } else if (url === `${PREFIX}icons.svg`) {
      response.setHeader("content-type", "image/svg+xml");
      sendFile(response, SPRITE);
    } else if (url === `${PREFIX}reload.js`) {
      response.writeHead(200, { "content-type": "text/javascript" }).end(SCRIPT);
    } else if (url === `${PREFIX}events`) {
      sendEvents(response);
    } else if (url.startsWith(PREFIX)) {
      response.writeHead(404).end();
    } else {
      const port = await server.promise;
      if (port === null) sendPage(response, 503, {}, `<p>${FAILED}</p>`);
      else passOn(request, response, port);
    }
  });

  return {
    async listen(port, host) {
      http.listen(port, host);
      await once(http, "listening");
      return (http.address() as AddressInfo).port;
    },
    hold() {
      if (!isWaiting) server = Promise.withResolvers();
      isWaiting = true;
    },
    serveFrom(port) {
      settle(port);
      build += 1;
      tell("build", build);
    },
    fail() {
      settle(null);
      build += 1;
      tell("build", build);
    },
    showStyles(css) {
      styles = css.replace(/(url\(["']?)(?:\.\.\/)+node_modules\/@uswds\/uswds\/dist\//g, `$1${PREFIX}uswds/`);
      tell("styles", Date.now());
    },
    close() {
      http.close();
      http.closeAllConnections();
    },
  };
}
