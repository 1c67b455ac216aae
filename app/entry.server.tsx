import { Writable } from "node:stream";
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { NonceContext } from "~/ui/kit/nonce";
import { withErrorPrefix } from "~/ui/kit/page/title";

const RENDER_MILLISECONDS = 10_000;

/** Renders the whole page before sending it. No loader defers data, so the page works before its scripts load. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce = "" }: AppLoadContext,
): Promise<Response> {
  const isRefusedForm = status >= 400 && remixContext.staticHandlerContext.actionData !== null;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let late: NodeJS.Timeout | undefined;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk.subarray(0, filledLength(chunk)));
        done();
      },
      final(done) {
        // A pending timer would keep the whole rendering in memory.
        clearTimeout(late);
        headers.set("content-type", "text/html; charset=utf-8");
        const html = Buffer.concat(chunks);
        resolve(new Response(isRefusedForm ? titledAsRefused(html) : html, { status, headers }));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} abortDelay={RENDER_MILLISECONDS} />
      </NonceContext.Provider>,
      {
        nonce,
        onAllReady: () => pipe(sink),
        onShellError: reject,
        onError: reject,
      },
    );
    late = setTimeout(abort, RENDER_MILLISECONDS).unref();
  });
}

/**
 * The length of a chunk without what React left empty. React 18 fills buffers of one size. It sends the bytes that a
 * character did not fit into as zeros (https://github.com/react/react/issues/31134), which browsers show as U+FFFD in an
 * attribute. No page has a zero of its own.
 */
function filledLength(chunk: Buffer): number {
  let length = chunk.length;
  while (length > 0 && chunk[length - 1] === 0) length -= 1;
  return length;
}

/**
 * Adds the error prefix to the page's title. A page's `meta` cannot do that, because it gets only the loaders' data.
 */
function titledAsRefused(html: Buffer): string {
  return html.toString("utf8").replace(/<title>([^<]*)/, (_whole, title) => `<title>${withErrorPrefix(title)}`);
}

/**
 * Logs unexpected errors of loaders, actions and rendering. Their details appear nowhere else. Requests that Remix
 * itself refuses (a method, one of its own parameters) are the client's mistake. Those get only their line in the
 * request log, because Remix's message quotes the address, which may contain a secret.
 */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.services?.log.error({ err: error, requestId: context.requestId }, "page failed");
}
