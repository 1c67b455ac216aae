import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { FastResponse } from "srvx";
import { optionShortcuts } from "~/ui/kit/form/input/option-shortcuts.server";
import { NonceContext } from "~/ui/kit/nonce";
import { withErrorPrefix } from "~/ui/kit/page/title";
import { linkShortcuts } from "~/web/markup/link.server";
import { renderToBytes } from "~/web/markup/render.server";

const SHORTCUTS = new Map([...linkShortcuts, ...optionShortcuts]);

type Rendered = Omit<EntryContext, "serverHandoffStream">;

/** Renders the whole page before sending it. No loader defers data, so the page works before its scripts load. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
  { nonce = "" }: AppLoadContext,
): Promise<Response> {
  const isRefusedForm = status >= 400 && context.staticHandlerContext.actionData !== null;
  const html = renderToBytes(documentOf(request, context, nonce), SHORTCUTS);
  const state = serverHandoffStream ? stateScript(await new Response(serverHandoffStream).text(), nonce) : "";
  headers.set("content-type", "text/html; charset=utf-8");
  const body = Buffer.concat([isRefusedForm ? titledAsRefused(html) : html, Buffer.from(state)]);
  return new FastResponse(body, { status, headers });
}

/** The whole page. Remix's component would also send the loaders' data, in a way that needs React's streams. */
export const documentOf = ({ url }: Request, context: Rendered, nonce: string): ReactElement => (
  <NonceContext.Provider value={nonce}>
    <RemixServer context={context} url={url} nonce={nonce} />
  </NonceContext.Provider>
);

/** What could end a script, or be a line break to old parsers. */
const UNSAFE_IN_SCRIPT = /[<>&\u2028\u2029]/g;
const inScript = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Gives the loaders' data to Remix in the browser, as its own `RemixServer` does. */
function stateScript(state: string, nonce: string): string {
  const text = JSON.stringify(state).replace(UNSAFE_IN_SCRIPT, inScript);
  const controller = "window.__remixContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue(${text});${controller}.close();</script>`;
}

/**
 * Adds the error prefix to the page's title. A page's `meta` cannot do that, because it gets only the loaders' data.
 */
function titledAsRefused(html: Buffer): Buffer {
  const titled = html.toString("utf8").replace(/<title>([^<]*)/, (_whole, title) => `<title>${withErrorPrefix(title)}`);
  return Buffer.from(titled);
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
